import { type Database, databaseIdentity, listOpenRecordRequests, type SchemaState } from '@holdfast/db';
import { type DetectorEnv, detectorGet, effectiveDetector } from '@holdfast/detector';
import {
  aborted,
  type Clock,
  ExitWith,
  every,
  exitCodes,
  FolderInUse,
  type Logger,
  type OutboundRule,
  type SecretBox,
  sleep,
  type Task,
  type Tokens,
} from '@holdfast/kit';
import { SlabPool } from '@holdfast/media';
import { followCameras } from './cameras/follow-cameras.ts';
import { loadCameras } from './cameras/load-cameras.ts';
import { loadDetector } from './cameras/load-detector.ts';
import { footageTasks } from './footage-tasks.ts';
import { type Beginning, beginRecording } from './lease/begin-recording.ts';
import { nameHolder } from './lease/holder.ts';
import { keepLease } from './lease/keep-lease.ts';
import { lockRecorder, recorderFolder } from './lease/lock-recorder.ts';
import { requireCurrentSchema } from './lease/require-current-schema.ts';
import type { Lease } from './lease/take-lease.ts';
import { clockWatch } from './ledger/clock-watch.ts';
import { createLedger } from './ledger/ledger.ts';
import { createDetectorSource } from './motion/detector-source.ts';
import { createMotionAlarms } from './motion/motion-alarms.ts';
import { createMotionCameras } from './motion/motion-cameras.ts';
import { createMotionEvents } from './motion/motion-events.ts';
import { createMotionMarks } from './motion/motion-marks.ts';
import { createMotionViews } from './motion/motion-views.ts';
import { startPixelAnalyser } from './motion/pixel-analyser.ts';
import { startPixelSource } from './motion/pixel-source.ts';
import { publishMotionStatus } from './motion/publish-motion-status.ts';
import { defaultRecordingTiming, type RecordingTiming, recordStream } from './recording/record-stream.ts';
import { createRecordings } from './recording/recordings.ts';
import { createDoor } from './restream/door.ts';
import type { FfmpegTool } from './restream/ffmpeg-tool.ts';
import { loadReaderAccount } from './restream/reader-account.ts';
import { startRestream } from './restream/restream.ts';
import { createIndexQueue } from './segments/index-queue.ts';
import { createPersist } from './segments/persist-segment.ts';
import { realDisk, type SegmentDisk } from './segments/segment-disk.ts';
import type { SegmentNaming } from './segments/segment-writer.ts';
import { createSpoolHolds } from './segments/spool-holds.ts';
import { createSpoolSweep } from './segments/spool-sweep.ts';
import { createRecorderMemory, type RecorderMemory } from './settings/last-known-settings.ts';
import { logStreamState } from './status/log-stream-state.ts';
import { pendingBytes } from './status/pending-bytes.ts';
import { publishStatus } from './status/publish-status.ts';
import { createStreamAlarms } from './status/stream-alarms.ts';
import { createStreamBoard } from './status/stream-board.ts';
import { fewAtOnce } from './storage/few-at-once.ts';
import { footageSharing } from './storage/footage-sharing.ts';
import { createMarkedStorages, type MarkedStorages } from './storage/marked-storages.ts';
import { createStorageLocks } from './storage/storage-locks.ts';

export interface RecorderOptions {
  db: Database;
  schema: () => Promise<SchemaState>;
  connectionString: string;
  dataDir: string;
  clock: Clock;
  log: Logger;
  secrets: SecretBox;
  tokens: Tokens;
  outbound: OutboundRule;
  ffmpeg: FfmpegTool;
  host: string;
  rtspPort: number;
  /** Where an external detector is, unless the console says otherwise. */
  detectorEnv: DetectorEnv;
  timeZone: string;
  version: string;
  bootGraceMs: number;
  maintenanceUntilMs?: number | undefined;
  /** May read footage. */
  footageGroup?: number | undefined;
  timing?: Partial<RecordingTiming>;
  disk?: SegmentDisk;
  /** Filled with the names of the cameras by id, for log lines. */
  cameraNames?: Map<string, string>;
}

/** The process that must never stop, as one task: locks, lease, restream, recordings, and the same backwards. */
export const recorder = (options: RecorderOptions): Task => ({
  name: 'recorder',
  run: async (signal) => {
    const { db, schema, dataDir, secrets, log } = options;
    const lock = await lockRecorder(options.dataDir);
    const locks = createStorageLocks();
    try {
      const holder = await nameHolder(recorderFolder(dataDir));
      const database = databaseIdentity(options.connectionString);
      const memory = createRecorderMemory({ dataDir, database, secrets, log });
      const beginning = await beginRecording({ db, schema, holder, memory, log, signal });
      if (beginning) await record(beginning, { ...options, memory, locks, signal });
    } finally {
      await locks.releaseAll();
      await lock.release();
    }
  },
});

