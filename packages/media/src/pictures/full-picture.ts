import type { FrameSize } from '@holdfast/domain';

/** A decoded picture at full size: luma, and both chroma planes at half size, in the full range 0..255. */
export interface FullPicture extends FrameSize {
  luma: Uint8Array;
  blue: Uint8Array;
  red: Uint8Array;
  /** The picture or its requested region, fitted into the model's input: RGB, row by row. */
  letterboxed: Uint8Array;
  /** Timestamp in the file or stream. */
  timestampMs: number;
}

export const chromaSizeOf = ({ width, height }: FrameSize): FrameSize => ({
  width: (width + 1) >> 1,
  height: (height + 1) >> 1,
});

export function pictureBytes(size: FrameSize): number {
  const chroma = chromaSizeOf(size);
  return size.width * size.height + 2 * chroma.width * chroma.height;
}

/** Splits the decoder's output into the planes of a picture. */
export function asFullPicture(
  size: FrameSize,
  { planes, letterboxed, timestampMs }: { planes: Uint8Array; letterboxed: Uint8Array; timestampMs: number },
): FullPicture {
  const chroma = chromaSizeOf(size);
  const lumaBytes = size.width * size.height;
  const chromaBytes = chroma.width * chroma.height;
  return {
    ...size,
    luma: planes.subarray(0, lumaBytes),
    blue: planes.subarray(lumaBytes, lumaBytes + chromaBytes),
    red: planes.subarray(lumaBytes + chromaBytes, lumaBytes + 2 * chromaBytes),
    letterboxed,
    timestampMs,
  };
}
