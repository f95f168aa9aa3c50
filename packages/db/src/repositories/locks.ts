import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** Held until the transaction ends. One key for each group of writes that must not run concurrently. */
const keys = {
  access: 7_241_002,
  policies: 7_241_003,
  'alert-rules': 7_241_004,
  storages: 7_241_005,
  exports: 7_241_006,
  shares: 7_241_007,
} as const;

export const lockFor = async (tx: Conn, family: keyof typeof keys): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${keys[family]})`.execute(tx);
};
