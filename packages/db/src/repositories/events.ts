import { type EventLifecycle, type NormalizedEvent, PLATE_LABEL } from '@holdfast/domain';
import { sql } from 'kysely';
import type { JsonObject } from '../column-types.ts';
import type { Conn } from '../connect.ts';
import { prepared } from '../prepared-statements.ts';
import { scopeArray } from './camera-scope.ts';
import { storableJson } from './storable-json.ts';

const timeOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** An event as one JSON object of the list that `eventColumns` describes. */
export const eventJson = (event: NormalizedEvent, updatedAt: Date) => ({
  camera_id: event.cameraId,
  source_id: event.sourceId,
  provider_event_id: event.providerEventId,
  ts: timeOrNull(event.tsMs),
  end_ts: timeOrNull(event.endTsMs),
  updated_at: updatedAt.toISOString(),
  lifecycle: event.lifecycle,
  label: event.label,
  sub_label: event.subLabel,
  score: event.score,
  top_score: event.topScore,
  zones: event.zones,
  box: event.box,
  snapshot_url: event.snapshotUrl,
  recognized_plate: event.plate?.text ?? null,
  raw: event.raw,
});

export const eventColumns = sql`camera_id uuid, source_id text, provider_event_id text, ts timestamptz, end_ts timestamptz,
  updated_at timestamptz, lifecycle text, label text, sub_label text, score float8, top_score float8, zones text[],
  box float8[], snapshot_url text, recognized_plate text, raw jsonb`;

/**
 * Upserts events: a start never moves, an end once known is only replaced by another end, and no late update reopens it.
 * Returns no row when the source used the same name for an event of another camera.
 */
export const eventUpsertFrom = (rows: string) => sql`
  insert into event (camera_id, source_id, provider_event_id, ts, end_ts, updated_at, lifecycle, label, sub_label, score,
                     top_score, zones, box, snapshot_url, recognized_plate, raw)
  select camera_id, source_id, provider_event_id, ts, end_ts, updated_at, lifecycle, label, sub_label, score,
         top_score, zones, box, snapshot_url, recognized_plate, raw from ${sql.id(rows)}
  on conflict on constraint event_source_key do update
    set end_ts = case when excluded.end_ts is null then event.end_ts else greatest(event.ts, excluded.end_ts) end,
        updated_at = excluded.updated_at,
        lifecycle = case when event.lifecycle = 'end' then 'end' else excluded.lifecycle end,
        label = excluded.label,
        sub_label = coalesce(excluded.sub_label, event.sub_label),
        score = coalesce(excluded.score, event.score),
        top_score = greatest(event.top_score, excluded.top_score),
        zones = excluded.zones,
        box = coalesce(excluded.box, event.box),
        snapshot_url = coalesce(excluded.snapshot_url, event.snapshot_url),
        recognized_plate = coalesce(excluded.recognized_plate, event.recognized_plate),
        raw = coalesce(excluded.raw, event.raw)
    where event.camera_id = excluded.camera_id
  returning id, source_id, provider_event_id`;

/** Many at once, in one statement; no two may have the same name. */
export async function upsertEvents(conn: Conn, events: readonly NormalizedEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const arrived = events.map((event) => eventJson(event, now));
  await sql`${prepared('upsert-events')}
    with arrived as materialized (
      select incoming.* from json_to_recordset(${storableJson(arrived)}::json) as incoming (${eventColumns})
        join camera on camera.id = incoming.camera_id and camera.removed_at is null
       order by source_id, provider_event_id
    ) ${eventUpsertFrom('arrived')}`.execute(conn);
}

