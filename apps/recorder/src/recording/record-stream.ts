import { randomBytes } from 'node:crypto';
import { reasonCode, type StreamRef, streamKey, type WantedRecording } from '@holdfast/domain';
import { aborted, type Logger, sleep } from '@holdfast/kit';
import type { SoundTool } from '@holdfast/media';
import type { PersistSegment } from '../segments/persist-segment.ts';
import type { SegmentDisk } from '../segments/segment-disk.ts';
import type { SegmentNaming } from '../segments/segment-writer.ts';
import { spoolFolder } from '../segments/spool.ts';
import type { SpoolHolds } from '../segments/spool-holds.ts';
import type { StorageAccess } from '../storage/storage-access.ts';
import type { StorageLimiter } from '../storage/storage-limiter.ts';
import { awakeTimeout } from './awake-timeout.ts';
import { FragmentQueue } from './fragment-queue.ts';
import { planWritingRetry, type WritingEnd } from './plan-writing-retry.ts';
import { publishInOrder } from './publish-in-order.ts';
import type { RecordingGate } from './recording-gate.ts';
import { createRecordingSpool, type RecordingSpool } from './recording-spool.ts';
import { type IntakeDeps, readStream } from './stream-intake.ts';
import { createQueueWriter, type QueueWriter } from './write-queue.ts';

export interface RecordingTiming {
  segmentSeconds: number;
  /** Without a recordable frame for this long, the stream is not reported as recording. */
  quietMs: number;
  /** After this long the stream is reconnected. */
  stallMs: number;
  minBackoffMs: number;
  maxBackoffMs: number;
  /** Interval between checks of a storage that cannot be used. */
  storageRetryMs: number;
  /** How long a stop waits for the last segments to be published. */
  drainMs: number;
  /** How long a stop waits altogether, in case the disk hangs. */
  stopLimitMs: number;
  /** A storage that does not respond for this long is reported as missing. */
  answerMs: number;
}

export const defaultRecordingTiming: RecordingTiming = {
  segmentSeconds: 4,
  quietMs: 5_000,
  stallMs: 30_000,
  minBackoffMs: 1_000,
  maxBackoffMs: 30_000,
  storageRetryMs: 5_000,
  drainMs: 5_000,
  stopLimitMs: 20_000,
  answerMs: 15_000,
};

export interface RecordingDeps extends Omit<IntakeDeps, 'onFragment' | 'onFlow' | 'quietMs' | 'stallMs' | 'soundTool'> {
  soundTool: SoundTool;
  storages: StorageAccess;
  persist: PersistSegment;
  disk: SegmentDisk;
  limited: StorageLimiter;
  holds: SpoolHolds;
  /** The last segment names of all streams, shared by consecutive recordings. */
  namings: Map<string, SegmentNaming>;
  gateOf: (recording: WantedRecording) => RecordingGate;
  /** Held footage was spilled to the spool because memory is short. */
  onSpilled: (ref: StreamRef) => void;
  log: Logger;
  timing: RecordingTiming;
}

/**
 * Records one stream until aborted, whatever happens to the camera or the disk meanwhile. A hanging disk must not prevent
 * the stream from being recorded to another one: its pending calls are abandoned, and complete when the disk responds.
 */
export async function recordStream(wanted: WantedRecording, deps: RecordingDeps, signal: AbortSignal): Promise<void> {
  const { cameraId, stream } = wanted;
  const ended = new AbortController();
  const recording = recordUntilStopped(wanted, deps, signal).finally(() => ended.abort());
  const tooLate = aborted(AbortSignal.any([signal, ended.signal])).then(() =>
    sleep(deps.timing.stopLimitMs, ended.signal),
  );
  await Promise.race([recording, tooLate]);
  if (ended.signal.aborted) return recording;
  deps.log.error({ camera_id: cameraId, stream }, 'the recording does not end, abandoning it');
}

