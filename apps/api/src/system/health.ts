import { type Database, findHeartbeat, listFaultsOfUsedStorages } from '@holdfast/db';
import type { StorageHealth } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';

export const RECORDER_SILENT_MS = 15_000;

interface HealthDeps {
  db: Database;
  clock: Clock;
}

const storageReasons: Record<Exclude<StorageHealth, 'ok'>, string> = {
  missing: 'A storage in use is missing.',
  foreign: 'Another disk is mounted in the place of a storage in use.',
  unwritable: 'A storage in use cannot be written.',
  no_links: 'A storage in use cannot make hard links, which recordings need.',
  full: 'A storage in use is full.',
};

export async function isRecorderAlive({ db, clock }: HealthDeps): Promise<boolean> {
  const recorder = await findHeartbeat(db, 'recorder');
  return clock.now() - (recorder?.beatAt.getTime() ?? 0) <= RECORDER_SILENT_MS;
}

/**
 * What does not work right now, in sentences; empty means all is well. Anybody may ask, so they name no part of the house.
 * Throws when the database is away.
 */
export async function healthReasons(deps: HealthDeps): Promise<string[]> {
  // What it saw before it fell silent is old.
  if (!(await isRecorderAlive(deps))) return ['The recorder is not running.'];
  return (await listFaultsOfUsedStorages(deps.db)).flatMap((state) => (state === 'ok' ? [] : [storageReasons[state]]));
}
