import { OPENINGS, PLATE_LABEL } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { scopeArray } from './camera-scope.ts';
import type { TimelineRange } from './timeline.ts';

export interface TimelineMarkRow {
  id: string;
  cameraId: string;
  ts: Date;
  endTs: Date | null;
  label: string;
  subLabel: string | null;
  sourceId: string;
  /** Of a door or window: when its state was unknown while the event lasted; the end is null while it still is. */
  unknown: { start: string; end: string | null }[];
}

const MOTION_LABEL = 'motion';
const HUB_SOURCE_ID = 'hub';
/** The newest events before the range, for each camera and label, searched for one that lasted into it. */
const MOST_BEGUN = 16;
/** The limit of times without a known state, for each opening. */
const MOST_UNKNOWN = 100;

/**
 * Of each camera and label the newest event in each part of the range, and openings that began before it and lasted into it. Jumps from one part to the one before it in the index, so
 * that the cost depends on what is drawn and not on how many events there are.
 */
export async function listTimelineMarks(
  conn: Conn,
  range: TimelineRange,
  { parts, seesPlates, limit }: { parts: number; seesPlates: boolean; limit: number },
): Promise<TimelineMarkRow[]> {
  const { start, end } = range;
  const partMs = Math.max(1, (end.getTime() - start.getTime()) / parts);
  const part = sql`${partMs}::float8 * interval '1 millisecond'`;
  const columns = sql`e.id, e.camera_id, e.label, e.ts, e.end_ts, e.sub_label, e.recognized_plate, e.source_id, e.provider_event_id`;
  const newestBefore = (before: ReturnType<typeof sql>, lane: string) => sql`
    select ${columns} from event e
     where e.camera_id = ${sql.ref(`${lane}.cameraId`)} and e.label = ${sql.ref(`${lane}.label`)}
       and e.ts >= ${start} and e.ts < ${before}
     order by e.ts desc, e.id desc limit 1`;
  const { rows } = await sql<TimelineMarkRow>`
    with recursive labels as (
      select seen.camera_id, (select min(label) from event where camera_id = seen.camera_id) as label
        from unnest(${scopeArray(range)}) as seen (camera_id)
      union all
      select labels.camera_id, (select min(label) from event where camera_id = labels.camera_id and label > labels.label)
        from labels where labels.label is not null
    ), hop as (
      select first.* from labels cross join lateral (${newestBefore(sql`${end}`, 'labels')}) first
       where labels.label is not null and labels.label <> ${MOTION_LABEL} and (${seesPlates} or labels.label <> ${PLATE_LABEL})
      union all
      select earlier.* from hop
       cross join lateral (${newestBefore(sql`date_bin(${part}, hop.ts, ${start}::timestamptz)`, 'hop')}) earlier
    ), begun as (
      select before.* from labels cross join lateral (
        select ${columns} from event e
         where e.camera_id = labels.camera_id and e.label = labels.label and e.ts < ${start}
         order by e.ts desc, e.id desc limit ${MOST_BEGUN}
      ) before
       where labels.label = any (${[...OPENINGS]}::text[]) and before.source_id = ${HUB_SOURCE_ID}
         and (before.end_ts is null or before.end_ts > ${start})
    )
    select id, camera_id, ts, end_ts, label, source_id,
           case when recognized_plate is null or ${seesPlates} then sub_label end as sub_label,
           ${unknownOf} as unknown
      from ((select * from hop limit ${limit}) union all select * from begun) found order by ts desc, id desc`.execute(
    conn,
  );
  return rows;
}

/** The sensor is the last part of the event's id, see `opening-events.ts` of the recorder. */
const unknownOf = sql`case when found.source_id <> ${HUB_SOURCE_ID} then '[]'::json else (
  select coalesce(json_agg(json_build_object('start', lost.start_ts, 'end', nullif(lost.end_ts, 'infinity')) order by lost.start_ts), '[]')
    from (
      select greatest(span.start_ts, found.ts) as start_ts,
             least(coalesce(span.end_ts, 'infinity'), coalesce(found.end_ts, 'infinity')) as end_ts
        from hub_state_span span
       where span.camera_id = found.camera_id and span.entity_id = split_part(found.provider_event_id, ' ', 3)
         and not span.known and span.start_ts < coalesce(found.end_ts, 'infinity')
         and (span.end_ts is null or span.end_ts > found.ts)
       order by span.start_ts desc limit ${MOST_UNKNOWN}
    ) lost
) end`;
