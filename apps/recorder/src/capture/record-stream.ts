import { statfs } from 'node:fs/promises';
import { type KeyframeRhythm, reasonCode, stallLimitMs, type WantedRecording } from '@holdfast/domain';
import { aborted, type Clock, type Logger, sleep } from '@holdfast/kit';
import type { SourceState } from '@holdfast/media';
import type { SourceBoard } from '../restream/source-board.ts';
import { type ClaimedSegment, claimLeftovers, type SegmentNaming } from '../segments/claim-segment.ts';
import { diskFaultDetail, diskFaultOf } from '../segments/disk-fault.ts';
import { lastStart } from '../segments/last-start.ts';
import type { PersistSegment } from '../segments/persist-segment.ts';
import type { SegmentDisk } from '../segments/segment-disk.ts';
import { createSegmentLane } from '../segments/segment-lane.ts';
import { namesIn, openSpoolRun, removeEmptyFolder, type StreamSpool, spoolOf } from '../segments/spool.ts';
import type { SpoolHold, SpoolHolds } from '../segments/spool-holds.ts';
import { takeLeftovers } from '../segments/take-leftovers.ts';
import type { FewAtOnce } from '../storage/few-at-once.ts';
import { awaitSource } from './await-source.ts';
import type { FfmpegTool } from './ffmpeg-tool.ts';
import type { MakeGate } from './recording-gate.ts';
import { restartPauseMs } from './restart-pause.ts';
import { runRecording } from './run-recording.ts';
import type { StorageDoor } from './storage-door.ts';
import type { StreamReport } from './stream-report.ts';

export interface CaptureTiming {
  segmentSeconds: number;
  /** Without a finished segment for this long the child is taken for stuck; longer where keyframes are far apart. */
  stallMs: number;
  minBackoffMs: number;
  maxBackoffMs: number;
  /** How often a closed storage is asked again. */
  storageRetryMs: number;
  /** How long a stop waits for the last segments to be published. */
  drainMs: number;
  /** How long a stop waits at all, for a disk that hangs. */
  stopLimitMs: number;
  /** After this long without an answer a storage is said to be missing. */
  answerMs: number;
}

export const defaultCaptureTiming: CaptureTiming = {
  segmentSeconds: 4,
  stallMs: 30_000,
  minBackoffMs: 1_000,
  maxBackoffMs: 30_000,
  storageRetryMs: 5_000,
  drainMs: 5_000,
  stopLimitMs: 20_000,
  answerMs: 15_000,
};

export interface CaptureDeps {
  sources: SourceBoard;
  ownUrl: (ref: { cameraId: string; stream: WantedRecording['stream'] }) => string;
  keyframesOf: (ref: { cameraId: string; stream: WantedRecording['stream'] }) => KeyframeRhythm | undefined;
  storages: StorageDoor;
  persist: PersistSegment;
  disk: Pick<SegmentDisk, 'remove' | 'bornMs'>;
  few: FewAtOnce;
  holds: SpoolHolds;
  report: StreamReport;
  ffmpeg: FfmpegTool;
  makeGate: (recording: WantedRecording) => MakeGate;
  clock: Clock;
  log: Logger;
  timing: CaptureTiming;
}

/**
 * Records one stream until aborted, whatever happens to the camera, the child or the disk meanwhile. A disk that hangs
 * cannot keep the stream from being recorded elsewhere: what is under way there is left to itself, and goes on when the
 * disk answers.
 */
export async function recordStream(wanted: WantedRecording, deps: CaptureDeps, signal: AbortSignal): Promise<void> {
  const { cameraId, stream } = wanted;
  const ended = new AbortController();
  const recording = recordUntilStopped(wanted, deps, signal).finally(() => ended.abort());
  const tooLate = aborted(AbortSignal.any([signal, ended.signal])).then(() =>
    sleep(deps.timing.stopLimitMs, ended.signal),
  );
  await Promise.race([recording, tooLate]);
  if (ended.signal.aborted) return recording;
  deps.log.error({ camera_id: cameraId, stream }, 'the recording does not end, leaving it to itself');
}

