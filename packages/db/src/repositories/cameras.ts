import type { LprEngine } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Polygon, Zones } from '../column-types.ts';
import type { Conn } from '../connect.ts';
import { withNameKey, withNameKeyIfNamed } from './name-key.ts';

const visibleCameras = (conn: Conn, userId: string) =>
  conn
    .selectFrom('camera')
    .where('camera.id', 'in', (eb) =>
      eb.selectFrom('cameraScope').select('cameraId').where('userId', '=', userId).$castTo<{ cameraId: string }>(),
    );

/** The cameras a user may see, with what any of their viewers may know. */
export const listVisibleCameras = (conn: Conn, userId: string) => namedCameras(conn, userId).execute();

/** One row for each stream that was ever seen, and one for a camera of which none was. A sub stream that the camera has no more is left out. */
export const listVisibleCameraStreams = (conn: Conn, userId: string) =>
  namedCameras(conn, userId)
    .leftJoin('streamFacts', (join) =>
      join
        .onRef('streamFacts.cameraId', '=', 'camera.id')
        .on((eb) => eb.or([eb('stream', '=', 'main'), eb('subUrl', 'is not', null)])),
    )
    .select(['stream', 'codec', 'codecString', 'width', 'height', 'fps', 'audioCodec', 'seenAt'])
    .orderBy('stream')
    .execute();

const namedCameras = (conn: Conn, userId: string) =>
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

/** Undefined for a camera that does not exist and for one the user may not see: to them it is the same. */
export const findVisibleCamera = (conn: Conn, { cameraId, userId }: { cameraId: string; userId: string }) =>
  visibleCameras(conn, userId).select(['id', 'name', 'enabled']).where('id', '=', cameraId).executeTakeFirst();

// A removed camera lives on as the owner of its footage. To all that lists, shows or edits cameras it is gone.
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
  motionPixelEnabled: boolean;
  motionDetectorEnabled: boolean;
  motionHubEnabled: boolean;
  motionMask: Polygon[];
  detectorCameraName: string | null;
  lprEngine: LprEngine;
  lprMinConfidence: number;
  lprZones: Zones;
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

/** Footage, or a recorder at work on it whose last segment may still be on its way into the index. */
export const hasFootage = async (conn: Conn, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select where exists (select from footage_counter where camera_id = ${id})
              or exists (select from stream_status where camera_id = ${id})`.execute(conn);
  return rows.length > 0;
};

/** Makes a tombstone: nobody's camera any more, without the secrets that only a connection needs. */
export const entombCamera = async (
  tx: Conn,
  id: string,
  { removedAt, footageFate }: { removedAt: Date; footageFate: 'keep' | 'delete' },
): Promise<void> => {
  await tx
    .updateTable('camera')
    .set({ removedAt, footageFate, mainPassword: null, subPassword: null })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('roleCamera').where('cameraId', '=', id).execute();
  await tx.deleteFrom('userCamera').where('cameraId', '=', id).execute();
  await tx.deleteFrom('cameraGroupMember').where('cameraId', '=', id).execute();
};

export const setCameraPolicy = (conn: Conn, cameraIds: readonly string[], policyId: string) =>
  conn.updateTable('camera').set({ policyId }).where('id', 'in', cameraIds).execute();

/** Which of these exist; callers name the others in their refusal. Those that do stay until the transaction ends. */
export const existingCameraIds = async (conn: Conn, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await livingCameras(conn)
    .select('id')
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
};

export const listWorkerCameras = (conn: Conn, cameraId: string | undefined) =>
  livingCameras(conn)
    .select(['id', 'enabled', 'lprEngine', 'lprMinConfidence', 'lprZones'])
    .$if(cameraId !== undefined, (query) => query.where('id', '=', cameraId as string))
    .orderBy('id')
    .execute();
