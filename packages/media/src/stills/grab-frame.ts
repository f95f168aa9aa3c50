import { type Reason, reasonCode } from '@holdfast/domain';
import { createPermits, type OutboundRule } from '@holdfast/kit';
import { MAX_CONCURRENT, type Permits, runOnSource } from '../probe/run-on-source.ts';

export type GrabResult = { kind: 'ok'; jpeg: Buffer } | { kind: 'refused' | 'unreachable'; reason: Reason };

/** The current picture of an address with its password. The signal aborts when the result is no longer needed. */
export type FrameGrabber = (source: { url: string; width?: number; signal?: AbortSignal }) => Promise<GrabResult>;

const MAX_JPEG_BYTES = 16 << 20;

export const createFrameGrabber =
  ({
    ffmpegPath,
    outbound,
    permits = createPermits(MAX_CONCURRENT),
    timeoutMs = 12_000,
  }: {
    ffmpegPath: string;
    outbound: OutboundRule;
    permits?: Permits;
    timeoutMs?: number;
  }): FrameGrabber =>
  async ({ url, width, signal }) => {
    const scale = width === undefined ? [] : ['-vf', `scale=w=min(iw\\,${Math.trunc(width)}):h=-2`];
    const result = await runOnSource({
      url,
      program: ffmpegPath,
      argsFor: (input) => [
        ...['-hide_banner', '-loglevel', 'error', '-fpsprobesize', '0', ...input],
        ...['-map', '0:v:0', '-frames:v', '1', ...scale, '-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe', 'pipe:1'],
      ],
      // A single picture needs no frame rate, and probing it took a second.
      readerOptions: ['fpsprobesize 0'],
      outbound,
      permits,
      timeoutMs,
      maxOutputBytes: MAX_JPEG_BYTES,
      signal,
    });
    if (result.kind !== 'done') return result;
    if (result.stdout.length === 0) return { kind: 'unreachable', reason: reasonCode('camera-not-sending') };
    return { kind: 'ok', jpeg: result.stdout };
  };
