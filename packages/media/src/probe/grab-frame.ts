import type { OutboundRule } from '@holdfast/kit';
import { explainFailure } from './explain-failure.ts';
import { pinSource } from './pin-source.ts';
import { runTool } from './run-tool.ts';
import { sourceInput } from './source-input.ts';

export type GrabResult = { kind: 'ok'; jpeg: Buffer } | { kind: 'refused' | 'unreachable'; reason: string };

/** One picture from an address with its password, as it is now. */
export type FrameGrabber = (source: { url: string; width?: number }) => Promise<GrabResult>;

const MAX_JPEG_BYTES = 16 << 20;

export const createFrameGrabber =
  ({
    ffmpegPath,
    outbound,
    timeoutMs = 12_000,
  }: {
    ffmpegPath: string;
    outbound: OutboundRule;
    timeoutMs?: number;
  }): FrameGrabber =>
  async ({ url, width }) => {
    const pinned = await pinSource(url, outbound);
    if (pinned.kind !== 'ok') return pinned;
    const { args, list } = sourceInput(pinned.url);
    const scale = width === undefined ? [] : ['-vf', `scale=w=min(iw\\,${Math.trunc(width)}):h=-2`];
    const result = await runTool({
      program: ffmpegPath,
      args: [
        '-hide_banner',
        '-loglevel',
        'error',
        ...args,
        '-map',
        '0:v:0',
        '-frames:v',
        '1',
        ...scale,
        '-c:v',
        'mjpeg',
        '-q:v',
        '4',
        '-f',
        'image2pipe',
        'pipe:1',
      ],
      input: list,
      timeoutMs,
      maxOutputBytes: MAX_JPEG_BYTES,
    });
    if (result.kind !== 'done') return { kind: 'unreachable', reason: explainFailure(result) };
    if (result.stdout.length === 0) return { kind: 'unreachable', reason: 'The camera sent no picture.' };
    return { kind: 'ok', jpeg: result.stdout };
  };
