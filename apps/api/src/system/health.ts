import { type Database, findHeartbeat } from '@holdfast/db';
import type { Clock } from '@holdfast/kit';

export const RECORDER_SILENT_MS = 15_000;

/** What does not work right now, in sentences; empty means all is well. Throws when the database is away. */
export async function healthReasons({ db, clock }: { db: Database; clock: Clock }): Promise<string[]> {
  const recorder = await findHeartbeat(db, 'recorder');
  const silentMs = clock.now() - (recorder?.beatAt.getTime() ?? 0);
  return silentMs > RECORDER_SILENT_MS ? ['The recorder is not running.'] : [];
}