export interface EventFilter {
  userId: string;
  cameraIds?: readonly string[] | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
  labels?: readonly string[] | undefined;
  zones?: readonly string[] | undefined;
  sourceIds?: readonly string[] | undefined;
  minScore?: number | undefined;
  /** Without access to plates, events that consist of nothing but a plate are hidden. */
  seesPlates: boolean;
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

/** Newest first. Each camera and label contributes its newest from its own index, so a quiet camera costs nothing. */
export async function listVisibleEvents(conn: Conn, filter: EventFilter): Promise<EventRow[]> {
  const { start, end, labels, zones, sourceIds, minScore, seesPlates, after, limit } = filter;
  const conditions = [
    sql`e.camera_id = seen.camera_id`,
    ...(start ? [sql`e.ts >= ${start}`] : []),
    ...(end ? [sql`e.ts < ${end}`] : []),
    ...(labels ? [sql`e.label = wanted.label`] : []),
    ...(zones ? [sql`e.zones && ${[...zones]}::text[]`] : []),
    ...(sourceIds ? [sql`e.source_id = any (${[...sourceIds]}::text[])`] : []),
    ...(minScore === undefined ? [] : [sql`coalesce(e.top_score, e.score) >= ${minScore}`]),
    ...(seesPlates ? [] : [sql`e.label <> ${PLATE_LABEL}`]),
    ...(after ? [sql`(e.ts, e.id) < (${after.ts}, ${after.id}::uuid)`] : []),
  ];
  const { rows } = await sql<EventRow>`
    select page.id, page.camera_id, page.source_id, page.ts, page.end_ts, page.updated_at, page.lifecycle, page.label,
           page.sub_label, page.score, page.top_score, page.zones, page.box, page.recognized_plate, page.raw
      from unnest(${scopeArray(filter)}) as seen (camera_id)
     ${labels ? sql`cross join unnest(${[...new Set(labels)]}::text[]) as wanted (label)` : sql``}
     cross join lateral (
       select * from event e where ${sql.join(conditions, sql` and `)} order by e.ts desc, e.id desc limit ${limit}
     ) page
     order by page.ts desc, page.id desc limit ${limit}`.execute(conn);
  return rows;
}

/**
 * Closes open events without updates for a while, at the time of their last update. A real end that arrives later replaces it.
 * In batches, so that a long outage of the server does not lead to one long transaction.
 */
export async function closeStaleEvents(
  conn: Conn,
  { updatedBefore, now, most }: { updatedBefore: Date; now: Date; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update event set end_ts = greatest(ts, updated_at), lifecycle = 'end', updated_at = ${now}
     where id in (select id from event where end_ts is null and updated_at < ${updatedBefore} limit ${most})`.execute(
    conn,
  );
  return Number(numAffectedRows ?? 0);
}

/** Ends what a stopped recorder left open, at the time of its last update. */
export const closeAbandonedEvents = (conn: Conn, { sourceIds, now }: { sourceIds: readonly string[]; now: Date }) =>
  sql`update event set end_ts = greatest(ts, updated_at), lifecycle = 'end', updated_at = ${now}
       where end_ts is null and updated_at < ${now} and source_id = any (${[...sourceIds]}::text[])`.execute(conn);

export interface LeftEvent {
  cameraId: string;
  sourceId: string;
  /** The end of the source's name of the event, after a space. */
  key: string;
  /** Events that began earlier have ended. */
  before: Date;
  /** When they ended; null if unknown: then at the time of their last update. */
  end: Date | null;
}

/** Ends open events of one subject that a stopped recorder left, and of which the present one knows that they are over. */
export const closeLeftEvents = (conn: Conn, { cameraId, sourceId, key, before, end, now }: LeftEvent & { now: Date }) =>
  sql`update event set end_ts = greatest(ts, coalesce(${end}::timestamptz, updated_at)), lifecycle = 'end', updated_at = ${now}
       where end_ts is null and camera_id = ${cameraId} and source_id = ${sourceId} and ts < ${before}
         and right(provider_event_id, length(${key}::text) + 1) = ' ' || ${key}::text`.execute(conn);

/**
 * Deletes events older than their camera's footage can be, or than `retentionDays` where that is set. What a protecting
 * bookmark touches stays, and so does one in progress. A policy that keeps footage for ever keeps its events.
 */
export async function pruneEvents(
  conn: Conn,
  { now, retentionDays, most }: { now: Date; retentionDays: number | null; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with kept as (
      select camera.id as camera_id,
             case when ${retentionDays}::integer is not null then ${retentionDays}::integer * interval '1 day'
                  -- Without a limit of its own the archive keeps for ever, up to the ceiling.
                  when archive_enabled and archive_retention_hours is null then max_retention_days * interval '1 day'
                  else least(max_retention_days * interval '1 day',
                             greatest(live_retention_hours, case when archive_enabled then archive_retention_hours end) * interval '1 hour')
             end as span
        from camera join recording_policy policy on policy.id = camera.policy_id
    )
    delete from event where id in (
      select stale.id from kept
       cross join lateral (
         select event.id from event
          where event.camera_id = kept.camera_id and event.ts < ${now}::timestamptz - kept.span
            and event.end_ts < ${now}::timestamptz - kept.span
            and not exists (
              select from bookmark
               where protected and (bookmark.camera_id is null or bookmark.camera_id = event.camera_id)
                 and bookmark.start_ts <= event.end_ts and bookmark.end_ts >= event.ts)
          limit ${most}
       ) stale
       where kept.span is not null limit ${most})`.execute(conn);
  return Number(numAffectedRows ?? 0);
}
