import { type Conn, countAdmins } from '@holdfast/db';
import { Problem } from '../http/problem.ts';

/** Called last in a transaction that holds the access lock: nobody may be left standing outside. */
export async function requireAdminLeft(tx: Conn): Promise<void> {
  if ((await countAdmins(tx)) === 0) throw new Problem('last-admin');
}
