import { reasonCode } from '@holdfast/domain';
import { runTool } from '../ffmpeg/run-tool.ts';
import { explainFailure } from '../probe/explain-failure.ts';
import type { GrabResult } from './grab-frame.ts';
import { PRINT_TIME, printedTimes } from './print-time.ts';

export interface FrameRequest {
  /** One of our own files. */
  path: string;
  offsetMs: number;
  width?: number;
  /** The keyframe before the requested time: much cheaper than the exact picture. */
  nearestKeyframe: boolean;
  /** Kills the process when the result is no longer needed. */
  signal?: AbortSignal;
}

export type FrameResult =
  | { kind: 'ok'; jpeg: Buffer /** The position of the picture in the file. */; pictureOffsetMs: number }
  | Exclude<GrabResult, { kind: 'ok' }>;

export type FrameExtractor = (request: FrameRequest) => Promise<FrameResult>;

const MAX_JPEG_BYTES = 16 << 20;

/** Extracts a picture from recorded footage. */
export const createFrameExtractor =
  ({ ffmpegPath, timeoutMs = 12_000 }: { ffmpegPath: string; timeoutMs?: number }): FrameExtractor =>
  async ({ path, offsetMs, width, nearestKeyframe, signal }) => {
    const scale = width === undefined ? [] : [`scale=w=min(iw\\,${Math.trunc(width)}):h=-2`];
    const result = await runTool({
      program: ffmpegPath,
      args: [
        ...['-hide_banner', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'file'],
        ...(nearestKeyframe ? ['-skip_frame', 'nokey', '-noaccurate_seek'] : []),
        // Use the times in the file, even if its sound starts before the picture.
        '-copyts',
        ...['-ss', (Math.max(0, offsetMs) / 1000).toFixed(3), '-i', path, '-map', '0:v:0', '-frames:v', '1'],
        ...['-vf', [...PRINT_TIME, ...scale].join(',')],
        // The keyframe is before the requested time; with a constant rate ffmpeg would drop it as too early.
        ...['-fps_mode', 'passthrough'],
        ...['-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe', 'pipe:1'],
      ],
      input: '',
      timeoutMs,
      maxOutputBytes: MAX_JPEG_BYTES,
      ...(signal && { signal }),
    });
    if (result.kind === 'aborted') return { kind: 'unreachable', reason: reasonCode('source-stopped') };
    if (result.kind !== 'done') return { kind: 'unreachable', reason: explainFailure(result) };
    if (result.stdout.length === 0) return { kind: 'unreachable', reason: reasonCode('no-picture-at-time') };
    const [seconds] = printedTimes(result.stderr);
    const pictureOffsetMs = seconds === undefined ? offsetMs : Math.round(seconds * 1000);
    return { kind: 'ok', jpeg: result.stdout, pictureOffsetMs };
  };
