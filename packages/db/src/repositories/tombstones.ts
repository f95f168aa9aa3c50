import type { Conn } from '../connect.ts';

/** Removed cameras without any footage left, removed long enough ago for the last segment to have been indexed. */
export const listEmptyTombstones = (conn: Conn, removedBefore: Date) =>
  conn
    .selectFrom('camera')
    .select(['id', 'policyId'])
    .where('removedAt', '<', removedBefore)
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

/** A deviation lives as long as a camera deviates, tombstones included. */
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
