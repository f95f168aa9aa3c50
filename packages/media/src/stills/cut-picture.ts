import { type NormalizedBox, reasonCode } from '@holdfast/domain';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { GrabResult } from './grab-frame.ts';

export type PictureCutter = (request: {
  jpeg: Buffer;
  box: NormalizedBox;
  signal?: AbortSignal;
}) => Promise<GrabResult>;

const MAX_JPEG_BYTES = 4 << 20;
const WIDEST = 1280;
// Smaller pictures show nothing, and the encoder rejects them.
const SMALLEST = 16;

/** Cuts a box out of a picture. */
export const createPictureCutter =
  ({ ffmpegPath, timeoutMs = 12_000 }: { ffmpegPath: string; timeoutMs?: number }): PictureCutter =>
  async ({ jpeg, box: [x, y, width, height], signal }) => {
    const side = (whole: 'iw' | 'ih', share: number) =>
      `min(${whole}\\,max(${SMALLEST}\\,${whole}*${share.toFixed(6)}))`;
    const crop = `crop=w=${side('iw', width)}:h=${side('ih', height)}:x=iw*${x.toFixed(6)}:y=ih*${y.toFixed(6)}:exact=1`;
    const result = await runTool({
      program: ffmpegPath,
      args: [
        ...['-hide_banner', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'pipe'],
        ...['-f', 'mjpeg', '-i', 'pipe:0', '-map', '0:v:0', '-frames:v', '1'],
        ...['-vf', `${crop},scale=w=min(iw\\,${WIDEST}):h=-1`],
        ...['-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2pipe', 'pipe:1'],
      ],
      input: jpeg,
      timeoutMs,
      maxOutputBytes: MAX_JPEG_BYTES,
      ...(signal && { signal }),
    });
    if (result.kind === 'missing') return { kind: 'unreachable', reason: reasonCode('ffmpeg-not-found') };
    if (result.kind !== 'done' || result.stdout.length === 0)
      return { kind: 'unreachable', reason: reasonCode('picture-unreadable') };
    return { kind: 'ok', jpeg: result.stdout };
  };
