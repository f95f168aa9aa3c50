import type { LprEngine } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Polygon, Zones } from '../column-types.ts';
import type { Conn } from '../connect.ts';

/** The cameras a user may see, with what any of their viewers may know. */
export const listVisibleCameras = (conn: Conn, userId: string) =>
  conn
    .selectFrom('camera')
    .select((eb) => [
      'id',
      'name',
      'enabled',
      eb('subUrl', 'is not', null).$castTo<boolean>().as('hasSubStream'),
      'policyId',
      'lprEngine',
      'createdAt',
    ])
    .where('id', 'in', (eb) =>
      eb.selectFrom('cameraScope').select('cameraId').where('userId', '=', userId).$castTo<{ cameraId: string }>(),
    )
    .orderBy(sql`lower(name)`)
    .execute();

/** Undefined for a camera that does not exist and for one the user may not see: to them it is the same. */
export const findVisibleCamera = (conn: Conn, { cameraId, userId }: { cameraId: string; userId: string }) =>
  conn
    .selectFrom('camera')
    .select(['id', 'name', 'enabled'])
    .where('id', '=', cameraId)
    .where('id', 'in', (eb) =>
      eb.selectFrom('cameraScope').select('cameraId').where('userId', '=', userId).$castTo<{ cameraId: string }>(),
    )
    .executeTakeFirst();

export const listCameras = (conn: Conn) => conn.selectFrom('camera').selectAll().orderBy(sql`lower(name)`).execute();

export const findCamera = (conn: Conn, id: string) =>
  conn.selectFrom('camera').selectAll().where('id', '=', id).executeTakeFirst();

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
  conn.insertInto('camera').values(columns(camera)).returningAll().executeTakeFirstOrThrow();

export const updateCamera = (conn: Conn, id: string, change: Partial<CameraFields>) =>
  conn.updateTable('camera').set(columns(change)).where('id', '=', id).returningAll().executeTakeFirst();

export const deleteCamera = (conn: Conn, id: string) =>
  conn.deleteFrom('camera').where('id', '=', id).returning('policyId').executeTakeFirst();

export const setCameraPolicy = (conn: Conn, cameraIds: readonly string[], policyId: string) =>
  conn.updateTable('camera').set({ policyId }).where('id', 'in', cameraIds).execute();

/** Which of these exist; callers name the others in their refusal. */
export const existingCameraIds = async (conn: Conn, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await conn.selectFrom('camera').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
};

export const listWorkerCameras = (conn: Conn, cameraId: string | undefined) =>
  conn
    .selectFrom('camera')
    .select(['id', 'enabled', 'lprEngine', 'lprMinConfidence', 'lprZones'])
    .$if(cameraId !== undefined, (query) => query.where('id', '=', cameraId as string))
    .orderBy('id')
    .execute();
