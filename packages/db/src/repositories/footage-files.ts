import type { StreamName } from '@holdfast/domain';
import type { Conn } from '../connect.ts';
import { type DeletedFootage, recordDeletedFootage } from './deletions.ts';
import { mediaStart } from './media-start.ts';

/** Rows of a storage ordered by path, so that one folder is processed at a time. */
export const footageFilesAfter = (
  conn: Conn,
  { storageId, afterPath, limit }: { storageId: string; afterPath: string; limit: number },
) =>
  conn
    .selectFrom('segment')
    .select(['id', 'path', 'sizeBytes'])
    .where('storageId', '=', storageId)
    .where('path', '>', afterPath)
    .orderBy('path')
    .limit(limit)
    .execute();

export type FootageFile = Awaited<ReturnType<typeof footageFilesAfter>>[number];

/** The indexed paths in one folder. */
export const indexedPathsIn = async (
  conn: Conn,
  { storageId, folder }: { storageId: string; folder: string },
): Promise<Set<string>> => {
  const rows = await conn
    .selectFrom('segment')
    .select('path')
    .where('storageId', '=', storageId)
    // '0' is the character after '/'.
    .where('path', '>', `${folder}/`)
    .where('path', '<', `${folder}0`)
    .execute();
  return new Set(rows.map(({ path }) => path));
};

/**
 * Deletes rows whose file was missing at exactly this path; a row that moved in the meantime is kept. The reason is recorded in
 * the same transaction.
 */
export const dropRowsWithoutFile = async (
  tx: Conn,
  { storageId, rows }: { storageId: string; rows: readonly { id: number; path: string }[] },
): Promise<DeletedFootage[]> => {
  if (rows.length === 0) return [];
  const dropped = await tx
    .deleteFrom('segment')
    .where('storageId', '=', storageId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .where(
      'path',
      'in',
      rows.map(({ path }) => path),
    )
    .returning(['cameraId', 'stream', 'endTs', mediaStart.as('mediaStartTs')])
    .execute();
  await recordDeletedFootage(tx, { rows: dropped, reason: 'vanished' });
  return dropped;
};

/** Where the index has the footage of this key. */
export const findFootageByKey = (
  conn: Conn,
  { cameraId, stream, startTs }: { cameraId: string; stream: StreamName; startTs: Date },
) =>
  conn
    .selectFrom('segment')
    .select(['id', 'storageId', 'path', 'tier', 'sizeBytes'])
    .where('cameraId', '=', cameraId)
    .where('stream', '=', stream)
    .where('startTs', '=', startTs)
    .executeTakeFirst();

/** Any segment that was indexed on a storage. */
export const findFootageOn = (conn: Conn, storageId: string) =>
  conn
    .selectFrom('segment')
    .select('path')
    .where('storageId', '=', storageId)
    .orderBy('path', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Every camera that may own footage, removed ones included, and where its policy puts it. */
export const listFootageOwners = (conn: Conn) =>
  conn
    .selectFrom('camera')
    .innerJoin('recordingPolicy', 'recordingPolicy.id', 'camera.policyId')
    .select([
      'camera.id',
      'recordingPolicy.liveStorageId',
      'recordingPolicy.archiveEnabled',
      'recordingPolicy.archiveStorageId',
    ])
    .execute();

export type FootageOwner = Awaited<ReturnType<typeof listFootageOwners>>[number];

/** Whether a row still has the path that was read. */
export const isIndexedAt = async (
  conn: Conn,
  { id, storageId, path }: { id: number; storageId: string; path: string },
): Promise<boolean> => {
  const found = await conn
    .selectFrom('segment')
    .select('id')
    .where('id', '=', id)
    .where('storageId', '=', storageId)
    .where('path', '=', path)
    .executeTakeFirst();
  return found !== undefined;
};
