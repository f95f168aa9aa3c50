import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/**
 * Removed cameras without footage, removed long enough ago for the last segment to have been indexed. One that is already
 * reduced to a name is omitted for as long as events refer to it.
 */
export const listEmptyTombstones = (conn: Conn, removedBefore: Date) =>
  conn
    .selectFrom('camera')
    .innerJoin('recordingPolicy', 'recordingPolicy.id', 'camera.policyId')
    .select(['camera.id', 'camera.policyId', 'camera.footageFate'])
    .where('camera.removedAt', '<', removedBefore)
    .where(
      sql<boolean>`(camera.footage_fate <> 'keep' or not recording_policy.is_default or camera.main_password is not null
        or camera.sub_password is not null
        or not (exists (select from system_event where camera_id = camera.id)
             or exists (select from raised_event where camera_id = camera.id)
             or exists (select from event where camera_id = camera.id)
             or exists (select from plate_read where camera_id = camera.id)))`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('footageCounter')
            .select('footageCounter.cameraId')
            .whereRef('footageCounter.cameraId', '=', 'camera.id')
            .where('footageCounter.segments', '>', 0),
        ),
      ),
    )
    .execute();

export const deleteEmptyCounters = (conn: Conn, cameraId: string) =>
  conn.deleteFrom('footageCounter').where('cameraId', '=', cameraId).where('segments', '=', 0).execute();

/** A deviation lives as long as a camera uses it, including removed ones. */
export const deleteEmptiedDeviation = (conn: Conn, policyId: string) =>
  conn
    .deleteFrom('recordingPolicy')
    .where('id', '=', policyId)
    .where('origin', '=', 'deviation')
    .where('isDefault', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('camera').select('camera.id').whereRef('camera.policyId', '=', 'recordingPolicy.id'))),
    )
    .execute();
