import type { StorageHealth } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

export const listStorageStatuses = (conn: Conn) => conn.selectFrom('storageStatus').selectAll().execute();

export const findStorageStatus = (conn: Conn, storageId: string) =>
  conn.selectFrom('storageStatus').selectAll().where('storageId', '=', storageId).executeTakeFirst();

export type StorageStatusRow = NonNullable<Awaited<ReturnType<typeof findStorageStatus>>>;

/**
 * The states of the storages in use: those that hold footage, or that an enabled camera records or archives to. Each fault once
 * and without naming a storage, because unauthenticated callers see it.
 */
export const listFaultsOfUsedStorages = async (conn: Conn): Promise<StorageHealth[]> => {
  const { rows } = await sql<{ state: StorageHealth }>`
    select distinct state from storage_status
     where state <> 'ok' and (
       exists (select from footage_counter where storage_id = storage_status.storage_id and segments > 0)
       or exists (
         select from recording_policy policy join camera on camera.policy_id = policy.id
          where camera.enabled and camera.removed_at is null
            and (policy.live_storage_id = storage_status.storage_id
                 or (policy.archive_enabled and policy.archive_storage_id = storage_status.storage_id))
       )
     )
     order by state`.execute(conn);
  return rows.map(({ state }) => state);
};

export interface StorageReport {
  storageId: string;
  state: StorageHealth;
  detail: string | null;
  freeBytes: number | null;
  totalBytes: number | null;
  updatedAt: Date;
}

/** Marker, breaker and pending bytes have their own writers and stay unchanged. */
export const saveStorageReport = (conn: Conn, report: StorageReport) => {
  const { storageId: _, ...seen } = report;
  return conn
    .insertInto('storageStatus')
    .values(report)
    .onConflict((conflict) => conflict.column('storageId').doUpdateSet(seen))
    .execute();
};

/** Stores the id of the marker file. A known marker is never replaced. */
export const rememberMarker = async (
  conn: Conn,
  { storageId, marker, now }: { storageId: string; marker: string; now: Date },
): Promise<boolean> => {
  const remembered = await conn
    .insertInto('storageStatus')
    .values({ storageId, marker, state: 'ok', updatedAt: now })
    .onConflict((conflict) =>
      conflict.column('storageId').doUpdateSet({ marker }).where('storageStatus.marker', 'is', null),
    )
    .returning('storageId')
    .executeTakeFirst();
  return remembered !== undefined;
};

/** For an operator who confirms that the empty disk here is the new one. The recorder is notified. */
export const forgetMarker = async (conn: Conn, storageId: string): Promise<void> => {
  await conn.updateTable('storageStatus').set({ marker: null }).where('storageId', '=', storageId).execute();
  await sql`select pg_notify('cameras_changed', '')`.execute(conn);
};

/** Sets the breaker; true only for the call that set it. */
export const stopPruning = async (
  conn: Conn,
  { storageId, now }: { storageId: string; now: Date },
): Promise<boolean> => {
  const stopped = await conn
    .updateTable('storageStatus')
    .set({ pruneStoppedAt: now })
    .where('storageId', '=', storageId)
    .where('pruneStoppedAt', 'is', null)
    .returning('storageId')
    .executeTakeFirst();
  return stopped !== undefined;
};

/** For an operator who confirms that the missing files will not come back. */
export const resumePruning = (conn: Conn, { storageId, now }: { storageId: string; now: Date }) =>
  conn
    .updateTable('storageStatus')
    .set({ pruneStoppedAt: null, pruneApprovedAt: now })
    .where('storageId', '=', storageId)
    // If pruning is not stopped, the confirmation would only disarm the breaker.
    .where('pruneStoppedAt', 'is not', null)
    .execute();
