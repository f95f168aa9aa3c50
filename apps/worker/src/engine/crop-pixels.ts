import type { FrameSize, NormalizedBox } from '@holdfast/domain';
import { chromaSizeOf, type FullPicture } from '@holdfast/media';
import { type PixelBox, resamplePlane } from './resample.ts';

const pixelsOf = ([x, y, width, height]: NormalizedBox, size: FrameSize): PixelBox => ({
  left: x * size.width,
  top: y * size.height,
  right: (x + width) * size.width,
  bottom: (y + height) * size.height,
});

/** The box fills the input, regardless of its shape. */
export const greyCrop = (picture: FullPicture, box: NormalizedBox, size: FrameSize): Uint8Array =>
  resamplePlane({ plane: picture.luma, width: picture.width, height: picture.height }, pixelsOf(box, picture), size);

/** The same in colour, as interleaved RGB. */
export function colourCrop(picture: FullPicture, box: NormalizedBox, size: FrameSize): Uint8Array {
  const luma = greyCrop(picture, box, size);
  const half = chromaSizeOf(picture);
  const blue = resamplePlane({ plane: picture.blue, ...half }, pixelsOf(box, half), size);
  const red = resamplePlane({ plane: picture.red, ...half }, pixelsOf(box, half), size);
  const pixels = new Uint8ClampedArray(luma.length * 3);
  for (let i = 0; i < luma.length; i += 1) {
    const [y, b, r] = [luma[i] ?? 0, (blue[i] ?? 128) - 128, (red[i] ?? 128) - 128];
    pixels[i * 3] = y + 1.402 * r;
    pixels[i * 3 + 1] = y - 0.344 * b - 0.714 * r;
    pixels[i * 3 + 2] = y + 1.772 * b;
  }
  return new Uint8Array(pixels.buffer);
}
