import type { FrameSize } from '@holdfast/domain';

/** A part of a plane in pixels; may be fractional. */
export interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Taps {
  first: number;
  weights: Float64Array;
}

/** Weights of a triangle filter, widened when shrinking, so that every pixel is used. */
function tapsOf({ from, to, size, limit }: { from: number; to: number; size: number; limit: number }): Taps[] {
  const scale = (to - from) / size;
  const support = Math.max(1, scale);
  return Array.from({ length: size }, (_, i) => {
    const centre = from + (i + 0.5) * scale;
    const first = Math.max(0, Math.floor(centre - support + 0.5));
    const end = Math.min(limit, Math.max(first + 1, Math.floor(centre + support + 0.5)));
    const weights = new Float64Array(end - first);
    let sum = 0;
    for (let tap = 0; tap < weights.length; tap += 1) {
      const weight = Math.max(0, 1 - Math.abs((first + tap + 0.5 - centre) / support));
      weights[tap] = weight;
      sum += weight;
    }
    if (sum === 0) weights[0] = sum = 1;
    for (let tap = 0; tap < weights.length; tap += 1) weights[tap] = (weights[tap] ?? 0) / sum;
    return { first: Math.min(first, limit - 1), weights };
  });
}

/** Resizes a part of a plane with the filter that was used in training. */
export function resamplePlane(
  { plane, width, height }: { plane: Uint8Array } & FrameSize,
  box: PixelBox,
  size: FrameSize,
): Uint8Array {
  const [left, right] = [Math.max(0, box.left), Math.min(width, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(height, box.bottom)];
  const across = tapsOf({ from: left, to: right, size: size.width, limit: width });
  const down = tapsOf({ from: top, to: bottom, size: size.height, limit: height });
  const firstRow = Math.min(...down.map(({ first }) => first));
  const endRow = Math.max(...down.map(({ first, weights }) => first + weights.length));
  const rows = new Float32Array(Math.max(0, endRow - firstRow) * size.width);
  for (let row = firstRow; row < endRow; row += 1)
    for (let x = 0; x < size.width; x += 1) {
      const { first, weights } = across[x] as Taps;
      const start = row * width + first;
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap += 1) sum += (plane[start + tap] ?? 0) * (weights[tap] ?? 0);
      rows[(row - firstRow) * size.width + x] = sum;
    }
  const resized = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y += 1) {
    const { first, weights } = down[y] as Taps;
    for (let x = 0; x < size.width; x += 1) {
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap += 1)
        sum += (rows[(first - firstRow + tap) * size.width + x] ?? 0) * (weights[tap] ?? 0);
      resized[y * size.width + x] = Math.round(sum);
    }
  }
  return resized;
}
