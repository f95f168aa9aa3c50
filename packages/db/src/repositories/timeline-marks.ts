import { PLATE_LABEL } from '@holdfast/domain';
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
}

const MOTION_LABEL = 'motion';

/**
 * Of each camera and label the newest event in each part of the range. Jumps from one part to the one before it in the index, so
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
  const newestBefore = (before: ReturnType<typeof sql>, lane: string) => sql`
    select e.id, e.camera_id, e.label, e.ts, e.end_ts, e.sub_label, e.recognized_plate, e.source_id from event e
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
    )
    select id, camera_id, ts, end_ts, label, source_id,
           case when recognized_plate is null or ${seesPlates} then sub_label end as sub_label
      from (select * from hop limit ${limit}) found order by ts desc, id desc`.execute(conn);
  return rows;
}
