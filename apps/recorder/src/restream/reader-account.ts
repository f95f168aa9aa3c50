import {
  type Conn,
  findRestreamAccount,
  insertRestreamAccount,
  newRestreamAccount,
  replaceRestreamPassword,
} from '@holdfast/db';
import type { Logger, SecretBox } from '@holdfast/kit';
import type { ReaderAccount } from './restream-auth.ts';

/**
 * The reader account, created at the first start. If it was encrypted with a lost server key it is replaced, since
 * its password cannot be read.
 */
export async function loadReaderAccount({
  db,
  secrets,
  log,
}: {
  db: Conn;
  secrets: SecretBox;
  log: Logger;
}): Promise<ReaderAccount> {
  const known = await findRestreamAccount(db);
  const password = known && secrets.open(known.password);
  if (known && password !== undefined) return { username: known.username, password };
  const fresh = newRestreamAccount();
  if (known) {
    log.warn('the password of the restream was encrypted with another key, creating a new one');
    await replaceRestreamPassword(db, secrets.seal(fresh.password));
    return { username: known.username, password: fresh.password };
  }
  await insertRestreamAccount(db, { ...fresh, password: secrets.seal(fresh.password) });
  const kept = await findRestreamAccount(db);
  const keptPassword = kept && secrets.open(kept.password);
  return { username: kept?.username ?? fresh.username, password: keptPassword ?? fresh.password };
}
