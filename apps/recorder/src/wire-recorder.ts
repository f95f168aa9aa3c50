import type { Database, SchemaState } from '@holdfast/db';
import type { DetectorEnv } from '@holdfast/detector';
import type { HubEnv } from '@holdfast/hub';
import {
  type Clock,
  createWakeUp,
  every,
  type Logger,
  type OutboundRule,
  type SecretBox,
  type Task,
  type Tokens,
  type WakeUp,
} from '@holdfast/kit';
import { SlabPool } from '@holdfast/media';
import { followCameras } from './cameras/follow-cameras.ts';
import { footageTasks } from './footage-tasks.ts';
import { createRecorderHub, type RecorderHub } from './hub/recorder-hub.ts';
import { clockWatch } from './ledger/clock-watch.ts';
import { createLedger, type Ledger } from './ledger/ledger.ts';
import { type MotionDetection, startMotionDetection } from './motion/motion-detection.ts';
import { createRecorderSettings } from './recorder-settings.ts';
import { defaultRecordingTiming, type RecordingTiming, recordStream } from './recording/record-stream.ts';
import { createRecordings, type Recordings } from './recording/recordings.ts';
import type { FfmpegTool } from './restream/ffmpeg-tool.ts';
import { type Restream, startRestream } from './restream/restream.ts';
import { createRestreamAuth } from './restream/restream-auth.ts';
import { createIndexQueue, type IndexQueue } from './segments/index-queue.ts';
import { createPersist, type PersistSegment } from './segments/persist-segment.ts';
import { realDisk, type SegmentDisk } from './segments/segment-disk.ts';
import type { SegmentNaming } from './segments/segment-writer.ts';
import { createSpoolHolds } from './segments/spool-holds.ts';
import { createSpoolSweep } from './segments/spool-sweep.ts';
import type { RecorderMemory, Remembered } from './settings/last-known-settings.ts';
import { logStreamRemark, logStreamState } from './status/log-stream-state.ts';
import { pendingBytes } from './status/pending-bytes.ts';
import { publishStatus } from './status/publish-status.ts';
import { createStreamAlarms } from './status/stream-alarms.ts';
import { createStreamBoard, type StreamBoard } from './status/stream-board.ts';
import type { StorageGuard } from './storage/storage-guard.ts';
import { createStorageLimiter } from './storage/storage-limiter.ts';
import type { StorageRegistry } from './storage/storage-registry.ts';

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
  /** The external detector, unless one is set in the console. */
  detectorEnv: DetectorEnv;
  /** The smart-home hub, unless one is set in the console. */
  hubEnv: HubEnv;
  timeZone: string;
  version: string;
  bootGraceMs: number;
  maintenanceUntilMs?: number | undefined;
  /** The group that may read footage. */
  footageGroup?: number | undefined;
  timing?: Partial<RecordingTiming>;
  disk?: SegmentDisk;
  /** Filled with the names of the cameras by id, for log lines. */
  cameraNames?: Map<string, string>;
}

export interface RecorderParts {
  index: IndexQueue;
  ledger: Ledger;
  motion: MotionDetection;
  hub: RecorderHub;
  restream: Restream;
  recordings: Recordings;
  /** Whether there is any stream to record. */
  hasStreams(): boolean;
  /** Tasks that run with or without the lease. */
  tasks: Task[];
  /** Tasks that write to the index or delete footage, for the holder of the lease. */
  leaseTasks: Task[];
  /** Resolves when the last known settings are saved. */
  settingsSaved(): Promise<void>;
}

export interface RecorderStart {
  registry: StorageRegistry;
  guard: StorageGuard;
  storagesChanged: WakeUp;
  remembered: Remembered | undefined;
  /** There may be a request to restart. */
  onRestartRequested: () => void;
}

/** Concurrent disk calls for each storage. */
const CALLS_PER_STORAGE = 4;
const SWEEP_INTERVAL_MS = 10_000;

