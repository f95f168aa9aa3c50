import type { StreamName } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { overlaps } from './media-start.ts';

/** The user who asks: users see their own exports, as long as they may see every camera in them; administrators see all. */
export interface ExportReader {
  userId: string;
  isAdmin: boolean;
}

const exportRows = (conn: Conn) =>
  conn
    .selectFrom('footageExport')
    .leftJoin('appUser', 'appUser.id', 'footageExport.createdBy')
    .selectAll('footageExport')
    .select('appUser.username')
    .select((eb) =>
      eb
        .selectFrom('footageExportCamera')
        .whereRef('exportId', '=', 'footageExport.id')
        .select(
          sql<
            { id: string; name: string }[]
          >`json_agg(json_build_object('id', camera_id, 'name', name) order by position)`.as('cameras'),
        )
        .$castTo<{ cameras: { id: string; name: string }[] }>()
        .as('cameras'),
    );

const visibleExports = (conn: Conn, { userId, isAdmin }: ExportReader) =>
  exportRows(conn).where((eb) =>
    eb.or([
      eb.val(isAdmin),
      sql<boolean>`footage_export.created_by = ${userId} and not exists (
          select from footage_export_camera part
           where part.export_id = footage_export.id
             and part.camera_id not in (select camera_id from camera_scope where user_id = ${userId}))`,
    ]),
  );

/** Newest first. */
export const listExports = (
  conn: Conn,
  reader: ExportReader,
  { after, limit }: { after: { ts: Date; id: string } | undefined; limit: number },
) =>
  visibleExports(conn, reader)
    .where(
      after
        ? sql<boolean>`(footage_export.created_at, footage_export.id) < (${after.ts}::timestamptz, ${after.id}::uuid)`
        : sql<boolean>`true`,
    )
    .orderBy('footageExport.createdAt', 'desc')
    .orderBy('footageExport.id', 'desc')
    .limit(limit)
    .execute();

export const findExport = (conn: Conn, reader: ExportReader, id: string) =>
  visibleExports(conn, reader).where('footageExport.id', '=', id).executeTakeFirst();

/** Of any owner: for the change feed, which filters by what each follower may see. */
export const listChangedExports = (conn: Conn, ids: readonly string[]) =>
  exportRows(conn)
    .where('footageExport.id', 'in', [...ids])
    .execute();

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>;

export interface ExportRange {
  userId: string;
  cameraIds: readonly string[];
  start: Date;
  end: Date;
}

/**
 * How much there is to export of each camera the user may see: segments of the stream with more of them, and at most the bytes
 * of both.
 */
export const listExportableCameras = async (conn: Conn, { userId, cameraIds, start, end }: ExportRange) =>
  (
    await sql<{ id: string; name: string; segments: number; bytes: number }>`
      select camera.id, camera.name,
             coalesce(max(found.segments), 0) as segments, coalesce(sum(found.bytes), 0)::bigint as bytes
        from camera
        left join lateral (
          select count(*)::integer as segments, sum(size_bytes)::bigint as bytes from segment
           where camera_id = camera.id and ${overlaps(sql`camera.id`, { start, end })}
           group by stream
        ) found on true
       where camera.id in (select camera_id from camera_scope where user_id = ${userId})
         and camera.id = any (${[...cameraIds]}::uuid[])
       group by camera.id`.execute(conn)
  ).rows;

/** The files of a stream and range in order, for a user who may (still) see the camera. */
export const listExportSegments = async (
  conn: Conn,
  { userId, cameraId, stream, start, end }: Omit<ExportRange, 'cameraIds'> & { cameraId: string; stream: StreamName },
  limit: number,
) =>
  (
    await sql<{
      id: number;
      preciseStartTs: Date;
      durationMs: number;
      parameterHash: string;
      sizeBytes: number;
      path: string;
      storagePath: string;
    }>`
      select segment.id, precise_start_ts, duration_ms, parameter_hash, size_bytes, segment.path, storage.path as storage_path
        from segment join storage on storage.id = segment.storage_id
       where camera_id = ${cameraId} and stream = ${stream}
         and camera_id in (select camera_id from camera_scope where user_id = ${userId})
         and ${overlaps(cameraId, { start, end })}
       order by start_ts limit ${limit}`.execute(conn)
  ).rows;

export interface NewExport {
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  startTs: Date;
  endTs: Date;
  burnClock: boolean;
  audio: boolean;
  speed: number | null;
  sizeBytes: number;
  cameras: readonly { id: string; name: string }[];
}

