import { reasonCode } from '@holdfast/domain';
import { createPermits } from '@holdfast/kit';
import { runTool } from '../ffmpeg/run-tool.ts';
import { MAX_CONCURRENT, type Permits } from '../probe/run-on-source.ts';
import type { GrabResult } from './grab-frame.ts';
import { jpegWidth } from './jpeg-width.ts';

/** Scales the picture down to at most this width; one that is not wider stays as it is. */
export type PictureScaler = (request: { jpeg: Buffer; width: number }) => Promise<GrabResult>;

const MAX_JPEG_BYTES = 16 << 20;

export const createPictureScaler =
  ({
    ffmpegPath,
    permits = createPermits(MAX_CONCURRENT),
    timeoutMs = 12_000,
  }: {
    ffmpegPath: string;
    permits?: Permits;
    timeoutMs?: number;
  }): PictureScaler =>
  async ({ jpeg, width }) => {
    const currentWidth = jpegWidth(jpeg);
    if (currentWidth !== undefined && currentWidth <= width) return { kind: 'ok', jpeg };
    const release = await permits.acquire();
    try {
      const result = await runTool({
        program: ffmpegPath,
        args: [
          ...['-hide_banner', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'pipe'],
          ...['-f', 'mjpeg', '-i', 'pipe:0', '-map', '0:v:0', '-frames:v', '1'],
          ...['-vf', `scale=w=min(iw\\,${Math.trunc(width)}):h=-2`],
          ...['-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe', 'pipe:1'],
        ],
        input: jpeg,
        timeoutMs,
        maxOutputBytes: MAX_JPEG_BYTES,
      });
      if (result.kind !== 'done' || result.stdout.length === 0)
        return { kind: 'unreachable', reason: reasonCode('picture-unreadable') };
      return { kind: 'ok', jpeg: result.stdout };
    } finally {
      release();
    }
  };
