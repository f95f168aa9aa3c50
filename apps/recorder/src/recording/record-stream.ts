import { randomBytes } from 'node:crypto';
import { reasonCode, type WantedRecording } from '@holdfast/domain';
import { aborted, type Logger, sleep } from '@holdfast/kit';
import type { SoundTool } from '@holdfast/media';
import { diskFaultDetail, diskFaultOf } from '../segments/disk-fault.ts';
import { lastStart } from '../segments/last-start.ts';
import type { PersistSegment } from '../segments/persist-segment.ts';
import type { SegmentDisk } from '../segments/segment-disk.ts';
import { createSegmentLane } from '../segments/segment-lane.ts';
import { type ClosedSegment, type SegmentNaming, SegmentWriter } from '../segments/segment-writer.ts';
import { listSpooled, openSpool, spoolFolder } from '../segments/spool.ts';
import type { SpoolHold, SpoolHolds } from '../segments/spool-holds.ts';
import { refKey, type StreamRef } from '../segments/stream-ref.ts';
import type { FewAtOnce } from '../storage/few-at-once.ts';
import type { StorageDoor } from '../storage/storage-door.ts';
import { afterRun, type RunEnd } from './after-run.ts';
import { FragmentQueue } from './fragment-queue.ts';
import type { GateVerdict, RecordingGate } from './recording-gate.ts';
import { type IntakeDeps, takeIn } from './stream-intake.ts';

