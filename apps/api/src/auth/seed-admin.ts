import { countAdmins, type Database } from '@holdfast/db';
import { isCommonPassword } from '@holdfast/domain';
import { exitCodes, type Logger } from '@holdfast/kit';
import { createFirstAdmin } from './create-admin.ts';
import type { PasswordHasher } from './passwords.ts';

const SEEDED_USERNAME = 'admin';

/** SEED_ADMIN_PASSWORD creates the first administrator; later starts do not change users. */
export async function seedAdmin(
  { db, passwords, log }: { db: Database; passwords: PasswordHasher; log: Logger },
  password: string,
): Promise<void> {
  if ((await countAdmins(db)) > 0) return;
  if (isCommonPassword(password, SEEDED_USERNAME)) {
    log.fatal('SEED_ADMIN_PASSWORD is one of the commonest passwords: choose another');
    process.exit(exitCodes.badConfig);
  }
  const passwordHash = await passwords.hash(password);
  const admin = await db
    .transaction()
    .execute((tx) => createFirstAdmin(tx, { username: SEEDED_USERNAME, passwordHash }));
  if (admin) log.info({ username: SEEDED_USERNAME }, 'created the first administrator from SEED_ADMIN_PASSWORD');
}
