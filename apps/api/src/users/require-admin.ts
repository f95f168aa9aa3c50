import { type Conn, countAdmins } from '@holdfast/db';
import { Problem } from '../http/problem.ts';

/** Called last in a transaction with the access lock: an administrator must remain. */
export async function requireAdminLeft(tx: Conn): Promise<void> {
  if ((await countAdmins(tx)) === 0) throw new Problem('last-admin');
}
