import type { Conn } from '../connect.ts';

export const insertRecorderRun = async (conn: Conn, startedAt: Date): Promise<number> => {
  const run = await conn
    .insertInto('recorderRun')
    .values({ startedAt, beatAt: startedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return run.id;
};

export const beatRecorderRun = (conn: Conn, id: number, beatAt: Date) =>
  conn.updateTable('recorderRun').set({ beatAt }).where('id', '=', id).execute();

export const endRecorderRun = (conn: Conn, id: number, endedAt: Date) =>
  conn.updateTable('recorderRun').set({ beatAt: endedAt, endedAt }).where('id', '=', id).execute();
