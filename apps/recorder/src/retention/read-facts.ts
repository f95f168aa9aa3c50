import {
  type Database,
  type FootagePlace,
  type FootageRow,
  listFootagePlaces,
  listPolicies,
  listProtectedRanges,
  oldestFootage,
  type PolicyRow,
} from '@holdfast/db';
import {
  freeSpaceFloor,
  type ProtectedRange,
  type RetentionPolicy,
  type StorageState,
  type StoredSegment,
  type Tier,
} from '@holdfast/domain';
import { isAvailable, type WatchedStorage } from '../storage/storage-registry.ts';

const HOUR_MS = 3_600_000;

export interface RetentionView {
  nowMs: number;
  places: FootagePlace[];
  policies: RetentionPolicy[];
  storages: StorageState[];
  ageRulesPaused: boolean;
}

export interface ViewOptions {
  db: Database;
  storages: readonly WatchedStorage[];
  nowMs: number;
  /** The clock is suspect. Budgets and the free space floor still apply. */
  ageRulesPaused: boolean;
  /** Storages to which a copy failed in this round. */
  brokenArchives: ReadonlySet<string>;
  /**
   * Bytes freed in this round for each device: some file systems report free space late, and the space must not be freed
   * twice.
   */
  freedBytes: ReadonlyMap<string, { startFreeBytes: number; bytes: number }>;
}

/** All sums come from counters, so the cost does not depend on the number of segments. */
export async function readView({
  db,
  storages,
  nowMs,
  ageRulesPaused,
  brokenArchives,
  freedBytes,
}: ViewOptions): Promise<RetentionView> {
  const places = await listFootagePlaces(db);
  const policies = await listPolicies(db);
  const usedBytes = (isMine: (place: FootagePlace) => boolean) =>
    places.filter(isMine).reduce((sum, place) => sum + place.bytes, 0);
  return {
    nowMs,
    ageRulesPaused,
    places,
    policies: policies.map((policy) =>
      toRetentionPolicy(policy, (tier) => usedBytes((place) => place.policyId === policy.id && place.tier === tier)),
    ),
    storages: storages.map((storage): StorageState => {
      const { freeBytes, totalBytes, deviceId } = storage.reading;
      const freed = freedBytes.get(deviceId ?? '');
      return {
        id: storage.id,
        deviceId: deviceId ?? storage.id,
        available: isAvailable(storage),
        freeBytes: Math.max(freeBytes ?? 0, freed ? freed.startFreeBytes + freed.bytes : 0),
        minFreeBytes: freeSpaceFloor({ storageId: storage.id, totalBytes: totalBytes ?? 0, policies }),
        takesCopies: !brokenArchives.has(storage.id),
      };
    }),
  };
}

function toRetentionPolicy(policy: PolicyRow, usedBytes: (tier: Tier) => number): RetentionPolicy {
  const { archiveEnabled, archiveStorageId, archiveAfterHours, archiveRetentionHours, maxRetentionDays } = policy;
  return {
    id: policy.id,
    live: {
      maxAgeMs: policy.liveRetentionHours * HOUR_MS,
      maxBytes: policy.liveMaxBytes,
      usedBytes: usedBytes('live'),
    },
    archive: {
      maxAgeMs: archiveRetentionHours === null ? null : archiveRetentionHours * HOUR_MS,
      maxBytes: policy.archiveMaxBytes,
      usedBytes: usedBytes('archive'),
    },
    archiving:
      archiveEnabled && archiveStorageId !== null && archiveAfterHours !== null
        ? { storageId: archiveStorageId, afterMs: archiveAfterHours * HOUR_MS }
        : null,
    maxRetentionMs: maxRetentionDays === null ? null : maxRetentionDays * 24 * HOUR_MS,
  };
}

/** The oldest footage of each place where a limit may be exceeded. */
export async function readCandidates(db: Database, view: RetentionView, limit: number): Promise<FootageRow[]> {
  const found = new Map<number, FootageRow>();
  for (const places of exceededLimits(view))
    for (const row of await oldestFootage(db, { places, skipProtected: true, limit })) found.set(row.id, row);
  return [...found.values()];
}

