import type { Conn } from '../connect.ts';

/** The camera that a worker's token belongs to. */
export const findWorkerCamera = async (conn: Conn, tokenDigest: Buffer): Promise<string | undefined> => {
  const row = await conn
    .selectFrom('plateWorker')
    .select('cameraId')
    .where('tokenDigest', '=', tokenDigest)
    .executeTakeFirst();
  return row?.cameraId;
};
