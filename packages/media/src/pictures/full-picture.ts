import type { FrameSize } from '@holdfast/domain';

/** A decoded picture at full size: luma, and both colours at half of it, all over the full range of 0..255. */
export interface FullPicture extends FrameSize {
  luma: Uint8Array;
  blue: Uint8Array;
  red: Uint8Array;
  /** The picture, or the part of it that was asked for, fitted into the model's input: RGB, row by row. */
  letterboxed: Uint8Array;
  /** In the file or the stream that it was decoded from. */
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

/** Names the planes of one picture as it comes from the decoder. */
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
