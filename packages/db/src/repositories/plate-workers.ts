import { lprEnabled } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** The cameras that a plate worker should read now; none while plates are disabled. */
export const listCamerasForWorkers = async (conn: Conn): Promise<{ id: string; hasSubStream: boolean }[]> => {
  const rows = await conn
    .selectFrom('camera')
    .innerJoin('lprConfig', (join) => join.on('lprConfig.enabled', '=', true))
    .select((eb) => ['camera.id', 'lprEngine', eb('subUrl', 'is not', null).$castTo<boolean>().as('hasSubStream')])
    .where('camera.removedAt', 'is', null)
    .where('camera.enabled', '=', true)
    .orderBy('camera.id')
    .execute();
  return rows.filter(({ lprEngine }) => lprEnabled(lprEngine)).map(({ id, hasSubStream }) => ({ id, hasSubStream }));
};

/** A worker starts: its token is valid from now on, and the previous one is not. */
export const beginPlateWorker = (conn: Conn, { cameraId, tokenDigest }: { cameraId: string; tokenDigest: Buffer }) =>
  conn
    .insertInto('plateWorker')
    .values({ cameraId, tokenDigest })
    .onConflict((conflict) => conflict.column('cameraId').doUpdateSet({ tokenDigest, startedAt: sql`now()` }))
    .execute();

/** A worker has ended; the token of a worker that started since stays valid. */
export const endPlateWorker = (conn: Conn, tokenDigest: Buffer) =>
  conn.deleteFrom('plateWorker').where('tokenDigest', '=', tokenDigest).execute();

/** No worker is running: revokes what a killed launcher left behind. */
export const endAllPlateWorkers = (conn: Conn) => conn.deleteFrom('plateWorker').execute();

/** The camera that a worker's token belongs to. */
export const findWorkerCamera = async (conn: Conn, tokenDigest: Buffer): Promise<string | undefined> => {
  const row = await conn
    .selectFrom('plateWorker')
    .select('cameraId')
    .where('tokenDigest', '=', tokenDigest)
    .executeTakeFirst();
  return row?.cameraId;
};
