import { randomBytes } from 'node:crypto';
import { type Conn, findRestreamAccount, insertRestreamAccount, replaceRestreamPassword } from '@holdfast/db';
import type { Logger, SecretBox } from '@holdfast/kit';
import type { ReaderAccount } from './door.ts';

const USERNAME = 'viewer';
const newPassword = () => randomBytes(18).toString('base64url');

/** The account of the readers, made at first boot. One sealed with a lost key is replaced, since nobody can know it. */
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
  const fresh = newPassword();
  if (known) {
    log.warn('the password of the restream was sealed with another key, making a new one');
    await replaceRestreamPassword(db, secrets.seal(fresh));
    return { username: known.username, password: fresh };
  }
  await insertRestreamAccount(db, { username: USERNAME, password: secrets.seal(fresh) });
  const kept = await findRestreamAccount(db);
  const keptPassword = kept && secrets.open(kept.password);
  return { username: kept?.username ?? USERNAME, password: keptPassword ?? fresh };
}
