import { type ClipKind, clipKinds, PLATE_LABEL } from '@holdfast/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { prepared } from '../prepared-statements.ts';
import { overlaps } from './media-start.ts';

/** The user who asks. */
export interface ClipReader {
  userId: string;
  seesPlates: boolean;
  seesBookmarks: boolean;
  /** The product itself, which may see everything. */
  isProduct?: true;
  /** The only camera a media token is for. */
  onlyCameraId?: string | undefined;
}

export interface ClipRow {
  id: string;
  kind: ClipKind;
  cameraId: string;
  cameraName: string;
  ts: Date;
  endTs: Date | null;
  label: string;
  subLabel: string | null;
  score: number | null;
  sourceId: string | null;
  zones: string[];
}

export type Conditions = readonly RawBuilder<unknown>[];
const all = (conditions: Conditions) => sql.join([sql`true`, ...conditions], sql` and `);

/** Motion and detections are rows of one table, and mostly wanted together. */
export type ClipRows = ClipKind | 'event';

/** Written as in the index of events by kind. */
const eventKind = sql`(case when one.source_id = 'motion' then 'motion' else 'detection' end)`;

/** The rows from which clips of a kind are derived, in one shape. Conditions name the row `one`. */
export function clipsOf(kind: ClipRows, { seesPlates }: ClipReader, conditions: Conditions): RawBuilder<unknown> {
  const where = all(conditions);
  switch (kind) {
    case 'event':
    case 'motion':
    case 'detection':
      return sql`
        select one.id, ${eventKind} as kind, one.camera_id, one.ts, one.end_ts, one.label,
               case when one.recognized_plate is null or ${seesPlates}::boolean then one.sub_label end as sub_label,
               coalesce(one.top_score, one.score) as score, one.source_id, one.zones
          from event one
         where ${where} and one.label <> ${PLATE_LABEL} and ${kind === 'event' ? sql`true` : sql`${eventKind} = ${kind}`}`;
    case 'plate':
      return sql`
        select one.id, 'plate'::text as kind, one.camera_id, one.ts,
               case when parent.id is null then one.ts else parent.end_ts end as end_ts,
               ${PLATE_LABEL}::text as label, one.plate as sub_label, one.confidence as score, one.source_id,
               '{}'::text[] as zones
          from plate_read one left join event parent on parent.id = one.event_id
         where ${where}`;
    case 'bookmark':
      return sql`
        select one.id, 'bookmark'::text as kind, one.camera_id, one.start_ts as ts, one.end_ts, one.label,
               null::text as sub_label, null::float8 as score, null::text as source_id, '{}'::text[] as zones
          from bookmark one where ${where}`;
  }
}

export const visibleKinds = ({ seesPlates, seesBookmarks }: ClipReader): ClipKind[] =>
  clipKinds.filter((kind) => (kind !== 'plate' || seesPlates) && (kind !== 'bookmark' || seesBookmarks));

const isSeen = ({ isProduct, userId }: ClipReader) =>
  isProduct
    ? sql`true`
    : sql`exists (select from camera_scope where user_id = ${userId} and camera_id = found.camera_id)`;

/** Undefined also for a clip of a camera that the user may not see. */
export async function findVisibleClip(
  conn: Conn,
  reader: ClipReader,
  id: string,
): Promise<(ClipRow & { preRollSeconds: number; overviewSeconds: number }) | undefined> {
  const found = sql.join(
    visibleKinds(reader).map((kind) => sql`(${clipsOf(kind, reader, [sql`one.id = ${id}`])})`),
    sql` union all `,
  );
  // The text depends on the rights of the user, so there are five at most.
  const { rows } = await sql<ClipRow & { preRollSeconds: number; overviewSeconds: number }>`${prepared('visible-clip')}
    select found.*, camera.name as camera_name, clip_pre_roll_seconds as pre_roll_seconds,
           clip_overview_seconds as overview_seconds
      from (${found}) found
      join camera on camera.id = found.camera_id
      cross join server_settings
     where ${isSeen(reader)}`.execute(conn);
  const [clip] = rows;
  return clip && (reader.onlyCameraId ?? clip.cameraId) === clip.cameraId ? clip : undefined;
}

/** Clips that do not exist for the user are ignored. */
export async function markClipsViewed(
  conn: Conn,
  reader: ClipReader,
  { ids, viewed, now }: { ids: readonly string[]; viewed: boolean; now: Date },
): Promise<void> {
  const found = sql.join(
    visibleKinds(reader).map((kind) => sql`(${clipsOf(kind, reader, [sql`one.id = any (${[...ids]}::uuid[])`])})`),
    sql` union all `,
  );
  await sql`
    insert into clip_view (user_id, clip_id, viewed_at, viewed)
    select ${reader.userId}, found.id, ${now}, ${viewed} from (${found}) found
     where found.camera_id in (select camera_id from camera_scope where user_id = ${reader.userId})
    on conflict (user_id, clip_id) do update set viewed = excluded.viewed, viewed_at = excluded.viewed_at
      where clip_view.viewed <> excluded.viewed`.execute(conn);
}

export interface ClipFootageRow {
  id: number;
  stream: 'main' | 'sub';
  startMs: number;
  durationMs: number;
  parameterHash: string;
  path: string;
  storagePath: string;
}

/** All segments of a camera that overlap a range, of both streams, in order. The caller has checked that it may be seen. */
export const listClipFootage = async (
  conn: Conn,
  { cameraId, start, end }: { cameraId: string; start: Date; end: Date },
) =>
  (
    await sql<ClipFootageRow>`${prepared('clip-footage')}
      select segment.id, segment.stream, round(date_part('epoch', precise_start_ts) * 1000)::float8 as start_ms, duration_ms,
             parameter_hash, segment.path, storage.path as storage_path
        from segment join storage on storage.id = segment.storage_id
       where camera_id = ${cameraId} and stream in ('main', 'sub')
         and ${overlaps(cameraId, { start, end })}
       order by stream, start_ts`.execute(conn)
  ).rows;

export interface FootageGone {
  cameraId: string;
  hour: Date;
  notedAt: Date;
}

/** Hours in which footage was deleted. */
export const listFootageGone = (conn: Conn, most: number): Promise<FootageGone[]> =>
  conn.selectFrom('footageGone').selectAll().orderBy('notedAt').limit(most).execute();

/** Unless more was deleted in the meantime. */
export async function clearFootageGone(conn: Conn, { cameraId, hour, notedAt }: FootageGone): Promise<void> {
  await sql`delete from footage_gone
             where camera_id = ${cameraId} and hour = ${hour}
               and date_trunc('milliseconds', noted_at) <= ${notedAt}`.execute(conn);
}
