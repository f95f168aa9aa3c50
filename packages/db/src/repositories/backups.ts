import type { Conn } from '../connect.ts';

/** How many are remembered. */
const KEPT_BACKUPS = 50;

export const readBackupSchedule = (conn: Conn) =>
  conn
    .selectFrom('backupSchedule')
    .select(['enabled', 'minuteOfDay', 'days', 'keep', 'changedAt'])
    .executeTakeFirstOrThrow();

export const updateBackupSchedule = (
  conn: Conn,
  change: { enabled?: boolean; minuteOfDay?: number; days?: string; keep?: number; changedAt: Date },
) => conn.updateTable('backupSchedule').set(change).execute();

/** False if one is queued or running already. */
export const queueBackup = async (
  conn: Conn,
  { reason, queuedAt }: { reason: 'manual' | 'schedule'; queuedAt: Date },
): Promise<boolean> =>
  (await conn
    .insertInto('backupRun')
    .values({ reason, queuedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Claims the queued backup, which the caller makes now. */
export const claimBackup = (conn: Conn) =>
  conn
    .updateTable('backupRun')
    .set({ state: 'running' })
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst();

/** Returns a backup to the queue when the server stops, so that the next server makes it. */
export const releaseBackup = (conn: Conn, id: number) =>
  conn.updateTable('backupRun').set({ state: 'queued' }).where('id', '=', id).execute();

export const finishBackup = async (
  conn: Conn,
  id: number,
  done: { endedAt: Date; fileName: string; sizeBytes: number },
): Promise<void> => {
  await conn
    .updateTable('backupRun')
    .set({ state: 'done', ...done })
    .where('id', '=', id)
    .execute();
  await forgetOldBackups(conn);
};

export const failBackup = async (conn: Conn, id: number, failed: { endedAt: Date; error: string }): Promise<void> => {
  await conn
    .updateTable('backupRun')
    .set({ state: 'failed', ...failed })
    .where('id', '=', id)
    .execute();
  await forgetOldBackups(conn);
};

const forgetOldBackups = (conn: Conn) =>
  conn
    .deleteFrom('backupRun')
    .where('id', '<=', (eb) =>
      eb.selectFrom('backupRun').select('id').orderBy('id', 'desc').offset(KEPT_BACKUPS).limit(1),
    )
    .execute();

/** Marked as running, but no process makes it: the server ended without an orderly stop. */
export const findInterruptedBackup = (conn: Conn) =>
  conn.selectFrom('backupRun').select('id').where('state', '=', 'running').executeTakeFirst();

/** Newest first. */
export const listBackups = (conn: Conn, limit: number) =>
  conn.selectFrom('backupRun').selectAll().orderBy('id', 'desc').limit(limit).execute();