/** A storage that is not there now is locked when it comes. */
async function refuseSecondRecorder(storages: MarkedStorages): Promise<void> {
  try {
    await storages.lockAll();
  } catch (err) {
    if (err instanceof FolderInUse)
      throw new ExitWith(exitCodes.cannotCreate, `Another recorder uses a storage of this one: ${err.message}`);
    throw err;
  }
}

const DRAIN_MS = 5_000;
/** How long a stop waits for the work beside the recording. */
const BESIDE_MS = 15_000;
/** On each storage. */
const CALLS_AT_ONCE = 4;
const SWEEP_INTERVAL_MS = 10_000;

async function record(
  { leasing, remembered }: Beginning,
  options: RecorderOptions & {
    memory: RecorderMemory;
    locks: ReturnType<typeof createStorageLocks>;
    signal: AbortSignal;
  },
): Promise<void> {
  const { db, clock, log, secrets, memory, disk = realDisk, cameraNames: names = new Map() } = options;
  const startedAt = new Date(clock.now());
  const timing = { ...defaultRecordingTiming, ...options.timing };
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  let held: Lease | undefined;
  let fault: unknown;
  const isHolder = () => held !== undefined && !(fault instanceof ExitWith);

  const storages = createMarkedStorages({
    db,
    dataDir: options.dataDir,
    clock,
    locks: options.locks,
    log,
    mayMark: isHolder,
    remembered: remembered?.storages,
  });
  if (!remembered) await storages.refresh().catch((err: unknown) => log.warn({ err }, 'storages cannot be read yet'));
  await refuseSecondRecorder(storages);
  const sharing = footageSharing({
    group: options.footageGroup,
    dataDir: options.dataDir,
    usable: storages.usable,
    log,
  });
  await sharing.now();
  const few = fewAtOnce(CALLS_AT_ONCE);
  const index = createIndexQueue({ db, log });
  const analyser = startPixelAnalyser({ log });
  const motionEvents = createMotionEvents({ db, clock, log });
  const motionViews = createMotionViews({ db, log });
  const motion = createMotionCameras({
    nowMs: clock.now,
    startPixels: (camera, of) =>
      startPixelSource(camera, of, {
        analyser,
        urlOf: (ref) => restream.childUrl(ref, 'read'),
        ffmpeg: options.ffmpeg,
        events: motionEvents,
        views: motionViews,
        nowMs: clock.now,
      }),
  });
  const detector = createDetectorSource({ motion, clock, log, get: detectorGet(options.outbound) });
  const marks = createMotionMarks({ db, clock, seenIn: motion.seenIn, log });
  const persist = createPersist({
    motionIn: (ref, { startMs, preciseStartMs, endMs }) => marks.note(ref, startMs, { startMs: preciseStartMs, endMs }),
    disk,
    few,
    index,
    storages,
    clock,
    log,
  });
  const ledger = createLedger({ db, log, maintenanceUntilMs: options.maintenanceUntilMs });
  const footage = footageTasks({ db, dataDir: options.dataDir, clock, log });
  const board = createStreamBoard({
    clock,
    onChange: (ref, { state, detail, atMs }) => {
      ledger.note(ref, state, atMs);
      if (state === 'disk_full') footage.triggerRetention();
      logStreamState(log, ref, { state, detail });
    },
    onForgotten: ledger.forget,
  });
  const door = createDoor({ db, tokens: options.tokens, clock });
  door.setReaderAccount(remembered?.readerAccount);
  const restream = await startRestream({
    host: options.host,
    port: options.rtspPort,
    door,
    ffmpeg: options.ffmpeg,
    outbound: options.outbound,
    log,
  });
  log.debug({ host: options.host, rtsp_port: restream.port, from_memory: remembered !== undefined }, 'recorder is up');
  const holds = createSpoolHolds();
  const spools = createSpoolSweep({ holds, persist, few, log });
  const namings = new Map<string, SegmentNaming>();
  const pool = new SlabPool();
  // The wall clock now, for a moment of the clock that is never set.
  const wallMs = (monotonicMs: number) => clock.now() - (performance.now() - monotonicMs);
  const nameOf = (cameraId: string) => names.get(cameraId) ?? 'A camera';
  const motionAlarms = createMotionAlarms({
    db,
    failingOpen: motion.failingOpen,
    nameOf,
    clock,
    log,
    bootGraceMs: options.bootGraceMs,
    maintenanceUntilMs: options.maintenanceUntilMs,
  });
  const captures = createRecordings({
    log,
    record: (wanted, stop) =>
      recordStream(
        wanted,
        {
          sources: restream.board,
          openStream: restream.openStream,
          pool,
          wallMs,
          storages,
          persist,
          disk,
          few,
          holds,
          namings,
          report: board,
          gateOf: motion.gateOf,
          onSpilled: motionAlarms.noteSpill,
          soundTool: { ffmpegPath: options.ffmpeg.path, env: options.ffmpeg.env },
          log,
          timing,
        },
        stop,
      ),
  });
  const alarms = createStreamAlarms({
    db,
    rows: board.rows,
    nameOf,
    clock,
    log,
    bootGraceMs: options.bootGraceMs,
    maintenanceUntilMs: options.maintenanceUntilMs,
  });
  // Whoever has had the lease has asked already.
  let isSchemaOurs = remembered === undefined;
  let kept = Promise.resolve();
  let requests: Awaited<ReturnType<typeof listOpenRecordRequests>> = [];
  const following = followCameras({
    connectionString: options.connectionString,
    clock,
    timeZone: options.timeZone,
    log,
    remembered: remembered?.cameras,
    load: async () => {
      if (!isSchemaOurs) requireCurrentSchema(await options.schema());
      isSchemaOurs = true;
      const cameras = await loadCameras({ db, secrets });
      const readerAccount = await loadReaderAccount({ db, secrets, log });
      door.setReaderAccount(readerAccount);
      detector.set(effectiveDetector(await loadDetector({ db, secrets }), options.detectorEnv));
      requests = await listOpenRecordRequests(db, new Date(clock.now()));
      await storages.refresh();
      // Not waited for: a disk that hangs must not keep cameras from being followed.
      kept = memory.keep({ cameras, storages: storages.toRemember(), readerAccount });
      return cameras;
    },
    apply: async (plan, cameras) => {
      names.clear();
      for (const { id, name } of cameras) names.set(id, name);
      board.setStreams([
        ...plan.recordings.map(({ cameraId, stream }) => ({ cameraId, stream, off: null })),
        ...plan.off.map(({ cameraId, stream, detail }) => ({ cameraId, stream, off: detail })),
      ]);
      motion.set(plan.watched);
      detector.refresh();
      for (const { id, cameraId, fromTs, untilTs } of requests.filter((one) => one.untilTs.getTime() > clock.now()))
        motion.step(cameraId, { kind: 'record', key: id, fromMs: fromTs.getTime(), untilMs: untilTs.getTime() });
      captures.set(plan.recordings);
      await restream.setSources(plan.sources);
    },
  });

  const sweeping = every('spools', SWEEP_INTERVAL_MS, async (until) => spools.run(await storages.usable(), until), {
    log,
  });
  const beside = [following, sweeping, sharing.task, clockWatch({ clock, log, onStep: ledger.noteClockStep })];
  // Whatever writes to the index or takes footage away is for the holder of the lease alone.
  const besideUnderLease = [
    publishStatus({ db, board, ledger, restream, log }),
    pendingBytes({ db, storages: storages.usable, log }),
    alarms.task,
    motionAlarms.task,
    motionEvents.task,
    motionViews.task,
    marks.task,
    publishMotionStatus({ db, reports: motion.reports, log }),
    ...footage.tasks,
  ];
  const runBeside = async (work: Promise<void>) => {
    try {
      await work;
    } catch (err) {
      fault ??= err;
      failed.abort();
    }
  };
  let indexed = Promise.resolve();
  const indexing = new AbortController();
  const workUnderLease = async (): Promise<void> => {
    const lease = await Promise.race([leasing, aborted(signal)]);
    if (!lease) return;
    held = lease;
    log.debug({ epoch: lease.epoch }, 'recorder has the lease');
    indexed = index.run(lease.epoch, indexing.signal);
    await Promise.all([
      runBeside(keepLease({ db, lease, clock, log, version: options.version, startedAt, signal })),
      ...besideUnderLease.map((task) => runBeside(task.run(signal))),
    ]);
  };
  const ended = Promise.all([runBeside(workUnderLease()), ...beside.map((task) => runBeside(task.run(signal)))]);
  // Recording stops first and at once; what looks after footage may be in the middle of something, or hang on a dead disk.
  await aborted(signal);
  await captures.stop();
  motion.stop();
  await detector.stop();
  await analyser.stop();
  await restream.close();
  await Promise.race([Promise.all([ended, storages.marked(), kept]), sleep(BESIDE_MS)]);
  // Without the lease the index is not ours to write to; what waits for it is found on the disk by the next start.
  const lease = isHolder() ? held : undefined;
  if (lease) await index.drained(AbortSignal.timeout(DRAIN_MS));
  indexing.abort();
  await indexed;
  if (lease) {
    const lastWords = [() => ledger.flush(), () => lease.giveUp()];
    for (const say of lastWords) await say().catch((err: unknown) => log.warn({ err }, 'the database is away'));
  }
  if (fault !== undefined) throw fault;
}
