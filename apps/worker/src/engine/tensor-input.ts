import type { ModelInput } from './model-description.ts';

/** Converts interleaved pixels to the order and scale of a model's input; pixels that already have them are returned uncopied. */
export function toModelInput(pixels: Uint8Array, { width, height, channels, white, type, layout }: ModelInput) {
  const isInterleaved = layout === 'nhwc' || channels === 1;
  if (type === 'uint8' && white === 255 && isInterleaved) return pixels;
  const area = width * height;
  const values = type === 'uint8' ? new Uint8Array(pixels.length) : new Float32Array(pixels.length);
  const scale = white / 255;
  if (isInterleaved) for (let i = 0; i < pixels.length; i += 1) values[i] = (pixels[i] ?? 0) * scale;
  else
    for (let i = 0, at = 0; i < area; i += 1, at += 3) {
      values[i] = (pixels[at] ?? 0) * scale;
      values[i + area] = (pixels[at + 1] ?? 0) * scale;
      values[i + 2 * area] = (pixels[at + 2] ?? 0) * scale;
    }
  return values;
}

/** The tensor shape of a batch. */
export const inputShape = ({ width, height, channels, layout }: ModelInput, batch: number): number[] =>
  layout === 'nchw' ? [batch, channels, height, width] : [batch, height, width, channels];
