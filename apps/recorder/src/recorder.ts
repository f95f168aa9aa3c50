import { databaseIdentity } from '@holdfast/db';
import { aborted, createWakeUp, ExitWith, exitCodes, FolderInUse, sleep, type Task } from '@holdfast/kit';
import { type Beginning, beginRecording } from './lease/begin-recording.ts';
import { nameHolder } from './lease/holder.ts';
import { keepLease } from './lease/keep-lease.ts';
import { lockRecorder } from './lease/lock-recorder.ts';
import type { Lease } from './lease/take-lease.ts';
import { watchRestartRequests } from './restart/watch-restart-requests.ts';
import { createRecorderMemory, type RecorderMemory } from './settings/last-known-settings.ts';
import { recorderFolder } from './settings/recorder-folder.ts';
import { footageSharing } from './storage/footage-sharing.ts';
import { createStorageGuard, type StorageGuard } from './storage/storage-guard.ts';
import { createStorageLocks, type StorageLocks } from './storage/storage-locks.ts';
import { createStorageRegistry } from './storage/storage-registry.ts';
import { type RecorderOptions, wireRecorder } from './wire-recorder.ts';

/** The recorder process as one task: takes locks and lease, starts restream and recordings, and stops in reverse order. */
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

const DRAIN_MS = 5_000;
/** How long a stop waits for the other tasks after recording has stopped. */
const TASKS_END_MS = 15_000;

type StartedOptions = RecorderOptions & { memory: RecorderMemory; locks: StorageLocks; signal: AbortSignal };

async function record({ leasing, remembered }: Beginning, options: StartedOptions): Promise<void> {
  const { db, clock, log, version } = options;
  const startedAt = new Date(clock.now());
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  let held: Lease | undefined;
  let fault: unknown;
  const isRestart = () => fault instanceof ExitWith && fault.exitCode === exitCodes.restart;
  // Another recorder may hold the lease now, unless this one ends because it was asked to.
  const isHolder = () => held !== undefined && (isRestart() || !(fault instanceof ExitWith));

  const storagesChanged = createWakeUp();
  const registry = createStorageRegistry({
    ...{ db, dataDir: options.dataDir, remembered: remembered?.storages },
    onChange: storagesChanged.wake,
  });
  const guard = createStorageGuard({ ...options, registry, mayMark: isHolder });
  if (!remembered) await registry.refresh().catch((err: unknown) => log.warn({ err }, 'storages cannot be read yet'));
  await lockStorages(guard);
  const sharing = footageSharing({
    group: options.footageGroup,
    dataDir: options.dataDir,
    usable: guard.usable,
    log,
  });
  await sharing.now();
  const restarts = createWakeUp();
  const { index, ledger, motion, hub, restream, recordings, hasStreams, ...wired } = await wireRecorder(options, {
    registry,
    guard,
    storagesChanged,
    remembered,
    onRestartRequested: restarts.wake,
  });

  const stopOnFailure = async (work: Promise<void>) => {
    try {
      await work;
    } catch (err) {
      fault ??= err;
      failed.abort();
    }
  };
  let indexed = Promise.resolve();
  const indexing = new AbortController();
  const runWithLease = async (): Promise<void> => {
    const lease = await Promise.race([leasing, aborted(signal)]);
    if (!lease) return;
    held = lease;
    log.debug({ epoch: lease.epoch }, 'recorder has the lease');
    indexed = index.run(lease.epoch, indexing.signal);
    await Promise.all([
      stopOnFailure(keepLease({ db, lease, clock, log, version, startedAt, signal, isRestart, hasStreams })),
      stopOnFailure(watchRestartRequests({ db, clock, log, startedAt, requested: restarts }).run(signal)),
      ...wired.leaseTasks.map((task) => stopOnFailure(task.run(signal))),
    ]);
  };
  const tasks = [...wired.tasks, sharing.task];
  const ended = Promise.all([stopOnFailure(runWithLease()), ...tasks.map((task) => stopOnFailure(task.run(signal)))]);

  await aborted(signal);
  // Recording stops first. Other tasks may be busy, or blocked by a dead disk.
  await recordings.stop();
  await hub.source.stop();
  await motion.stop();
  await restream.close();
  await Promise.race([Promise.all([ended, guard.marked(), wired.settingsSaved()]), sleep(TASKS_END_MS)]);
  // Without the lease the index must not be written; the next start finds the remaining files on the disk.
  const lease = isHolder() ? held : undefined;
  if (lease) await index.drained(AbortSignal.timeout(DRAIN_MS));
  indexing.abort();
  await indexed;
  if (lease) {
    const finalWrites = [() => ledger.flush(), () => lease.giveUp()];
    for (const write of finalWrites) await write().catch((err: unknown) => log.warn({ err }, 'the database is away'));
  }
  if (fault !== undefined) throw fault;
}

/** A storage that is not mounted now is locked when it is first used. */
async function lockStorages(guard: StorageGuard): Promise<void> {
  try {
    await guard.lockAll();
  } catch (err) {
    if (err instanceof FolderInUse)
      throw new ExitWith(exitCodes.cannotCreate, `Another recorder uses a storage of this one: ${err.message}`);
    throw err;
  }
}