/** Creates the parts of the recorder and connects them. Starts the restream and motion detection, but no task. */
export async function wireRecorder(
  options: RecorderOptions & { memory: RecorderMemory },
  { registry, guard, storagesChanged, remembered, onRestartRequested }: RecorderStart,
): Promise<RecorderParts> {
  const { db, clock, log, maintenanceUntilMs, cameraNames = new Map<string, string>() } = options;
  const nameOf = (cameraId: string) => cameraNames.get(cameraId) ?? 'A camera';
  const limited = createStorageLimiter(CALLS_PER_STORAGE);
  const index = createIndexQueue({ db, log });
  const motion = startMotionDetection({
    ...options,
    maintenanceUntilMs,
    readUrl: (ref) => restream.childUrl(ref, 'read'),
    isRecorded: (cameraId) => board.isRecorded(cameraId),
    nameOf,
  });
  const hub = createRecorderHub({ ...options, motion });
  const persist = createPersist({
    motionIn: (ref, { startMs, preciseStartMs, endMs }) =>
      motion.marks.note(ref, startMs, { startMs: preciseStartMs, endMs }),
    disk: options.disk ?? realDisk,
    limited,
    index,
    storages: guard,
    clock,
    log,
  });
  const ledger = createLedger({ db, log, maintenanceUntilMs });
  const footage = footageTasks({ db, clock, log, readStorages: registry.read, storagesChanged });
  const board = createStreamBoard({
    clock,
    onChange: (ref, { state, detail, atMs }) => {
      ledger.note(ref, state, atMs);
      if (state === 'disk_full') footage.triggerRetention();
      logStreamState(log, ref, { state, detail });
    },
    onRemark: (ref, remark) => logStreamRemark(log, ref, remark),
    onForgotten: ledger.forget,
  });
  const auth = createRestreamAuth({ db, tokens: options.tokens, clock });
  auth.setReaderAccount(remembered?.readerAccount);
  const { host, rtspPort, ffmpeg, outbound } = options;
  const restream = await startRestream({ host, port: rtspPort, auth, ffmpeg, outbound, log });
  log.debug({ host, rtsp_port: restream.port, from_memory: remembered !== undefined }, 'recorder is up');
  const holds = createSpoolHolds();
  const recordings = wireRecordings(options, { restream, storages: guard, persist, limited, holds, board, motion });
  const settings = createRecorderSettings({
    ...options,
    isSchemaChecked: remembered === undefined,
    cameraNames,
    storages: registry,
    auth,
    board,
    motion,
    hub: hub.source,
    recordings,
    restream,
  });
  const isUsable = async (storageId: string) => (await guard.check(storageId)).kind === 'open';
  const sweep = createSpoolSweep({ holds, persist, limited, isUsable, log });
  const hasStreams = () => board.rows().length > 0;
  const statusDue = createWakeUp();
  const alarms = createStreamAlarms({ ...options, rows: board.rows, footageOf: board.footageOf, nameOf });
  return {
    index,
    ledger,
    motion,
    hub,
    restream,
    recordings,
    hasStreams,
    tasks: [
      followCameras({
        ...options,
        remembered: remembered?.cameras,
        load: settings.load,
        apply: async (plan, cameras) => {
          await settings.apply(plan, cameras);
          statusDue.wake();
        },
        onMissingFootage: footage.lookForMissing,
        onRestartRequested,
      }),
      every('spools', SWEEP_INTERVAL_MS, (signal) => sweep.run(registry.all(), signal), { log, isLight: true }),
      clockWatch({ clock, log, onStep: ledger.noteClockStep, hasStreams }),
    ],
    leaseTasks: [
      publishStatus({ db, board, ledger, restream, due: statusDue, log }),
      pendingBytes({ db, storages: registry.all, isUsable, log }),
      alarms.task,
      ...motion.tasks,
      ...hub.tasks,
      ...footage.tasks,
    ],
    settingsSaved: settings.saved,
  };
}

function wireRecordings(
  { clock, log, ffmpeg, timing, disk = realDisk }: RecorderOptions,
  parts: {
    restream: Restream;
    storages: StorageGuard;
    persist: PersistSegment;
    limited: ReturnType<typeof createStorageLimiter>;
    holds: ReturnType<typeof createSpoolHolds>;
    board: StreamBoard;
    motion: MotionDetection;
  },
): Recordings {
  const { restream, storages, persist, limited, holds, board, motion } = parts;
  const deps = {
    sources: restream.states,
    openStream: restream.openStream,
    pool: new SlabPool(),
    wallMs: (monotonicMs: number) => clock.now() - (performance.now() - monotonicMs),
    storages,
    persist,
    disk,
    limited,
    holds,
    namings: new Map<string, SegmentNaming>(),
    report: board,
    gateOf: motion.cameras.gateOf,
    onSpilled: motion.alarms.noteSpill,
    soundTool: { ffmpegPath: ffmpeg.path, env: ffmpeg.env },
    log,
    timing: { ...defaultRecordingTiming, ...timing },
  };
  return createRecordings({ log, record: (wanted, signal) => recordStream(wanted, deps, signal) });
}
