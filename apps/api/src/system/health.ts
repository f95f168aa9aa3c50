import { reasonBody } from '@holdfast/contract';
import { type Database, findHeartbeat, listFaultsOfUsedStorages } from '@holdfast/db';
import { type Reason, reasonCode, reasonText, type StorageHealth } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';

export const RECORDER_SILENT_MS = 15_000;

interface HealthDeps {
  db: Database;
  clock: Clock;
}

const storageReasons: Record<Exclude<StorageHealth, 'ok'>, Reason> = {
  missing: reasonCode('used-storage-missing'),
  foreign: reasonCode('used-storage-changed'),
  unwritable: reasonCode('used-storage-unwritable'),
  no_links: reasonCode('used-storage-without-links'),
  full: reasonCode('used-storage-full'),
};

export async function isRecorderAlive({ db, clock }: HealthDeps): Promise<boolean> {
  const recorder = await findHeartbeat(db, 'recorder');
  return clock.now() - (recorder?.beatAt.getTime() ?? 0) <= RECORDER_SILENT_MS;
}

/**
 * The current faults; empty if everything works. The route is public, so no camera or storage is named. Throws when
 * the database is unavailable.
 */
export async function healthReasons(deps: HealthDeps): Promise<Reason[]> {
  // Its reports from before it stopped are outdated.
  if (!(await isRecorderAlive(deps))) return [reasonCode('recorder-not-running')];
  return (await listFaultsOfUsedStorages(deps.db)).flatMap((state) => (state === 'ok' ? [] : [storageReasons[state]]));
}

export const presentHealth = (reasons: readonly Reason[]) => ({
  status: reasons.length === 0 ? ('ok' as const) : ('degraded' as const),
  reasons: reasons.map(reasonText),
  causes: reasons.flatMap((reason) => reasonBody(reason) ?? []),
});
