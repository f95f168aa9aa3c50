import type pg from 'pg';

/** Plain statements, for a process without the query builder. */
export type PlainConn = Pick<pg.Pool, 'query'>;

/** The cameras that a plate worker should read now, by the rule `lprEnabled`; none while plates are disabled. */
export const listCamerasForWorkers = async (conn: PlainConn): Promise<{ id: string; hasSubStream: boolean }[]> => {
  const { rows } = await conn.query<{ id: string; hasSubStream: boolean }>(`
    select camera.id, camera.sub_url is not null as "hasSubStream"
      from camera join lpr_config on lpr_config.enabled
     where camera.removed_at is null and camera.enabled and camera.lpr_engine in ('native-alpr', 'both')
     order by camera.id`);
  return rows;
};

/** A worker starts: its token is valid from now on, and the previous one is not. */
export const beginPlateWorker = async (
  conn: PlainConn,
  { cameraId, tokenDigest }: { cameraId: string; tokenDigest: Buffer },
): Promise<void> => {
  await conn.query(
    `insert into plate_worker (camera_id, token_digest) values ($1, $2)
     on conflict (camera_id) do update set token_digest = excluded.token_digest, started_at = now()`,
    [cameraId, tokenDigest],
  );
};

/** A worker has ended; the token of a worker that started since stays valid. */
export const endPlateWorker = async (conn: PlainConn, tokenDigest: Buffer): Promise<void> => {
  await conn.query('delete from plate_worker where token_digest = $1', [tokenDigest]);
};

/** No worker is running: revokes what a killed launcher left behind. */
export const endAllPlateWorkers = async (conn: PlainConn): Promise<void> => {
  await conn.query('delete from plate_worker');
};
