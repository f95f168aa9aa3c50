import { spawn } from 'node:child_process';
import { reasonCode } from '@holdfast/domain';
import { lowerPriority, redactToolLine } from '@holdfast/kit';
import { splitLines } from '../ffmpeg/line-splitter.ts';
import { sourceInput } from '../ffmpeg/source-input.ts';
import { type FramePlan, frameDecoderArgs, frameOutputArgs } from './frame-args.ts';
import { createFrameClock } from './frame-clock.ts';
import { FrameTimes } from './frame-times.ts';
import { type Picture, splitPictures } from './picture-splitter.ts';

export interface Frame extends Picture {
  /** When the camera took it, on our clock, as accurately as its timestamps allow. */
  capturedMs: number;
}

export interface FrameChildPlan extends FramePlan {
  ffmpegPath: string;
  env: Readonly<Record<string, string>>;
  /** With its credentials; passed on standard input. */
  url: string;
  /** A child that sends no frame for this long is ended. */
  silentMs: number;
  /** A child that stays this far behind is ended: a new one starts at the newest picture. */
  lagLimitMs: number;
  nowMs: () => number;
  onFrame: (frame: Frame) => void;
  signal: AbortSignal;
}

export interface FrameChildEnd {
  reason: string;
  frames: number;
  lastErrors: readonly string[];
}

const MAX_LINE_LENGTH = 1024;
const KEPT_ERRORS = 10;
/** Pictures and their timestamps arrive on two pipes; more than this apart, they no longer belong together. */
const MAX_UNPAIRED = 8;
/** How long a lag may last: a child that was held up catches up by itself. */
const LAG_PATIENCE_MS = 5_000;

/** Decodes one stream in one child until it ends, falls silent, lags or is aborted. Resolves when the child is gone. */
export function runFrameChild(plan: FrameChildPlan): Promise<FrameChildEnd> {
  const { promise, resolve } = Promise.withResolvers<FrameChildEnd>();
  const { args, list } = sourceInput(plan.url, ['allowed_media_types video']);
  const child = spawn(
    plan.ffmpegPath,
    [
      ...['-hide_banner', '-nostats', '-loglevel', 'level+info'],
      ...[...frameDecoderArgs(plan), ...args, ...frameOutputArgs(plan)],
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], env: plan.env },
  );
  lowerPriority(child);

  let reason: string | undefined;
  let frames = 0;
  const lastErrors: string[] = [];
  const end = (why: string) => {
    reason ??= why;
    child.kill('SIGKILL');
  };

  const silent = setTimeout(() => end(reasonCode('decoder-silent')), plan.silentMs);
  const clock = createFrameClock();
  let laggingSinceMs: number | undefined;
  const pictures: { picture: Picture; arrivedMs: number }[] = [];
  const times = new FrameTimes();
  const timestamps: number[] = [];
  const pair = () => {
    while (reason === undefined && pictures.length > 0 && timestamps.length > 0) {
      const [shown, timestampMs] = [pictures.shift(), timestamps.shift()];
      if (!shown || timestampMs === undefined) return;
      const { capturedMs, lagMs } = clock.place({ timestampMs, arrivedMs: shown.arrivedMs });
      laggingSinceMs = lagMs > plan.lagLimitMs ? (laggingSinceMs ?? shown.arrivedMs) : undefined;
      if (laggingSinceMs !== undefined && shown.arrivedMs - laggingSinceMs > LAG_PATIENCE_MS)
        return end(reasonCode('decoder-behind'));
      frames += 1;
      silent.refresh();
      plan.onFrame({ ...shown.picture, capturedMs });
    }
    if (Math.max(pictures.length, timestamps.length) > MAX_UNPAIRED) end(reasonCode('decoder-no-times'));
  };

  const splitter = splitPictures((picture) => {
    pictures.push({ picture, arrivedMs: plan.nowMs() });
    pair();
  });
  const errorLines = splitLines({
    maxLength: MAX_LINE_LENGTH,
    onLine: (line) => {
      const timestampMs = times.read(line);
      if (timestampMs !== undefined) {
        timestamps.push(timestampMs);
        return pair();
      }
      if (!/\[(?:warning|error|fatal|panic)\]/.test(line)) return;
      lastErrors.push(redactToolLine(line));
      if (lastErrors.length > KEPT_ERRORS) lastErrors.shift();
    },
  });

  child.stdin.on('error', () => undefined);
  child.stdin.end(list);
  // Never paused: a full pipe would stop the decoder, and its next frames would arrive late.
  child.stdout.on('data', (chunk: Buffer) => {
    if (reason !== undefined) return;
    try {
      splitter.push(chunk);
    } catch {
      end(reasonCode('decoder-no-picture'));
    }
  });
  child.stderr.on('data', errorLines.push);
  const abort = () => end('The decoder was stopped.');
  plan.signal.addEventListener('abort', abort, { once: true });
  if (plan.signal.aborted) abort();

  let settled = false;
  const settle = (why: string) => {
    if (settled) return;
    settled = true;
    clearTimeout(silent);
    plan.signal.removeEventListener('abort', abort);
    resolve({ reason: reason ?? why, frames, lastErrors });
  };
  child.on('error', () => settle(reasonCode('decoder-not-started')));
  child.on('close', () => settle(reasonCode('decoder-ended')));
  return promise;
}
