import type { LprEngine } from '@holdfast/domain';
import { sql } from 'kysely';
import type { FootageFate, Polygon, Zones } from '../column-types.ts';
import type { Conn } from '../connect.ts';
import { prepared } from '../prepared-statements.ts';
import { withNameKey, withNameKeyIfNamed } from './name-key.ts';

const visibleCameras = (conn: Conn, userId: string) =>
  conn
    .selectFrom('camera')
    .where('camera.id', 'in', (eb) =>
      eb.selectFrom('cameraScope').select('cameraId').where('userId', '=', userId).$castTo<{ cameraId: string }>(),
    );

/** The cameras a user may see, with the fields that any viewer may know. Removed cameras are listed separately. */
export const listVisibleCameras = (conn: Conn, userId: string) => namedCameras(conn, userId).execute();

/**
 * One row for each stream that was ever seen, and one for a camera without any. A sub stream that the camera no longer has is
 * omitted.
 */
export const listVisibleCameraStreams = (conn: Conn, userId: string) =>
  withStreams(namedCameras(conn, userId)).execute();

const withStreams = (cameras: ReturnType<typeof selectNamed>) =>
  cameras
    .leftJoin('streamFacts', (join) =>
      join
        .onRef('streamFacts.cameraId', '=', 'camera.id')
        .on((eb) => eb.or([eb('stream', '=', 'main'), eb('subUrl', 'is not', null)])),
    )
    .select(['stream', 'codec', 'codecString', 'width', 'height', 'fps', 'audioCodec', 'seenAt'])
    .orderBy('stream');

const namedCameras = (conn: Conn, userId: string) => selectNamed(conn, userId).where('camera.removedAt', 'is', null);

const selectNamed = (conn: Conn, userId: string) =>
  visibleCameras(conn, userId)
    .select((eb) => [
      'camera.id',
      'name',
      'enabled',
      eb('subUrl', 'is not', null).$castTo<boolean>().as('hasSubStream'),
      'policyId',
      'lprEngine',
      'createdAt',
    ])
    .orderBy('nameKey');

/**
 * Undefined for a camera that does not exist and for one the user may not see, so that the two cannot be distinguished. A
 * removed camera is found, for its footage.
 */
export const findVisibleCamera = async (conn: Conn, { cameraId, userId }: { cameraId: string; userId: string }) =>
  (
    await sql<{ id: string; name: string; enabled: boolean; removedAt: Date | null }>`${prepared('visible-camera')}
      select id, name, enabled, removed_at from camera
       where id = ${cameraId}
         and exists (select from camera_scope where user_id = ${userId} and camera_id = ${cameraId})`.execute(conn)
  ).rows[0];

/** Removed cameras that the user may see and that still have footage, most recently removed first; streams as above. */
export const listVisibleRemovedCameras = (conn: Conn, userId: string) =>
  withStreams(selectNamed(conn, userId))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('footageCounter')
          .whereRef('footageCounter.cameraId', '=', 'camera.id')
          .where('segments', '>', 0)
          .select([
            sql<number>`sum(segments)::float8`.as('segments'),
            sql<number>`sum(bytes)::float8`.as('bytes'),
            sql<Date>`(select min(start_ts) from footage_run run where run.camera_id = camera.id and run.kind = 'footage')`.as(
              'firstFootageTs',
            ),
            sql<Date>`(select max(end_ts) from footage_run run where run.camera_id = camera.id and run.kind = 'footage')`.as(
              'lastFootageTs',
            ),
          ])
          .having(sql<boolean>`count(*) > 0`)
          .as('footage'),
      (join) => join.onTrue(),
    )
    .select([
      sql<Date>`camera.removed_at`.as('removedAt'),
      sql<FootageFate>`camera.footage_fate`.as('footageFate'),
      'footage.segments',
      'footage.bytes',
      'footage.firstFootageTs',
      'footage.lastFootageTs',
    ])
    .where('camera.removedAt', 'is not', null)
    .clearOrderBy()
    .orderBy('camera.removedAt', 'desc')
    .orderBy('camera.id')
    .orderBy('stream')
    .execute();

// A removed camera remains as the owner of its footage. Wherever cameras are shown or edited as devices it is gone.
const livingCameras = (conn: Conn) => conn.selectFrom('camera').where('removedAt', 'is', null);

export const listCameras = (conn: Conn) => livingCameras(conn).selectAll().orderBy('nameKey').execute();

export const findCamera = (conn: Conn, id: string) =>
  livingCameras(conn).selectAll().where('id', '=', id).executeTakeFirst();

export type CameraRow = NonNullable<Awaited<ReturnType<typeof findCamera>>>;

export interface CameraFields {
  name: string;
  enabled: boolean;
  mainUrl: string;
  mainPassword: Buffer | null;
  subUrl: string | null;
  subPassword: Buffer | null;
  recordAudio: boolean | null;
  convertVideo: boolean;
  motionPixelEnabled: boolean;
  motionDetectorEnabled: boolean;
  motionHubEnabled: boolean;
  motionCameraEnabled: boolean;
  onvifUrl: string | null;
  motionMask: Polygon[];
  detectorCameraName: string | null;
  lprEngine: LprEngine;
  lprMinConfidence: number;
  lprZones: Zones;
  lprCountry: string | null;
}

type Required = Pick<CameraFields, 'name' | 'mainUrl'>;

function columns<F extends Partial<CameraFields>>({ motionMask, lprZones, ...rest }: F) {
  return {
    ...rest,
    ...(motionMask && { motionMask: JSON.stringify(motionMask) }),
    ...(lprZones && { lprZones: JSON.stringify(lprZones) }),
  };
}

export const insertCamera = (conn: Conn, camera: Partial<CameraFields> & Required & { policyId: string }) =>
  conn
    .insertInto('camera')
    .values(withNameKey(columns(camera)))
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateCamera = (conn: Conn, id: string, change: Partial<CameraFields>) =>
  conn
    .updateTable('camera')
    .set(withNameKeyIfNamed(columns(change)))
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const deleteCamera = (conn: Conn, id: string) =>
  conn.deleteFrom('camera').where('id', '=', id).returning('policyId').executeTakeFirst();

/** Footage, or a recorder whose last segment may not be indexed yet. */
export const hasFootage = async (conn: Conn, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select where exists (select from footage_counter where camera_id = ${id})
              or exists (select from stream_status where camera_id = ${id})`.execute(conn);
  return rows.length > 0;
};

export const setCameraPolicy = (conn: Conn, cameraIds: readonly string[], policyId: string) =>
  conn.updateTable('camera').set({ policyId }).where('id', 'in', cameraIds).execute();

/** The given cameras that exist; callers name the others in their error. The existing ones are locked until the transaction ends. */
export const existingCameraIds = async (
  conn: Conn,
  ids: readonly string[],
  { withRemoved }: { withRemoved: boolean },
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await conn
    .selectFrom('camera')
    .select('id')
    .$if(!withRemoved, (query) => query.where('removedAt', 'is', null))
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
};

export const listWorkerCameras = (conn: Conn, cameraId: string | undefined) =>
  livingCameras(conn)
    .select(['id', 'enabled', 'lprEngine', 'lprMinConfidence', 'lprZones', 'lprCountry'])
    .$if(cameraId !== undefined, (query) => query.where('id', '=', cameraId as string))
    .orderBy('id')
    .execute();