async function recordUntilStopped(wanted: WantedRecording, deps: CaptureDeps, signal: AbortSignal): Promise<void> {
  const { timing, storages, clock } = deps;
  const ref = { cameraId: wanted.cameraId, stream: wanted.stream };
  const log = deps.log.child({ camera_id: ref.cameraId, stream: ref.stream });
  const givingUp = new AbortController();
  const naming: SegmentNaming = { last: undefined };
  let running = false;
  /** What happens after the stop is the word of the next recording, which may be on another disk. */
  const sayState: CaptureDeps['report']['state'] = (...said) => {
    if (!signal.aborted) deps.report.state(...said);
  };
  const noticing = async <T>(work: () => Promise<T>): Promise<T> => {
    const late = setTimeout(
      () => sayState(ref, 'storage_missing', reasonCode('storage-not-responding')),
      timing.answerMs,
    );
    return work().finally(() => clearTimeout(late));
  };
  const few: FewAtOnce = (at, work) => noticing(() => deps.few(at, work));

  const lane = createSegmentLane({
    signal: givingUp.signal,
    onFault: ({ err, attempt }) => {
      sayState(ref, diskFaultOf(err), diskFaultDetail(err));
      if (attempt === 0) log.error({ err }, 'segment cannot be published yet, trying again');
    },
  });
  /** Apart from what is recorded now, which must not wait for an old file that cannot be read. */
  const leftovers = createSegmentLane({
    signal: givingUp.signal,
    onFault: ({ err, attempt }) => {
      if (attempt === 0) log.error({ err }, 'segment that was left in the spool cannot be published yet');
    },
  });
  const place = (root: string) => ({ root, ref, storageId: wanted.storageId });
  const publish = async (root: string, claimed: ClaimedSegment) => {
    const segment = await noticing(() => deps.persist(place(root), claimed));
    if (segment === undefined) return;
    deps.report.published(ref, segment);
    if (running) sayState(ref, 'recording', null);
  };

  let root: string | undefined;
  let hold: SpoolHold | undefined;
  let isTakenOver = false;
  const gate = deps.makeGate(wanted)({
    keep: (claimed) => {
      const into = root;
      if (into !== undefined) lane.push(() => publish(into, claimed));
    },
    drop: (claimed) => lane.push(() => deps.disk.remove(claimed.path)),
  });

  /** Others may belong to another recorder that is still at work. */
  const ownRuns = new Set<string>();
  const onFault = (err: unknown) => log.error({ err }, 'file in the spool cannot be taken yet');
  /** Takes what earlier recordings left here, before the first child may add to it. */
  const takeOver = async (from: string) => {
    if (isTakenOver) return;
    naming.last ??= await few(from, () => lastStart(from, ref, deps.disk));
    for (const claimed of await takeLeftovers({ root: from, ref, naming, disk: deps.disk, few, clock, onFault }))
      leftovers.push(async () => void (await deps.persist(place(from), claimed)));
    isTakenOver = true;
  };
  /** Takes what earlier runs of this recording left: after a child ended, or when a disk that had gone is back. */
  const sweep = async (spool: StreamSpool) => {
    for (const run of ownRuns) {
      const seenMs = clock.now();
      for (const claimed of await claimLeftovers({ spool, run, seenMs, naming, disk: deps.disk, onFault }))
        gate.offer(claimed);
      await removeEmptyFolder(run);
      if ((await namesIn(run)).length === 0) ownRuns.delete(run);
    }
  };

  const lanes = [lane, leftovers];
  try {
    for (let attempt = 0; !signal.aborted; ) {
      await awaitSource({ ref, sources: deps.sources, report: { ...deps.report, state: sayState }, signal });
      if (signal.aborted) break;
      const answer = await storages.ask(wanted.storageId);
      if (answer.kind === 'closed') {
        sayState(ref, answer.state, answer.detail);
        await sleep(timing.storageRetryMs, signal);
        continue;
      }
      const at = answer.root;
      hold ??= await deps.holds.take(at, ref, AbortSignal.any([signal, AbortSignal.timeout(timing.answerMs)]));
      if (hold === undefined) {
        sayState(ref, 'storage_missing', reasonCode('storage-not-responding'));
        continue;
      }
      root = at;
      const spool = spoolOf(at, ref);
      let segments = 0;
      let isOrderly = false;
      const startedMs = performance.now();
      try {
        await takeOver(at);
        await few(at, () => sweep(spool));
        const run = await few(at, () => openSpoolRun(at, ref));
        ownRuns.add(run);
        running = true;
        const end = await runRecording({
          plan: { sourceUrl: deps.ownUrl(ref), audio: wanted.audio, segmentSeconds: timing.segmentSeconds },
          ffmpeg: deps.ffmpeg,
          run,
          spool,
          clock,
          log,
          naming,
          disk: deps.disk,
          few: (work) => few(at, work),
          stallLimitMs: () => stallLimitMs(timing.stallMs, deps.keyframesOf(ref)),
          signal,
          onStalled: () => sayState(ref, 'stalled', stallDetail(deps.sources.get(ref))),
          onClaimed: (claimed) => {
            segments += 1;
            gate.offer(claimed);
          },
        });
        running = false;
        await few(at, () => sweep(spool));
        if (signal.aborted) break;
        if (end.kind === 'stalled') {
          sayState(ref, 'stalled', stallDetail(deps.sources.get(ref)));
        } else if (await few(at, () => isFull(at))) {
          sayState(ref, 'disk_full', reasonCode('storage-full'));
        } else {
          isOrderly = end.kind === 'ended' && end.isOrderly;
        }
        log.warn({ end: end.kind, segments, last_errors: end.lastErrors }, 'recording ended, will start again');
      } catch (err) {
        sayState(ref, diskFaultOf(err), diskFaultDetail(err));
        log.error({ err }, 'spool cannot be used, trying again');
      } finally {
        running = false;
      }
      if (segments > 0) attempt = 0;
      deps.report.restarted(ref);
      const pauseMs = restartPauseMs({
        attempt,
        isOrderly,
        ranMs: performance.now() - startedMs,
        settledMs: timing.segmentSeconds * 1_000,
        minMs: timing.minBackoffMs,
        maxMs: timing.maxBackoffMs,
      });
      await sleep(pauseMs, signal);
      attempt += 1;
    }
    gate.close();
    const drain = AbortSignal.timeout(timing.drainMs);
    await Promise.all(lanes.map((one) => one.drained(drain)));
  } finally {
    givingUp.abort();
    // What is left is published by whoever holds the spool next, and not before the last call on it has come back.
    void Promise.allSettled(lanes.map((one) => one.drained())).then(() => hold?.release());
  }
}

const stallDetail = (source: SourceState): string =>
  (source.kind === 'streaming' ? source.warning : undefined) ?? reasonCode('camera-no-footage-in-time');

const FULL_BELOW_BYTES = 1024 * 1024;

const isFull = async (root: string): Promise<boolean> =>
  statfs(root).then(
    ({ bavail, bsize }) => bavail * bsize < FULL_BELOW_BYTES,
    () => false,
  );
