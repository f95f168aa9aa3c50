import type { Conn } from '../connect.ts';

/** The unpublished bytes in a storage's spool; does nothing for a storage that has no status row yet. */
export const savePendingBytes = (conn: Conn, { storageId, bytes }: { storageId: string; bytes: number }) =>
  conn.updateTable('storageStatus').set({ pendingBytes: bytes }).where('storageId', '=', storageId).execute();
