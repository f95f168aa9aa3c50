import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** Footage sizes of the caller's cameras; an administrator's include those of removed cameras. */
export const listFootageSizes = (conn: Conn, { userId, isAdmin }: { userId: string; isAdmin: boolean }) =>
  conn
    .selectFrom('footageCounter')
    .innerJoin('camera', 'camera.id', 'footageCounter.cameraId')
    .innerJoin('recordingPolicy', 'recordingPolicy.id', 'camera.policyId')
    .innerJoin('storage', 'storage.id', 'footageCounter.storageId')
    .select([
      'camera.id as cameraId',
      'camera.name as cameraName',
      'camera.removedAt',
      'recordingPolicy.id as policyId',
      'recordingPolicy.name as policyName',
      'recordingPolicy.liveMaxBytes',
      'recordingPolicy.archiveMaxBytes',
      'storage.id as storageId',
      'storage.name as storageName',
      'footageCounter.tier',
      'footageCounter.segments',
      'footageCounter.bytes',
    ])
    .where('footageCounter.segments', '>', 0)
    .where((eb) =>
      eb.or([
        eb.val(isAdmin),
        sql<boolean>`camera.id in (select camera_id from camera_scope where user_id = ${userId})`,
      ]),
    )
    .orderBy(sql`lower(camera.name)`)
    .orderBy('camera.id')
    .execute();

export type FootageSize = Awaited<ReturnType<typeof listFootageSizes>>[number];

/** The stream states of the caller's cameras. */
export const listVisibleStreamStatus = (conn: Conn, userId: string) =>
  conn
    .selectFrom('streamStatus')
    .innerJoin('camera', 'camera.id', 'streamStatus.cameraId')
    .selectAll('streamStatus')
    .select('camera.convertVideo as reencoded')
    .where(sql<boolean>`camera_id in (select camera_id from camera_scope where user_id = ${userId})`)
    .orderBy('cameraId')
    .orderBy('stream')
    .execute();

/** For metrics, which name the camera. */
export const listNamedStreamStatus = (conn: Conn) =>
  conn
    .selectFrom('streamStatus')
    .innerJoin('camera', 'camera.id', 'streamStatus.cameraId')
    .selectAll('streamStatus')
    .select('camera.name')
    .where('camera.removedAt', 'is', null)
    .execute();
