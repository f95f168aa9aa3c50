import type { MuteReason } from '@holdfast/domain';
import { sql } from 'kysely';
import type { JsonObject } from '../column-types.ts';
import type { Conn } from '../connect.ts';
import { scopeArray } from './camera-scope.ts';

/** When a key last went out for a camera. The row stays locked until the transaction ends: one alert decides at a time. */
export const lockCooldown = async (tx: Conn, cooldownKey: string): Promise<Date | null> => {
  const row = await tx
    .insertInto('alertCooldown')
    .values({ cooldownKey })
    .onConflict((conflict) => conflict.column('cooldownKey').doUpdateSet({ cooldownKey }))
    .returning('lastSentAt')
    .executeTakeFirstOrThrow();
  return row.lastSentAt;
};

export const startCooldown = (tx: Conn, cooldownKey: string, lastSentAt: Date) =>
  tx.updateTable('alertCooldown').set({ lastSentAt }).where('cooldownKey', '=', cooldownKey).execute();

export interface NewSystemEvent {
  eventKey: string;
  cameraId: string | null;
  ts: Date;
  detail: string;
  data: JsonObject;
  plateReadId: string | null;
  mutedBy: MuteReason | null;
}

export const insertSystemEvent = (tx: Conn, { data, ...event }: NewSystemEvent) =>
  tx
    .insertInto('systemEvent')
    .values({ ...event, data: JSON.stringify(data) })
    .returning('id')
    .executeTakeFirstOrThrow();

export const hasSystemEventSince = async (tx: Conn, eventKey: string, since: Date): Promise<boolean> =>
  (await tx
    .selectFrom('systemEvent')
    .select('id')
    .where('eventKey', '=', eventKey)
    .where('ts', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export interface SystemEventRow {
  id: string;
  eventKey: string;
  cameraId: string | null;
  ts: Date;
  detail: string;
  data: JsonObject;
  mutedBy: MuteReason | null;
}

export interface SystemEventFilter {
  userId: string;
  cameraIds?: readonly string[] | undefined;
  eventKeys?: readonly string[] | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
  after?: { ts: Date; id: string } | undefined;
  limit: number;
  /** May see what belongs to no camera. */
  seesSystem: boolean;
  seesPlates: boolean;
}

/** Newest first. */
export async function listVisibleSystemEvents(conn: Conn, filter: SystemEventFilter): Promise<SystemEventRow[]> {
  const { cameraIds, eventKeys, start, end, after, limit, seesSystem, seesPlates } = filter;
  const ofCamera = sql`e.camera_id = any (${scopeArray(filter)})`;
  const conditions = [
    seesSystem && cameraIds === undefined ? sql`(e.camera_id is null or ${ofCamera})` : ofCamera,
    ...(seesPlates ? [] : [sql`e.event_key <> 'plate_watchlist_hit'`]),
    ...(eventKeys ? [sql`e.event_key = any (${[...eventKeys]}::text[])`] : []),
    ...(start ? [sql`e.ts >= ${start}`] : []),
    ...(end ? [sql`e.ts < ${end}`] : []),
    ...(after ? [sql`(e.ts, e.id) < (${after.ts}, ${after.id}::uuid)`] : []),
  ];
  const { rows } = await sql<SystemEventRow>`
    select e.id, e.event_key, e.camera_id, e.ts, e.detail, e.data, e.muted_by from system_event e
     where ${sql.join(conditions, sql` and `)} order by e.ts desc, e.id desc limit ${limit}`.execute(conn);
  return rows;
}

/** Plate hits hold plates and live no longer than reads do. */
export const deleteOldSystemEvents = async (
  conn: Conn,
  { platesBefore, othersBefore }: { platesBefore: Date; othersBefore: Date },
): Promise<number> => {
  const { numDeletedRows } = await conn
    .deleteFrom('systemEvent')
    .where((eb) =>
      eb.or([
        eb('ts', '<', othersBefore),
        eb.and([eb('eventKey', '=', 'plate_watchlist_hit'), eb('ts', '<', platesBefore)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
