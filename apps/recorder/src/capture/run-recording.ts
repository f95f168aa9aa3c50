import type { Clock, Logger } from '@holdfast/kit';
import { type FfmpegProcess, type RecordPlan, readSegmentListLine, recordArgs, startFfmpeg } from '@holdfast/media';
import { type ClaimedSegment, claimSegment, type SegmentNaming } from '../segments/claim-segment.ts';
import type { SegmentDisk } from '../segments/segment-disk.ts';
import type { StreamSpool } from '../segments/spool.ts';
import type { FfmpegTool } from './ffmpeg-tool.ts';

export type RunEnd = { lastErrors: readonly string[] } & (
  | { kind: 'stopped' }
  | { kind: 'stalled' }
  /** What it wrote is not to be found: the disk below it has gone, while the child goes on writing to it. */
  | { kind: 'adrift' }
  /** By itself; `isOrderly`: because its connection ended. */
  | { kind: 'ended'; isOrderly: boolean }
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
  disk,
  few,
  stallLimitMs,
  signal,
  onStalled,
  onClaimed,
}: {
  plan: RecordPlan;
  ffmpeg: FfmpegTool;
  run: string;
  spool: StreamSpool;
  clock: Clock;
  log: Logger;
  naming: SegmentNaming;
  disk: Pick<SegmentDisk, 'bornMs'>;
  few: <T>(work: () => Promise<T>) => Promise<T>;
  /** Without a finished segment for this long the child is taken for stuck. */
  stallLimitMs: () => number;
  signal: AbortSignal;
  /** Said at once: a child that hangs on a dead disk does not even end. */
  onStalled: () => void;
  onClaimed: (claimed: ClaimedSegment) => void;
}): Promise<RunEnd> {
  let claims = Promise.resolve();
  // Monotonic, so that a clock set forward is not taken for a stall.
  let lastSegmentMs = performance.now();
  // The next file comes into being when this one closes.
  let seenMs = clock.now();
  const take = (fileName: string, times: { closedMs: number; mediaMs: number; seenMs: number }) => {
    claims = claims
      .then(async () => {
        const claimed = await few(() => claimSegment({ spool, run, fileName, naming, disk, ...times }));
        if (claimed) return onClaimed(claimed);
        adrift = true;
        void child.stop();
      })
      .catch((err: unknown) => log.error({ err }, 'segment could not be claimed, leaving it to the end of the run'));
  };
  let stalled = false;
  let adrift = false;
  const child: FfmpegProcess = startFfmpeg({
    ffmpegPath: ffmpeg.path,
    args: recordArgs(plan),
    env: ffmpeg.env,
    cwd: run,
    onStdoutLine: (text) => {
      const line = readSegmentListLine(text);
      if (line.kind !== 'finished') return log.warn('the list of segments holds a line that is not one');
      lastSegmentMs = performance.now();
      const closedMs = clock.now();
      take(line.fileName, { closedMs, mediaMs: line.mediaStartSeconds * 1_000, seenMs });
      seenMs = closedMs;
    },
  });
  const watchdog = setInterval(
    () => {
      if (stalled || performance.now() - lastSegmentMs < stallLimitMs()) return;
      stalled = true;
      onStalled();
      void child.stop();
    },
    Math.min(1_000, stallLimitMs() / 4),
  );
  const stop = () => void child.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const exit = await child.exit;
  const { lastErrors } = exit;
  signal.removeEventListener('abort', stop);
  clearInterval(watchdog);
  await claims;
  if (signal.aborted) return { kind: 'stopped', lastErrors };
  if (adrift) return { kind: 'adrift', lastErrors };
  if (stalled) return { kind: 'stalled', lastErrors };
  return { kind: 'ended', isOrderly: exit.kind === 'exited' && exit.code === 0, lastErrors };
}
