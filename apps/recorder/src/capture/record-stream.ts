import { statfs } from 'node:fs/promises';
import { type KeyframeRhythm, stallLimitMs, type WantedRecording } from '@holdfast/domain';
import { type Clock, type Logger, sleep } from '@holdfast/kit';
import type { SourceState } from '@holdfast/media';
import type { SourceBoard } from '../restream/source-board.ts';
import { type ClaimedSegment, claimLeftovers, type SegmentNaming } from '../segments/claim-segment.ts';
import { diskFaultDetail, diskFaultOf } from '../segments/disk-fault.ts';
import { lastStart } from '../segments/last-start.ts';
import type { PersistSegment } from '../segments/persist-segment.ts';
import type { SegmentDisk } from '../segments/segment-disk.ts';
import { createSegmentLane } from '../segments/segment-lane.ts';
import {
  listRuns,
  openSpoolRun,
  removeEmptyFolder,
  type SpoolTag,
  type StreamSpool,
  spoolOf,
} from '../segments/spool.ts';
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
}

export const defaultCaptureTiming: CaptureTiming = {
  segmentSeconds: 4,
  stallMs: 30_000,
  minBackoffMs: 1_000,
  maxBackoffMs: 30_000,
  storageRetryMs: 5_000,
  drainMs: 5_000,
};

export interface CaptureDeps {
  sources: SourceBoard;
  ownUrl: (ref: { cameraId: string; stream: WantedRecording['stream'] }) => string;
  keyframesOf: (ref: { cameraId: string; stream: WantedRecording['stream'] }) => KeyframeRhythm | undefined;
  storages: StorageDoor;
  persist: PersistSegment;
  disk: Pick<SegmentDisk, 'remove' | 'bornMs'>;
  spoolTag: SpoolTag;
  report: StreamReport;
  ffmpeg: FfmpegTool;
  makeGate: (recording: WantedRecording) => MakeGate;
  clock: Clock;
  log: Logger;
  timing: CaptureTiming;
}

/** Records one stream until aborted, whatever happens to the camera, the child or the disk meanwhile. */
export async function recordStream(wanted: WantedRecording, deps: CaptureDeps, signal: AbortSignal): Promise<void> {
  const { timing, report, storages, clock } = deps;
  const ref = { cameraId: wanted.cameraId, stream: wanted.stream };
  const log = deps.log.child({ camera_id: ref.cameraId, stream: ref.stream });
  const givingUp = new AbortController();
  const naming: SegmentNaming = { last: undefined };
  let running = false;

  const lane = createSegmentLane({
    signal: givingUp.signal,
    onFault: ({ err, attempt }) => {
      report.state(ref, diskFaultOf(err), diskFaultDetail(err));
      if (attempt === 0) log.error({ err }, 'segment cannot be published yet, trying again');
    },
  });
  const publish = async (root: string, claimed: ClaimedSegment) => {
    const segment = await deps.persist({ root, ref, storageId: wanted.storageId }, claimed);
    if (segment === undefined) return;
    report.published(ref, segment);
    if (running) report.state(ref, 'recording', null);
  };

  let root: string | undefined;
  const gate = deps.makeGate(wanted)({
    keep: (claimed) => {
      const into = root;
      if (into !== undefined) lane.push(() => publish(into, claimed));
    },
    drop: (claimed) => lane.push(() => deps.disk.remove(claimed.path)),
  });

  /** Takes what earlier runs of this process left: after a child ended, or when a disk that had gone is back. */
  const sweep = async (spool: StreamSpool) => {
    for (const run of await listRuns(spool, deps.spoolTag)) {
      for (const claimed of await claimLeftovers({ spool, run, seenMs: clock.now(), naming, disk: deps.disk }))
        gate.offer(claimed);
      await removeEmptyFolder(run);
    }
  };

  for (let attempt = 0; !signal.aborted; ) {
    await awaitSource({ ref, sources: deps.sources, report, signal });
    if (signal.aborted) break;
    const answer = await storages.ask(wanted.storageId);
    if (answer.kind === 'closed') {
      report.state(ref, answer.state, answer.detail);
      await sleep(timing.storageRetryMs, signal);
      continue;
    }
    root = answer.root;
    const spool = spoolOf(root, ref);
    let segments = 0;
    let isOrderly = false;
    const startedMs = performance.now();
    try {
      naming.last ??= await lastStart(root, ref, deps.disk);
      await sweep(spool);
      const run = await openSpoolRun(root, ref, deps.spoolTag);
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
        stallLimitMs: () => stallLimitMs(timing.stallMs, deps.keyframesOf(ref)),
        signal,
        onClaimed: (claimed) => {
          segments += 1;
          gate.offer(claimed);
        },
      });
      running = false;
      await sweep(spool);
      if (signal.aborted) break;
      if (end.kind === 'stalled') {
        report.state(ref, 'stalled', stallDetail(deps.sources.get(ref)));
      } else if (await isFull(root)) {
        report.state(ref, 'disk_full', 'The storage is full: waiting for space.');
      } else {
        isOrderly = end.kind === 'ended' && end.isOrderly;
      }
      log.warn({ end: end.kind, segments, last_errors: end.lastErrors }, 'recording ended, will start again');
    } catch (err) {
      report.state(ref, diskFaultOf(err), diskFaultDetail(err));
      log.error({ err }, 'spool cannot be used, trying again');
    } finally {
      running = false;
    }
    if (segments > 0) attempt = 0;
    report.restarted(ref);
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
  await lane.drained(AbortSignal.timeout(timing.drainMs));
  givingUp.abort();
}

const stallDetail = (source: SourceState): string =>
  (source.kind === 'streaming' ? source.warning : undefined) ??
  'The camera is connected, but no footage was finished in time.';

const FULL_BELOW_BYTES = 1024 * 1024;

const isFull = async (root: string): Promise<boolean> =>
  statfs(root).then(
    ({ bavail, bsize }) => bavail * bsize < FULL_BELOW_BYTES,
    () => false,
  );
