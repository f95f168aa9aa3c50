import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

const COLUMNS = ['requestedAt', 'takenAt'] as const;

export const findRecorderRestart = (conn: Conn) =>
  conn.selectFrom('recorderRestart').select(COLUMNS).executeTakeFirstOrThrow();

/** Undefined if there is one already that the recorder has not taken yet. The recorder is notified. */
export const requestRecorderRestart = async (
  conn: Conn,
  request: { requestedAt: Date; requestedBy: string | null },
) => {
  const requested = await conn
    .updateTable('recorderRestart')
    .set({ ...request, takenAt: null })
    .where((eb) => eb.or([eb('requestedAt', 'is', null), eb('takenAt', 'is not', null)]))
    .returning(COLUMNS)
    .executeTakeFirst();
  if (requested) await sql`select pg_notify('restart_requested', '')`.execute(conn);
  return requested;
};

/** True only for the call that took an open request. */
export const takeRecorderRestart = async (conn: Conn, takenAt: Date): Promise<boolean> =>
  (await conn
    .updateTable('recorderRestart')
    .set({ takenAt })
    .where('requestedAt', 'is not', null)
    .where('takenAt', 'is', null)
    .returning('singleton')
    .executeTakeFirst()) !== undefined;
