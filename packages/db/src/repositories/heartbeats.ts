import type { Conn } from '../connect.ts';

export const findHeartbeat = (conn: Conn, process: 'recorder') =>
  conn.selectFrom('processHeartbeat').selectAll().where('process', '=', process).executeTakeFirst();

/** Locked until the transaction ends, so that only one process decides at a time. */
export const lockHeartbeat = (tx: Conn, process: 'recorder') =>
  tx.selectFrom('processHeartbeat').select('beatAt').where('process', '=', process).forUpdate().executeTakeFirst();
