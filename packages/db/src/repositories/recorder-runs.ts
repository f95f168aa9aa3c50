import type { Conn } from '../connect.ts';

export const insertRecorderRun = async (conn: Conn, startedAt: Date): Promise<number> => {
  const run = await conn
    .insertInto('recorderRun')
    .values({ startedAt, beatAt: startedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return run.id;
};

/** `restart`: somebody asked for it, and the next run follows at once. */
export const endRecorderRun = (conn: Conn, id: number, { endedAt, restart }: { endedAt: Date; restart: boolean }) =>
  conn.updateTable('recorderRun').set({ beatAt: endedAt, endedAt, restart }).where('id', '=', id).execute();
