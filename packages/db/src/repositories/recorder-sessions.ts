import type { Conn } from '../connect.ts';

export const insertRecorderSession = async (conn: Conn, startedAt: Date): Promise<number> => {
  const session = await conn
    .insertInto('recorderRun')
    .values({ startedAt, beatAt: startedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return session.id;
};

/** `restart`: a user asked for it, and the next session follows at once. */
export const endRecorderSession = (conn: Conn, id: number, { endedAt, restart }: { endedAt: Date; restart: boolean }) =>
  conn.updateTable('recorderRun').set({ beatAt: endedAt, endedAt, restart }).where('id', '=', id).execute();
