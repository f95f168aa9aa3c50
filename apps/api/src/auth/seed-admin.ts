import { countAdmins, type Database, insertAuditEntry } from '@holdfast/db';
import { isCommonPassword } from '@holdfast/domain';
import { type Clock, exitCodes, type Logger } from '@holdfast/kit';
import { entryOf } from '../http/audit-note.ts';
import { createFirstAdmin } from './create-admin.ts';
import type { PasswordHasher } from './passwords.ts';

const SEEDED_USERNAME = 'admin';

/** SEED_ADMIN_PASSWORD creates the first administrator; later starts do not change users. */
export async function seedAdmin(
  { db, clock, passwords, log }: { db: Database; clock: Clock; passwords: PasswordHasher; log: Logger },
  password: string,
): Promise<void> {
  if ((await countAdmins(db)) > 0) return;
  if (isCommonPassword(password, SEEDED_USERNAME)) {
    log.fatal('SEED_ADMIN_PASSWORD is one of the commonest passwords: choose another');
    process.exit(exitCodes.badConfig);
  }
  const passwordHash = await passwords.hash(password);
  const admin = await db.transaction().execute(async (tx) => {
    const created = await createFirstAdmin(tx, { username: SEEDED_USERNAME, passwordHash });
    if (created)
      await insertAuditEntry(tx, {
        ...entryOf('first-admin-created', { ...created, name: SEEDED_USERNAME, details: { from: 'environment' } }),
        ts: new Date(clock.now()),
        userId: null,
        username: null,
        clientAddress: null,
      });
    return created;
  });
  if (admin) log.info({ username: SEEDED_USERNAME }, 'created the first administrator from SEED_ADMIN_PASSWORD');
}