export interface RecordingTiming {
  segmentSeconds: number;
  /** Without a picture that can be recorded for this long, the stream is not shown as recording. */
  quietMs: number;
  /** And for this long, the camera is asked anew. */
  stallMs: number;
  minBackoffMs: number;
  maxBackoffMs: number;
  /** How often a closed storage is asked again. */
  storageRetryMs: number;
  /** How long a stop waits for the last segments to be published. */
  drainMs: number;
  /** How long a stop waits at all, for a disk that hangs. */
  stopLimitMs: number;
  /** After this long without an answer a storage is reported as missing. */
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

export interface RecordingDeps extends Omit<IntakeDeps, 'onFragment' | 'quietMs' | 'stallMs' | 'soundTool'> {
  soundTool: SoundTool;
  storages: StorageDoor;
  persist: PersistSegment;
  disk: SegmentDisk;
  few: FewAtOnce;
  holds: SpoolHolds;
  /** The last names of all streams, across the recordings that follow each other. */
  namings: Map<string, SegmentNaming>;
  gateOf: (recording: WantedRecording) => RecordingGate;
  /** Held footage went to the spool because memory ran short. */
  onSpilled: (ref: StreamRef) => void;
  log: Logger;
  timing: RecordingTiming;
}

/**
 * Records one stream until aborted, whatever happens to the camera or the disk meanwhile. A disk that hangs cannot keep the
 * stream from being recorded elsewhere: what is under way there is left to itself, and goes on when the disk answers.
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
  deps.log.error({ camera_id: cameraId, stream }, 'the recording does not end, leaving it to itself');
}

async function recordUntilStopped(wanted: WantedRecording, deps: RecordingDeps, signal: AbortSignal): Promise<void> {
  const { timing } = deps;
  const ref: StreamRef = { cameraId: wanted.cameraId, stream: wanted.stream };
  const log = deps.log.child({ camera_id: ref.cameraId, stream: ref.stream });
  /** After the stop the next recording reports, which may be on another disk. */
  const report: RecordingDeps['report'] = {
    ...deps.report,
    state: (...said) => {
      if (!signal.aborted) deps.report.state(...said);
    },
  };
  const givingUp = new AbortController();
  const reportIfSlow = async <T>(work: () => Promise<T>): Promise<T> => {
    const late = setTimeout(
      () => report.state(ref, 'storage_missing', reasonCode('storage-not-responding')),
      timing.answerMs,
    );
    return work().finally(() => clearTimeout(late));
  };
  const few: FewAtOnce = (at, work) => reportIfSlow(() => deps.few(at, work));
  const gate = deps.gateOf(wanted);
  const queue = new FragmentQueue({
    gate,
    pool: deps.pool,
    onLost: (fragments) => log.error({ fragments }, 'the storage is too slow: pictures were lost'),
  });
  let isPublishingHeldUp = false;
  const lane = createSegmentLane({
    signal: givingUp.signal,
    onFault: ({ err, attempt }) => {
      isPublishingHeldUp = true;
      report.state(ref, diskFaultOf(err), diskFaultDetail(err));
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
  const lanes = [lane, leftovers];
  const place = (root: string) => ({ root, ref, storageId: wanted.storageId });
  const unpublished = new Set<ClosedSegment>();
  const publish = (root: string, ready: ClosedSegment) => {
    unpublished.add(ready);
    lane.push(async () => {
      const segment = await reportIfSlow(() => deps.persist(place(root), ready));
      unpublished.delete(ready);
      if (segment === undefined) return;
      isPublishingHeldUp = false;
      deps.report.published(ref, segment);
      report.state(ref, 'recording', null);
    });
  };

  const naming = namingOf(deps.namings, ref);
  const run = randomBytes(8).toString('hex');
  const held: (ClosedSegment & { root: string })[] = [];
  let verdict: GateVerdict = 'keep';
  /** Files that were written for want of memory, while the gate had not decided. */
  const judgeHeld = () => {
    for (const segment of held.splice(0)) {
      const answer = gate.judge({ startMs: segment.bornMs, endMs: segment.written.endMs });
      if (answer === 'keep') publish(segment.root, segment);
      else if (answer === 'hold') held.push(segment);
      else lane.push(() => discard(segment, deps.disk));
    }
  };
  const stopListening = gate.onChange(() => {
    queue.judge();
    judgeHeld();
  });
  const writerIn = (root: string) =>
    new SegmentWriter({
      folder: spoolFolder(root, ref),
      run,
      disk: deps.disk,
      segmentMs: timing.segmentSeconds * 1_000,
      naming,
      wallMs: deps.wallMs,
      onClosed: (segment) => {
        if (verdict === 'keep') publish(root, segment);
        else held.push({ ...segment, root });
        verdict = 'hold';
      },
    });

  /** What was wanted is over: its last file is published now, not when the next motion comes. */
  let closeKept: (() => void) | undefined;
  /** Writes what the queue gives until the disk fails, the recording is stopped, or nothing more comes. */
  const write = async (root: string, until: AbortSignal): Promise<RunEnd> => {
    const writer = writerIn(root);
    closeKept = () => {
      if (verdict === 'keep') writer.close();
    };
    let wroteAny = false;
    for (;;) {
      const next = await queue.next(until);
      if (next === undefined) {
        writer.close();
        return { kind: 'over' };
      }
      try {
        const written = await few(root, () => writer.write(next.fragment));
        if (next.verdict === 'keep') verdict = 'keep';
        queue.done(next, { written });
        // What is written for want of memory alone is not recorded yet.
        if (next.verdict === 'hold') deps.onSpilled(ref);
        else if (written && !isPublishingHeldUp) report.state(ref, 'recording', null);
        wroteAny ||= written;
      } catch (err) {
        queue.putBack(next);
        return { kind: 'disk', err, wroteAny };
      }
      judgeHeld();
    }
  };

  let hold: SpoolHold | undefined;
  let isTakenOver = false;
  /** Takes what earlier recordings left here, before the first file is added. */
  const takeOver = async (root: string) => {
    if (isTakenOver) return;
    naming.last ??= await few(root, () => lastStart(root, ref));
    for (const ready of await few(root, () => listSpooled(spoolFolder(root, ref))))
      leftovers.push(async () => void (await deps.persist(place(root), ready)));
    isTakenOver = true;
  };
  const openPlace = async (until: AbortSignal): Promise<string | undefined> => {
    const answer = await deps.storages.ask(wanted.storageId);
    if (answer.kind === 'closed') {
      report.state(ref, answer.state, answer.detail);
      await sleep(timing.storageRetryMs, until);
      return undefined;
    }
    hold ??= await deps.holds.take(answer.root, ref, AbortSignal.any([until, AbortSignal.timeout(timing.answerMs)]));
    if (hold !== undefined) return answer.root;
    report.state(ref, 'storage_missing', reasonCode('storage-not-responding'));
    return undefined;
  };

  const draining = new AbortController();
  const intake = takeIn(
    ref,
    {
      ...deps,
      report,
      quietMs: timing.quietMs,
      stallMs: timing.stallMs,
      soundTool: wanted.audio ? deps.soundTool : undefined,
      onFragment: (fragment, span) => {
        queue.push(fragment, span);
        if (!queue.isIdle || gate.judge(span) !== 'hold') return;
        closeKept?.();
        if (!isPublishingHeldUp) report.state(ref, 'idle', null);
      },
    },
    signal,
  ).finally(() => {
    queue.end();
    void sleep(timing.drainMs, draining.signal).then(() => draining.abort());
  });
  try {
    for (let attempt = 0; ; ) {
      await queue.ready(draining.signal);
      if (draining.signal.aborted || queue.isOver) break;
      let end: RunEnd;
      try {
        const root = await openPlace(draining.signal);
        if (root === undefined) continue;
        await takeOver(root);
        await few(root, () => openSpool(root, ref));
        end = await write(root, draining.signal);
      } catch (err) {
        end = { kind: 'disk', err, wroteAny: false };
      }
      if (end.kind === 'over') break;
      const after = afterRun(end, { attempt, minMs: timing.minBackoffMs, maxMs: timing.maxBackoffMs });
      attempt = after.attempt;
      report.state(ref, after.state, after.detail);
      log.error({ err: end.err }, 'the disk does not take footage, trying again');
      await sleep(after.pauseMs, draining.signal);
    }
    await intake;
    for (const segment of held.splice(0)) publish(segment.root, segment);
    const drain = AbortSignal.timeout(timing.drainMs);
    await Promise.all(lanes.map((one) => one.drained(drain)));
  } finally {
    stopListening();
    draining.abort();
    givingUp.abort();
    queue.clear();
    // What is left is published by whoever holds the spool next, and not before the last call on it has come back.
    void Promise.allSettled(lanes.map((one) => one.drained())).then(async () => {
      await Promise.all([...unpublished, ...held].map(({ written }) => written.release()));
      hold?.release();
    });
  }
}

/**
 * A recording begins with the group of pictures that the one before it ended in, so its first file may begin before the
 * last one of that: no clock was set back, and the next free second is its name.
 */
const OVERLAP_MS = 60_000;

function namingOf(namings: Map<string, SegmentNaming>, ref: StreamRef): SegmentNaming {
  const before = namings.get(refKey(ref));
  const naming: SegmentNaming = {
    ...before,
    last: before?.last && { ...before.last, bornMs: before.last.bornMs - OVERLAP_MS },
  };
  namings.set(refKey(ref), naming);
  return naming;
}

async function discard({ path, written }: ClosedSegment, disk: SegmentDisk): Promise<void> {
  await written.finish();
  await disk.remove(path);
}