type Searched = { cameraId: string; storageId: string; tier: Tier; until: Date | null };

function exceededLimits({ nowMs, ageRulesPaused, places, policies, storages }: RetentionView): Searched[][] {
  const policyOf = new Map(policies.map((policy) => [policy.id, policy]));
  const storageOf = new Map(storages.map((storage) => [storage.id, storage]));
  const reachable = places.filter((place) => storageOf.get(place.storageId)?.available);

  const aged = (ageRulesPaused ? [] : reachable).flatMap((place): Searched[] => {
    const policy = policyOf.get(place.policyId);
    if (!policy) return [];
    const waits = place.tier === 'live' && policy.archiving !== null;
    const limits = [waits ? null : policy[place.tier].maxAgeMs, policy.maxRetentionMs].filter((ms) => ms !== null);
    return limits.length === 0 ? [] : [{ ...placeOf(place), until: new Date(nowMs - Math.min(...limits)) }];
  });
  const overBudget = policies.flatMap((policy) =>
    (['live', 'archive'] as const)
      .filter((tier) => policy[tier].maxBytes !== null && policy[tier].usedBytes > (policy[tier].maxBytes ?? 0))
      .map((tier) => reachable.filter((place) => place.policyId === policy.id && place.tier === tier).map(placeOf)),
  );
  const devices = Map.groupBy(
    storages.filter(({ available }) => available),
    ({ deviceId }) => deviceId,
  );
  const belowFloor = [...devices.values()]
    .filter(
      (here) =>
        Math.min(...here.map(({ freeBytes }) => freeBytes)) < Math.max(...here.map(({ minFreeBytes }) => minFreeBytes)),
    )
    .map((here) => reachable.filter((place) => here.some(({ id }) => id === place.storageId)).map(placeOf));
  return [aged, ...overBudget, ...belowFloor];
}

const placeOf = ({ cameraId, storageId, tier }: FootagePlace): Searched => ({ cameraId, storageId, tier, until: null });

/** Live footage that is due to be archived. Bookmarks do not prevent a move. */
export const readArchiveCandidates = (
  db: Database,
  { nowMs, places, policies, storages }: RetentionView,
  limit: number,
): Promise<FootageRow[]> => {
  const available = new Set(storages.filter((storage) => storage.available).map(({ id }) => id));
  const archivingOf = new Map(policies.map((policy) => [policy.id, policy.archiving]));
  return oldestFootage(db, {
    places: places.flatMap((place): Searched[] => {
      const archiving = archivingOf.get(place.policyId);
      if (!archiving || place.tier !== 'live' || !available.has(place.storageId)) return [];
      if (!available.has(archiving.storageId)) return [];
      return [{ ...placeOf(place), until: new Date(nowMs - archiving.afterMs) }];
    }),
    skipProtected: false,
    limit,
  });
};

export async function readProtectedRanges(db: Database, rows: readonly FootageRow[]): Promise<ProtectedRange[]> {
  if (rows.length === 0) return [];
  const start = new Date(Math.min(...rows.map(({ mediaStartTs }) => mediaStartTs.getTime())));
  const end = new Date(Math.max(...rows.map(({ endTs }) => endTs.getTime())) + 1);
  const cameraIds = [...new Set(rows.map(({ cameraId }) => cameraId))];
  return (await listProtectedRanges(db, { start, end })).flatMap(({ cameraId, startTs, endTs }) =>
    (cameraId === null ? cameraIds : [cameraId]).map((id) => ({
      cameraId: id,
      startMs: startTs.getTime(),
      endMs: endTs.getTime(),
    })),
  );
}

export const toStoredSegment = (row: FootageRow): StoredSegment => ({
  id: String(row.id),
  cameraId: row.cameraId,
  policyId: row.policyId,
  storageId: row.storageId,
  tier: row.tier,
  startMs: row.mediaStartTs.getTime(),
  // A segment with a single frame can be protected too.
  endMs: Math.max(row.endTs.getTime(), row.startTs.getTime() + 1),
  sizeBytes: row.sizeBytes,
});
