import type { EventLifecycle, NormalizedEvent } from '@holdfast/domain';
import { sql } from 'kysely';
import type { JsonObject } from '../column-types.ts';
import type { Conn } from '../connect.ts';
import { scopeArray } from './camera-scope.ts';

const dateOrNull = (ms: number | null) => (ms === null ? null : new Date(ms));
const jsonOrNull = (value: unknown) => (value === null ? null : JSON.stringify(value));

/**
 * The row of an event: its start never moves, an end once known is only replaced by another end, and no late update
 * reopens it. Undefined when the source used the same name for an event of another camera.
 */
export const upsertEvent = (conn: Conn, event: NormalizedEvent, updatedAt: Date) =>
  conn
    .insertInto('event')
    .values({
      cameraId: event.cameraId,
      sourceId: event.sourceId,
      providerEventId: event.providerEventId,
      ts: new Date(event.tsMs),
      endTs: dateOrNull(event.endTsMs),
      updatedAt,
      lifecycle: event.lifecycle,
      label: event.label,
      subLabel: event.subLabel,
      score: event.score,
      topScore: event.topScore,
      zones: [...event.zones],
      box: event.box === null ? null : [...event.box],
      snapshotUrl: event.snapshotUrl,
      recognizedPlate: event.plate?.text ?? null,
      raw: jsonOrNull(event.raw),
    })
    .onConflict((conflict) =>
      conflict
        .constraint('event_source_key')
        .doUpdateSet({
          endTs: sql`case when excluded.end_ts is null then event.end_ts else greatest(event.ts, excluded.end_ts) end`,
          updatedAt,
          lifecycle: sql<EventLifecycle>`case when event.lifecycle = 'end' then 'end' else excluded.lifecycle end`,
          label: event.label,
          subLabel: sql`coalesce(excluded.sub_label, event.sub_label)`,
          score: sql`coalesce(excluded.score, event.score)`,
          topScore: sql`greatest(event.top_score, excluded.top_score)`,
          zones: [...event.zones],
          box: sql`coalesce(excluded.box, event.box)`,
          snapshotUrl: sql`coalesce(excluded.snapshot_url, event.snapshot_url)`,
          recognizedPlate: sql`coalesce(excluded.recognized_plate, event.recognized_plate)`,
          raw: sql`coalesce(excluded.raw, event.raw)`,
        })
        .where('event.cameraId', '=', event.cameraId),
    )
    .returning('id')
    .executeTakeFirst();

export interface EventFilter {
  userId: string;
  cameraIds?: readonly string[] | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
  labels?: readonly string[] | undefined;
  after?: { ts: Date; id: string } | undefined;
  limit: number;
}

export interface EventRow {
  id: string;
  cameraId: string;
  sourceId: string;
  ts: Date;
  endTs: Date | null;
  updatedAt: Date;
  lifecycle: EventLifecycle;
  label: string;
  subLabel: string | null;
  score: number | null;
  topScore: number | null;
  zones: string[];
  box: number[] | null;
  recognizedPlate: string | null;
  raw: JsonObject | null;
}

/** Newest first. Each camera gives its own newest from its own index, so a silent camera costs nothing. */
export async function listVisibleEvents(conn: Conn, filter: EventFilter): Promise<EventRow[]> {
  const { start, end, labels, after, limit } = filter;
  const conditions = [
    sql`e.camera_id = seen.camera_id`,
    ...(start ? [sql`e.ts >= ${start}`] : []),
    ...(end ? [sql`e.ts < ${end}`] : []),
    ...(labels ? [sql`e.label = any (${[...labels]}::text[])`] : []),
    ...(after ? [sql`(e.ts, e.id) < (${after.ts}, ${after.id}::uuid)`] : []),
  ];
  const { rows } = await sql<EventRow>`
    select page.id, page.camera_id, page.source_id, page.ts, page.end_ts, page.updated_at, page.lifecycle, page.label,
           page.sub_label, page.score, page.top_score, page.zones, page.box, page.recognized_plate, page.raw
      from unnest(${scopeArray(filter)}) as seen (camera_id)
     cross join lateral (
       select * from event e where ${sql.join(conditions, sql` and `)} order by e.ts desc, e.id desc limit ${limit}
     ) page
     order by page.ts desc, page.id desc limit ${limit}`.execute(conn);
  return rows;
}