export const insertExport = async (tx: Conn, { cameras, ...fields }: NewExport): Promise<string> => {
  const { id } = await tx.insertInto('footageExport').values(fields).returning('id').executeTakeFirstOrThrow();
  await tx
    .insertInto('footageExportCamera')
    .values(cameras.map((camera, position) => ({ exportId: id, cameraId: camera.id, position, name: camera.name })))
    .execute();
  return id;
};

/** The bytes of finished and promised exports, and the number of this user's unfinished ones. */
export const exportLoad = (conn: Conn, userId: string) =>
  conn
    .selectFrom('footageExport')
    .select([
      sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('bytes'),
      sql<number>`(count(*) filter (where created_by = ${userId} and state <> 'done'))::integer`.as('waitingOfUser'),
    ])
    .where('state', 'in', ['queued', 'running', 'done'])
    .executeTakeFirstOrThrow();

const STALE_CLAIM = sql`interval '10 seconds'`;

/** Claims the oldest job that is unclaimed or whose worker died. */
export const claimExport = async (conn: Conn, claim: string) => {
  const { rows } = await sql<{ id: string; attempts: number }>`
    update footage_export set state = 'running', claim = ${claim}, claimed_at = now(), progress = 0, attempts = attempts + 1
     where id = (
       select id from footage_export
        where state = 'queued' or (state = 'running' and claimed_at < now() - ${STALE_CLAIM})
        order by created_at limit 1 for update skip locked)
    returning id, attempts`.execute(conn);
  return rows[0];
};

/** Whether a job is queued or running, here or in a process that died. */
export const hasUnfinishedExports = async (conn: Conn): Promise<boolean> =>
  (await conn
    .selectFrom('footageExport')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

interface Claimed {
  id: string;
  claim: string;
}

/** The job itself, for its worker. */
export const findClaimedExport = (conn: Conn, { id, claim }: Claimed) =>
  exportRows(conn).where('footageExport.id', '=', id).where('footageExport.claim', '=', claim).executeTakeFirst();

const ofClaim = (conn: Conn, { id, claim }: Claimed) =>
  conn.updateTable('footageExport').where('id', '=', id).where('claim', '=', claim).returning('id');

/** False when the claim is lost: cancelled, removed, or taken over by another process. */
export const renewClaim = async (conn: Conn, claimed: Claimed, progress: number): Promise<boolean> =>
  (await ofClaim(conn, claimed).set({ claimedAt: sql`now()`, progress }).executeTakeFirst()) !== undefined;

const RELEASED = { claim: null, claimedAt: null } as const;

export interface FinishedExport {
  fileName: string;
  mediaType: string;
  sizeBytes: number;
  manifest: string;
  finishedAt: Date;
  expiresAt: Date;
}

export const finishExport = async (conn: Conn, claimed: Claimed, finished: FinishedExport): Promise<boolean> =>
  (await ofClaim(conn, claimed)
    .set({ ...finished, ...RELEASED, state: 'done', progress: 1 })
    .executeTakeFirst()) !== undefined;

export const failExport = (conn: Conn, claimed: Claimed, { failure, at }: { failure: string; at: Date }) =>
  ofClaim(conn, claimed)
    .set({ ...RELEASED, state: 'failed', failure, finishedAt: at })
    .execute();

/** Back in the queue. */
export const releaseExport = (conn: Conn, claimed: Claimed, { attempts }: { attempts: number }) =>
  ofClaim(conn, claimed)
    .set({ ...RELEASED, state: 'queued', progress: 0, attempts })
    .execute();

/** False when there was nothing left to cancel. */
export const cancelExport = async (conn: Conn, id: string, at: Date): Promise<boolean> =>
  (await conn
    .updateTable('footageExport')
    .set({ ...RELEASED, state: 'cancelled', finishedAt: at })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const deleteExport = (conn: Conn, id: string) => conn.deleteFrom('footageExport').where('id', '=', id).execute();

/** Expires finished exports and deletes the rows of those that ended long ago. */
export const expireExports = async (conn: Conn, { now, forgetBefore }: { now: Date; forgetBefore: Date }) => {
  await conn
    .updateTable('footageExport')
    .set({ state: 'expired' })
    .where('state', '=', 'done')
    .where('expiresAt', '<=', now)
    .execute();
  await conn
    .deleteFrom('footageExport')
    .where('state', 'in', ['failed', 'cancelled', 'expired'])
    .where('expiresAt', '<=', forgetBefore)
    .execute();
};

/** Every folder that may have files: finished exports by id, running ones by claim. */
export const listExportFolders = (conn: Conn) =>
  conn.selectFrom('footageExport').select(['id', 'state', 'claim']).where('state', 'in', ['done', 'running']).execute();