async function recordUntilStopped(wanted: WantedRecording, deps: RecordingDeps, signal: AbortSignal): Promise<void> {
  const { timing } = deps;
  const { storageId } = wanted;
  const ref: StreamRef = { cameraId: wanted.cameraId, stream: wanted.stream };
  const log = deps.log.child({ camera_id: ref.cameraId, stream: ref.stream });
  const seen = { isFlowing: false, isIdle: false };
  const report = filterReport(deps.report, seen, signal);
  const reportIfSlow = async <T>(work: () => Promise<T>): Promise<T> => {
    const cancel = awakeTimeout(
      () => report.state(ref, 'storage_missing', reasonCode('storage-not-responding')),
      timing.answerMs,
    );
    return work().finally(cancel);
  };
  const limited: StorageLimiter = (root, work) => reportIfSlow(() => deps.limited(root, work));
  const gate = deps.gateOf(wanted);
  const queue = new FragmentQueue({
    gate,
    pool: deps.pool,
    onLost: (fragments) => log.error({ fragments }, 'the storage is too slow: frames were lost'),
  });
  const retries = new AbortController();
  const { persist, disk, storages, holds } = deps;
  const publishing = publishInOrder({
    ref,
    storageId,
    persist,
    disk,
    report,
    reportIfSlow,
    log,
    signal: retries.signal,
  });
  const naming = namingOf(deps.namings, ref);
  const onLeftover = publishing.publishLeftover;
  const spool = createRecordingSpool({ ref, storageId, storages, holds, limited, naming, report, onLeftover, timing });
  const recordingId = randomBytes(8).toString('hex');
  const segmentMs = timing.segmentSeconds * 1_000;
  const writing = createQueueWriter({
    queue,
    gate,
    publishing,
    limited,
    writerOptions: (root) => ({
      folder: spoolFolder(root, ref),
      recordingId,
      disk,
      segmentMs,
      naming,
      wallMs: deps.wallMs,
      beforeFile: () => storages.confirm(storageId),
    }),
    onRecorded: () => {
      seen.isIdle = false;
      report.state(ref, 'recording', null);
    },
    onSpilled: () => deps.onSpilled(ref),
  });
  const stopListening = gate.onChange(() => {
    queue.judge();
    writing.judgeHeld();
  });
  const onFragment: IntakeDeps['onFragment'] = (fragment, span) => {
    queue.push(fragment, span);
    seen.isIdle = queue.isIdle && gate.judge(span) === 'hold';
    if (!seen.isIdle) return;
    writing.closeKept();
    if (!publishing.isFailing()) report.state(ref, 'idle', null);
  };
  const onFlow = (flows: boolean) => {
    seen.isFlowing = flows;
  };
  const { quietMs, stallMs } = timing;
  const soundTool = wanted.audio ? deps.soundTool : undefined;
  const draining = new AbortController();
  const intake = readStream(ref, { ...deps, report, quietMs, stallMs, soundTool, onFragment, onFlow }, signal).finally(
    () => {
      queue.end();
      void sleep(timing.drainMs, draining.signal).then(() => draining.abort());
    },
  );
  try {
    await writeUntilOver({ ref, queue, spool, writing, report, timing, log }, draining.signal);
    await intake;
    writing.publishHeld();
    await publishing.drained(AbortSignal.timeout(timing.drainMs));
  } finally {
    stopListening();
    draining.abort();
    retries.abort();
    queue.clear();
    // The next holder of the spool publishes what is left, but only after the last disk call has returned.
    void publishing.drained().then(async () => {
      await Promise.all([...publishing.unpublished(), ...writing.held()].map(({ written }) => written.release()));
      spool.release();
    });
  }
}

/** Drops reports that are outdated. `isIdle`: the fragments that arrived last are not to be kept. */
function filterReport(
  report: RecordingDeps['report'],
  seen: { readonly isFlowing: boolean; readonly isIdle: boolean },
  signal: AbortSignal,
): RecordingDeps['report'] {
  return {
    ...report,
    state: (ref, state, detail) => {
      // After the stop only the next recording of the stream reports its state.
      if (signal.aborted) return;
      // Footage that is still being written or published does not prove that its camera is still sending.
      if ((state === 'recording' || state === 'idle') && !seen.isFlowing) return;
      // The file that was closed for lack of motion is published a moment later, which is not recording again.
      report.state(ref, state === 'recording' && seen.isIdle ? 'idle' : state, detail);
    },
  };
}

/** Opens the spool and writes to it, again after each disk fault, until the queue has ended or the signal aborts. */
async function writeUntilOver(
  {
    ref,
    queue,
    spool,
    writing,
    report,
    timing,
    log,
  }: {
    ref: StreamRef;
    queue: FragmentQueue;
    spool: RecordingSpool;
    writing: QueueWriter;
    report: RecordingDeps['report'];
    timing: RecordingTiming;
    log: Logger;
  },
  signal: AbortSignal,
): Promise<void> {
  const openAndWrite = async (): Promise<WritingEnd | undefined> => {
    try {
      const root = await spool.open(signal);
      return root === undefined ? undefined : await writing.writeQueue(root, signal);
    } catch (err) {
      return { kind: 'disk', err, wroteAny: false };
    }
  };
  for (let attempt = 0; ; ) {
    await queue.ready(signal);
    if (signal.aborted || queue.isOver) return;
    const end = await openAndWrite();
    if (end === undefined) continue;
    if (end.kind === 'over') return;
    const retry = planWritingRetry(end, { attempt, minMs: timing.minBackoffMs, maxMs: timing.maxBackoffMs });
    attempt = retry.attempt;
    report.state(ref, retry.state, retry.detail);
    log.error({ err: end.err }, 'cannot write to the disk, trying again');
    await sleep(retry.pauseMs, signal);
  }
}

/**
 * A recording starts with the group of pictures in which the previous one ended, so its first file may start before the
 * last file of that one. This is not a clock that was set back: the file gets the next free second.
 */
const OVERLAP_MS = 60_000;

function namingOf(namings: Map<string, SegmentNaming>, ref: StreamRef): SegmentNaming {
  const before = namings.get(streamKey(ref));
  const naming: SegmentNaming = {
    ...before,
    last: before?.last && { ...before.last, preciseStartMs: before.last.preciseStartMs - OVERLAP_MS },
  };
  namings.set(streamKey(ref), naming);
  return naming;
}
