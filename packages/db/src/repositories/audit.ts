import { AUDIT_DAYS, type AuditAction } from '@holdfast/domain';
import { sql } from 'kysely';
import type { JsonObject } from '../column-types.ts';
import type { Conn } from '../connect.ts';
import { storableJson } from './storable-json.ts';

export interface NewAuditEntry {
  ts: Date;
  userId: string | null;
  username: string | null;
  clientAddress: string | null;
  action: AuditAction;
  objectId: string | null;
  objectName: string | null;
  cameraIds: readonly string[];
  details: JsonObject;
}

const columnsOf = ({ cameraIds, details, ...entry }: NewAuditEntry) => ({
  ...entry,
  cameraIds: [...cameraIds],
  details: storableJson(details),
});

export const insertAuditEntry = (conn: Conn, entry: NewAuditEntry) =>
  conn.insertInto('auditEntry').values(columnsOf(entry)).execute();

/** Inserts one entry per key. An entry without an object name gets the name of its camera. */
export const insertAuditSpan = (conn: Conn, { spanKey, ...entry }: NewAuditEntry & { spanKey: string }) =>
  conn
    .insertInto('auditEntry')
    .values({
      ...columnsOf(entry),
      spanKey,
      objectName:
        entry.objectName ?? sql<string>`(select name from camera where id = ${entry.cameraIds[0] ?? null}::uuid)`,
    })
    .onConflict((conflict) => conflict.column('spanKey').doNothing())
    .execute();

export interface AuditFilter {
  userId?: string | undefined;
  actions?: readonly string[] | undefined;
  cameraId?: string | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
  after?: { ts: Date; id: string } | undefined;
  limit: number;
}

/** Newest first. */
export const listAuditEntries = (conn: Conn, { userId, actions, cameraId, start, end, after, limit }: AuditFilter) =>
  conn
    .selectFrom('auditEntry')
    .select([
      'id',
      'ts',
      'userId',
      'username',
      'clientAddress',
      'action',
      'objectId',
      'objectName',
      'cameraIds',
      'details',
    ])
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId as string))
    .$if(actions !== undefined, (query) => query.where(sql<boolean>`action = any (${[...(actions ?? [])]}::text[])`))
    .$if(cameraId !== undefined, (query) => query.where(sql<boolean>`camera_ids @> array[${cameraId}::uuid]`))
    .$if(start !== undefined, (query) => query.where('ts', '>=', start as Date))
    .$if(end !== undefined, (query) => query.where('ts', '<', end as Date))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(ts, id) < (${after?.ts}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('ts', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export type AuditRow = Awaited<ReturnType<typeof listAuditEntries>>[number];

/** By the database's clock as well, which decides what may be deleted. */
export const pruneAuditEntries = async (conn: Conn, { now, most }: { now: Date; most: number }): Promise<number> => {
  const days = sql`make_interval(days => ${AUDIT_DAYS}::integer)`;
  const { numAffectedRows } = await sql`
    delete from audit_entry where id in (
      select id from audit_entry where ts < ${now}::timestamptz - ${days} and ts < now() - ${days} order by ts limit ${most})
  `.execute(conn);
  return Number(numAffectedRows ?? 0);
};
