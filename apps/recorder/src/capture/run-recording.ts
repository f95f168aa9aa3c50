import type { Clock, Logger } from '@holdfast/kit';
import { type RecordPlan, readSegmentListLine, recordArgs, startFfmpeg } from '@holdfast/media';
import { type ClaimedSegment, claimSegment, type SegmentNaming } from '../segments/claim-segment.ts';
import type { StreamSpool } from '../segments/spool.ts';
import type { FfmpegTool } from './ffmpeg-tool.ts';

export type RunEnd = { lastErrors: readonly string[] } & (
  | { kind: 'stopped' }
  | { kind: 'stalled' }
  | { kind: 'ended' }
);

/** One child from start to end: claims each segment as soon as the child says it is closed, and ends a child that is stuck. */
export async function runRecording({
  plan,
  ffmpeg,
  run,
  spool,
  clock,
  log,
  naming,
  stallMs,
  signal,
  onClaimed,
}: {
  plan: RecordPlan;
  ffmpeg: FfmpegTool;
  run: string;
  spool: StreamSpool;
  clock: Clock;
  log: Logger;
  naming: SegmentNaming;
  stallMs: number;
  signal: AbortSignal;
  onClaimed: (claimed: ClaimedSegment) => void;
}): Promise<RunEnd> {
  let claims = Promise.resolve();
  // Monotonic, so that a clock set forward is not taken for a stall.
  let lastSegmentMs = performance.now();
  // The next file comes into being when this one closes.
  let seenMs = clock.now();
  const take = (fileName: string, times: { closedMs: number; seenMs: number }) => {
    claims = claims
      .then(async () => {
        const claimed = await claimSegment({ spool, run, fileName, naming, ...times });
        if (claimed) onClaimed(claimed);
      })
      .catch((err: unknown) => log.error({ err }, 'segment could not be claimed, leaving it to the end of the run'));
  };
  const child = startFfmpeg({
    ffmpegPath: ffmpeg.path,
    args: recordArgs(plan),
    env: ffmpeg.env,
    cwd: run,
    onStdoutLine: (text) => {
      const line = readSegmentListLine(text);
      if (line.kind !== 'finished') return log.warn('the list of segments holds a line that is not one');
      lastSegmentMs = performance.now();
      const closedMs = clock.now();
      take(line.fileName, { closedMs, seenMs });
      seenMs = closedMs;
    },
  });
  let stalled = false;
  const watchdog = setInterval(
    () => {
      if (performance.now() - lastSegmentMs < stallMs) return;
      stalled = true;
      void child.stop();
    },
    Math.min(1_000, stallMs / 4),
  );
  const stop = () => void child.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const { lastErrors } = await child.exit;
  signal.removeEventListener('abort', stop);
  clearInterval(watchdog);
  await claims;
  if (signal.aborted) return { kind: 'stopped', lastErrors };
  return { kind: stalled ? 'stalled' : 'ended', lastErrors };
}
