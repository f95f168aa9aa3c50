import type { MuteReason } from '@holdfast/domain';
import { sql } from 'kysely';
import type { JsonObject } from '../column-types.ts';
import type { Conn } from '../connect.ts';
import { scopeArray } from './camera-scope.ts';

/** When a key was last sent for a camera. The row stays locked until the transaction ends: one alert decides at a time. */
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
  recordedAt: Date;
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

/** With `about`, only events whose data contain the same. */
export const hasSystemEventSince = async (
  tx: Conn,
  eventKey: string,
  since: Date,
  about: JsonObject = {},
): Promise<boolean> =>
  (await tx
    .selectFrom('systemEvent')
    .select('id')
    .where('eventKey', '=', eventKey)
    .where('ts', '>', since)
    .where(sql<boolean>`data @> ${JSON.stringify(about)}::jsonb`)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export interface SystemEventRow {
  id: string;
  eventKey: string;
  cameraId: string | null;
  cameraName: string | null;
  ts: Date;
  recordedAt: Date;
  detail: string;
  data: JsonObject;
  mutedBy: MuteReason | null;
}

/** The user who asks. */
export interface SystemEventReader {
  userId: string;
  /** May see events without a camera. */
  seesSystem: boolean;
  seesPlates: boolean;
}

export interface SystemEventFilter extends SystemEventReader {
  cameraIds?: readonly string[] | undefined;
  eventKeys?: readonly string[] | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
  after?: { ts: Date; id: string } | undefined;
  limit: number;
}

const isVisible = (reader: SystemEventReader & { cameraIds?: readonly string[] | undefined }) => {
  const ofCamera = sql`e.camera_id = any (${scopeArray(reader)})`;
  return sql.join(
    [
      reader.seesSystem && reader.cameraIds === undefined ? sql`(e.camera_id is null or ${ofCamera})` : ofCamera,
      ...(reader.seesPlates ? [] : [sql`e.event_key <> 'plate_watchlist_hit'`]),
    ],
    sql` and `,
  );
};

/** The number of events recorded after a time, counted up to `most`. */
export async function countVisibleSystemEvents(
  conn: Conn,
  { recordedAfter, most, ...reader }: SystemEventReader & { recordedAfter: Date; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from system_event e where e.recorded_at > ${recordedAfter} and ${isVisible(reader)} limit ${most}
    ) unread`.execute(conn);
  return rows[0]?.count ?? 0;
}

/** Newest first. */
export async function listVisibleSystemEvents(conn: Conn, filter: SystemEventFilter): Promise<SystemEventRow[]> {
  const { eventKeys, start, end, after, limit } = filter;
  const conditions = [
    isVisible(filter),
    ...(eventKeys ? [sql`e.event_key = any (${[...eventKeys]}::text[])`] : []),
    ...(start ? [sql`e.ts >= ${start}`] : []),
    ...(end ? [sql`e.ts < ${end}`] : []),
    ...(after ? [sql`(e.ts, e.id) < (${after.ts}, ${after.id}::uuid)`] : []),
  ];
  const { rows } = await sql<SystemEventRow>`
    select e.id, e.event_key, e.camera_id, camera.name as camera_name, e.ts, e.recorded_at, e.detail, e.data, e.muted_by
      from system_event e left join camera on camera.id = e.camera_id
     where ${sql.join(conditions, sql` and `)} order by e.ts desc, e.id desc limit ${limit}`.execute(conn);
  return rows;
}

/** Plate hits contain plates and are kept no longer than reads. */
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
