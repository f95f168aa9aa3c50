import type { Conn } from '../connect.ts';

/** What lies in a storage's spool and is not published yet; nothing happens for a storage nobody has looked at. */
export const savePendingBytes = (conn: Conn, { storageId, bytes }: { storageId: string; bytes: number }) =>
  conn.updateTable('storageStatus').set({ pendingBytes: bytes }).where('storageId', '=', storageId).execute();
