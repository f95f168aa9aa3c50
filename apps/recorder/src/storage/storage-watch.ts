import {
  type Database,
  findFootageOn,
  listPolicies,
  raiseSystemEvent,
  rememberMarker,
  saveStorageReport,
} from '@holdfast/db';
import { type FloorPolicy, freeSpaceFloor, reasonText } from '@holdfast/domain';
import { askOnce, type Clock, every, type Logger, type Task, TookTooLong, type WakeUp } from '@holdfast/kit';
import { type Alarm, createAlarm } from './alarm.ts';
import { markStorage } from './mark-storage.ts';
import { readMarker } from './marker.ts';
import type { ReadStorages, WatchedStorage } from './storage-registry.ts';

const INTERVAL_MS = 15_000;
const CALL_LIMIT_MS = 5_000;

export interface StorageWatchOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  readStorages: ReadStorages;
  /** Inspects the storages at once instead of at the next interval. */
  wakeUp?: WakeUp;
}

export interface StorageWatch {
  /** Inspects all storages, saves their status, and raises an event when one gets worse. */
  refresh(): Promise<WatchedStorage[]>;
  task: Task;
}

interface Alarms {
  gone: Alarm;
  lowDisk: Alarm;
}

export function createStorageWatch({ db, clock, log, readStorages, wakeUp }: StorageWatchOptions): StorageWatch {
  const alarms = new Map<string, Alarms>();
  const catchUp = askOnce<void>(CALL_LIMIT_MS);

  const alarmsOf = (storage: WatchedStorage, policies: readonly FloorPolicy[]): Alarms => {
    const known = alarms.get(storage.id);
    if (known) return known;
    // Faults from before a restart were already raised.
    const { status } = storage;
    const fresh = {
      gone: createAlarm({ raised: status !== undefined && isGone(status.state) }),
      lowDisk: createAlarm({
        raised: status !== undefined && judgeSpace({ ...status, storageId: storage.id }, policies) === 'low',
      }),
    };
    alarms.set(storage.id, fresh);
    return fresh;
  };

  const announce = async (storage: WatchedStorage, policies: readonly FloorPolicy[]): Promise<void> => {
    const { id, name, reading } = storage;
    const { gone, lowDisk } = alarmsOf(storage, policies);
    const data = { storage_id: id, state: reading.state };
    if (gone.report(isGone(reading.state))) {
      log.error(
        { storage_id: id, state: reading.state, reason: reasonText(reading.detail ?? '') },
        'storage cannot be used',
      );
      await raiseSystemEvent(db, {
        eventKey: 'storage_unwritable',
        cameraId: null,
        detail: `Storage ${name} cannot be used. ${reasonText(reading.detail ?? '')}`.trim(),
        data: { ...data, reason: reading.detail },
      });
    }
    const space = judgeSpace({ ...reading, storageId: id }, policies);
    if (space !== 'between' && lowDisk.report(space === 'low')) {
      log.error({ storage_id: id, free_bytes: reading.freeBytes }, 'storage is low on space');
      await raiseSystemEvent(db, {
        eventKey: 'low_disk',
        cameraId: null,
        detail: `Storage ${name} is nearly full: ${reading.freeBytes ?? 0} bytes are free.`,
        data: { ...data, free_bytes: reading.freeBytes },
      });
    }
  };

  const refresh = async (): Promise<WatchedStorage[]> => {
    const storages = await readStorages();
    const policies = await listPolicies(db);
    for (const storage of storages) {
      const { state, detail, freeBytes, totalBytes } = storage.reading;
      const updatedAt = new Date(clock.now());
      if (!isAsSaved(storage, updatedAt))
        await saveStorageReport(db, { storageId: storage.id, state, detail, freeBytes, totalBytes, updatedAt });
      await announce(storage, policies);
      await catchUp(storage.id, () => catchUpMarker({ db, clock }, storage)).catch((err: unknown) => {
        if (!(err instanceof TookTooLong)) throw err;
        log.warn({ storage_id: storage.id }, 'cannot read the marker of the storage');
      });
    }
    return storages;
  };

  return {
    refresh,
    task: every('storage-watch', INTERVAL_MS, refresh, {
      log,
      maxBackoffMs: INTERVAL_MS,
      isLight: true,
      ...(wakeUp && { wakeUp }),
    }),
  };
}

/** Every write costs a commit and is sent to all screens. */
const SAVED_AT_LEAST_MS = 60_000;
/** A smaller change of the free space cannot be seen on any screen. */
const VISIBLE_SHARE = 1 / 10_000;

/** Whether the last saved report is the same and recent. */
function isAsSaved({ status, reading }: WatchedStorage, now: Date): boolean {
  if (status === undefined || status.state !== reading.state || status.detail !== reading.detail) return false;
  if (status.totalBytes !== reading.totalBytes || (status.freeBytes === null) !== (reading.freeBytes === null))
    return false;
  const changedBytes = Math.abs((status.freeBytes ?? 0) - (reading.freeBytes ?? 0));
  const ageMs = now.getTime() - status.updatedAt.getTime();
  return changedBytes <= (reading.totalBytes ?? 0) * VISIBLE_SHARE && ageMs >= 0 && ageMs < SAVED_AT_LEAST_MS;
}

const isGone = (state: WatchedStorage['reading']['state']): boolean =>
  state === 'missing' || state === 'foreign' || state === 'unwritable' || state === 'no_links';

/** Two thresholds: retention keeps free space around the floor, so an alarm at the floor would never end. */
function judgeSpace(
  storage: { storageId: string; state: string; freeBytes: number | null; totalBytes: number | null },
  policies: readonly FloorPolicy[],
): 'low' | 'between' | 'enough' {
  const { storageId, state, freeBytes, totalBytes } = storage;
  if (state === 'full') return 'low';
  if (freeBytes === null || totalBytes === null) return 'between';
  const floorBytes = freeSpaceFloor({ storageId, totalBytes, policies });
  if (freeBytes < floorBytes / 2) return 'low';
  return freeBytes >= floorBytes * 0.9 ? 'enough' : 'between';
}

/**
 * A database restored from a backup may not know a marker that is on the disk, or may have footage on a storage without
 * one.
 */
async function catchUpMarker({ db, clock }: { db: Database; clock: Clock }, storage: WatchedStorage): Promise<void> {
  const { id, root, status, reading } = storage;
  if (status?.marker || reading.state !== 'ok') return;
  if (reading.marker === 'ours') {
    const found = await readMarker(root);
    if (found.kind === 'found')
      await rememberMarker(db, { storageId: id, marker: found.marker, now: new Date(clock.now()) });
    return;
  }
  const committed = await findFootageOn(db, id);
  if (committed) await markStorage({ db, clock, storage: { id, root }, committedPath: committed.path });
}
