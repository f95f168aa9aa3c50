import type { FrameSize, NormalizedBox } from '@holdfast/domain';
import { runTool } from '../ffmpeg/run-tool.ts';
import { chromaSizeOf, type FullPicture } from './full-picture.ts';

/** A copied part of a picture, so that the picture itself can be released. */
export interface Crop extends FrameSize {
  /** Luma, then both chroma planes at half size. */
  planes: Buffer;
}

const MAX_CROP_SIDE = 1_024;

/** Copies a box of a picture, aligned to pixel pairs, and limited to a size that suits an alert. */
export function cutCrop(
  picture: FullPicture,
  [x, y, width, height]: NormalizedBox,
  largestSide: number = MAX_CROP_SIDE,
): Crop {
  const even = (value: number) => Math.floor(value / 2) * 2;
  const sideOf = (from: number, share: number, whole: number) =>
    Math.max(2, Math.min(even(whole - from), largestSide, even(share * whole)));
  const left = Math.max(0, Math.min(even(x * picture.width), even(picture.width) - 2));
  const top = Math.max(0, Math.min(even(y * picture.height), even(picture.height) - 2));
  const size = { width: sideOf(left, width, picture.width), height: sideOf(top, height, picture.height) };
  const half = { left: left / 2, top: top / 2, width: size.width / 2, height: size.height / 2 };
  const chromaWidth = chromaSizeOf(picture).width;
  const planes = Buffer.concat([
    cutPlane(picture.luma, picture.width, { left, top, ...size }),
    cutPlane(picture.blue, chromaWidth, half),
    cutPlane(picture.red, chromaWidth, half),
  ]);
  return { ...size, planes };
}

function cutPlane(
  plane: Uint8Array,
  stride: number,
  { left, top, width, height }: { left: number; top: number } & FrameSize,
): Uint8Array {
  const cut = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * stride + left;
    cut.set(plane.subarray(from, from + width), row * width);
  }
  return cut;
}

const MAX_JPEG_BYTES = 16 << 20;

/** The crop as JPEG; undefined if ffmpeg fails. */
export async function encodeCrop(
  { width, height, planes }: Crop,
  { ffmpegPath, signal }: { ffmpegPath: string; signal?: AbortSignal },
): Promise<Buffer | undefined> {
  const result = await runTool({
    program: ffmpegPath,
    args: [
      ...['-hide_banner', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'pipe'],
      ...['-f', 'rawvideo', '-pixel_format', 'yuvj420p', '-video_size', `${width}x${height}`, '-i', 'pipe:0'],
      ...['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '2', '-f', 'image2pipe', 'pipe:1'],
    ],
    input: planes,
    timeoutMs: 12_000,
    maxOutputBytes: MAX_JPEG_BYTES,
    ...(signal && { signal }),
  });
  return result.kind === 'done' && result.stdout.length > 0 ? result.stdout : undefined;
}
