import { CLIP_POST_ROLL_SECONDS, type ClipKind, type ClipSettings, type Interval, PLATE_LABEL } from '@holdfast/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { scopeArray } from './camera-scope.ts';
import { clipsMarkedUnviewed, isViewed, viewedUntil } from './clip-views.ts';
import { type ClipReader, type ClipRow, type ClipRows, type Conditions, clipsOf, visibleKinds } from './clips.ts';
import { overlaps } from './media-start.ts';

export interface ClipFilter extends ClipReader {
  cameraIds?: readonly string[] | undefined;
  start?: Date | RawBuilder<Date> | undefined;
  end?: Date | undefined;
  kinds?: readonly ClipKind[] | undefined;
  ids?: readonly string[] | undefined;
  labels?: readonly string[] | undefined;
  zones?: readonly string[] | undefined;
  sourceIds?: readonly string[] | undefined;
  minScore?: number | undefined;
  viewed?: boolean | undefined;
  /** Only within these, if set. */
  windows?: readonly Interval[] | undefined;
  after?: { ts: Date; id: string } | undefined;
  limit: number;
}

const startOf = (kind: ClipRows) => (kind === 'bookmark' ? sql`one.start_ts` : sql`one.ts`);

/** Bookmarks have neither zone, score nor source, and plates no zone. */
const hasFilteredFields = (kind: ClipRows, { zones, sourceIds, minScore, labels }: ClipFilter): boolean => {
  if (kind === 'plate') return zones === undefined && (labels === undefined || labels.includes(PLATE_LABEL));
  return kind !== 'bookmark' || (zones === undefined && sourceIds === undefined && minScore === undefined);
};

const multirange = (windows: readonly Interval[]): string =>
  `{${windows.map(({ startMs, endMs }) => `[${new Date(startMs).toISOString()},${new Date(endMs).toISOString()})`).join()}}`;

function conditionsOf(kind: ClipRows, filter: ClipFilter): RawBuilder<unknown>[] {
  const { start, end, ids, zones, sourceIds, minScore, windows, after } = filter;
  const ts = startOf(kind);
  const score = kind === 'plate' ? sql`one.confidence` : sql`coalesce(one.top_score, one.score)`;
  return [
    sql`one.camera_id = seen.camera_id`,
    ...(start ? [sql`${ts} >= ${start}`] : []),
    ...(end ? [sql`${ts} < ${end}`] : []),
    ...(ids ? [sql`one.id = any (${[...ids]}::uuid[])`] : []),
    ...(zones ? [sql`one.zones && ${[...zones]}::text[]`] : []),
    ...(sourceIds ? [sql`one.source_id = any (${[...sourceIds]}::text[])`] : []),
    ...(minScore === undefined ? [] : [sql`${score} >= ${minScore}`]),
    ...(windows ? [sql`${ts} <@ ${multirange(windows)}::tstzmultirange`] : []),
    ...(after ? [sql`(${ts}, one.id) < (${after.ts}, ${after.id}::uuid)`] : []),
  ];
}

/** Clips after the mark for all, and older ones marked as not viewed: so the mark bounds the search. */
function viewedConditions(kind: ClipRows, { userId, viewed }: ClipFilter): Conditions[] {
  const ts = startOf(kind);
  if (viewed === undefined) return [[]];
  if (viewed) return [[isViewed(userId, ts)]];
  const until = viewedUntil(userId);
  return [
    [sql`${ts} > ${until}`, sql`not ${isViewed(userId, ts)}`],
    [sql`${ts} <= ${until}`, sql`one.id = any (${clipsMarkedUnviewed(userId)})`],
  ];
}

/** The newest clips of a kind of the camera `seen`; each label from its own index. */
function partsOf(kind: ClipRows, filter: ClipFilter): RawBuilder<unknown>[] {
  const { labels, limit } = filter;
  const ts = startOf(kind);
  return viewedConditions(kind, filter).map((viewed) => {
    const conditions = [...conditionsOf(kind, filter), ...viewed];
    const newest = (more: Conditions) =>
      sql`(${clipsOf(kind, filter, [...conditions, ...more])} order by ${ts} desc, one.id desc limit ${limit})`;
    if (labels === undefined || kind === 'plate') return newest([]);
    return sql`(select of_label.* from unnest(${[...new Set(labels)]}::text[]) as wanted (label)
                 cross join lateral ${newest([sql`one.label = wanted.label`])} of_label)`;
  });
}

/** If both kinds of events are wanted, their source need not be checked. */
const rowsOf = (kinds: readonly ClipKind[]): ClipRows[] =>
  kinds.includes('motion') && kinds.includes('detection')
    ? ['event', ...kinds.filter((kind) => kind !== 'motion' && kind !== 'detection')]
    : [...kinds];

/** A page of the clips that match, as a subquery; undefined where none can match. */
function pageOf(filter: ClipFilter): RawBuilder<unknown> | undefined {
  const { kinds, limit } = filter;
  const wanted = visibleKinds(filter).filter((kind) => kinds === undefined || kinds.includes(kind));
  const parts = rowsOf(wanted)
    .filter((kind) => hasFilteredFields(kind, filter))
    .flatMap((kind) => partsOf(kind, filter));
  if (parts.length === 0) return undefined;
  return sql`
    select clip.* from unnest(${scopeArray(filter)}) as seen (camera_id)
     cross join lateral (${sql.join(parts, sql` union all `)}) clip
     order by clip.ts desc, clip.id desc limit ${limit}`;
}

export type ListedClip = ClipRow & { viewed: boolean; hasFootage: boolean };

/** The same window as `clipWindow`: footage before the pre-roll is not part of the clip. */
const windowOf = ({ preRollSeconds, overviewSeconds }: ClipSettings) => {
  const seconds = (count: number) => sql`make_interval(secs => ${count})`;
  const isBookmark = sql`one.kind = 'bookmark'`;
  const start = sql`one.ts - case when ${isBookmark} then interval '0' else ${seconds(preRollSeconds)} end`;
  const afterEnd = sql`case when ${isBookmark} then interval '0' else ${seconds(CLIP_POST_ROLL_SECONDS)} end`;
  return {
    start,
    // An event in progress has only the longest end: least() ignores null.
    end: sql`least(${start} + ${seconds(overviewSeconds)},
                   case when one.end_ts is not null then greatest(one.ts, one.end_ts) + ${afterEnd} end)`,
  };
};

/** Newest first. Each camera contributes its newest from its own indexes, as in the list of events. */
export async function listVisibleClips(conn: Conn, filter: ClipFilter, settings: ClipSettings): Promise<ListedClip[]> {
  const page = pageOf(filter);
  if (!page) return [];
  const window = windowOf(settings);
  const { rows } = await sql<ListedClip>`
    select one.*, camera.name as camera_name, ${isViewed(filter.userId, sql`one.ts`)} as viewed,
           exists (select from segment
                    where segment.camera_id = one.camera_id and segment.stream in ('main', 'sub')
                      and ${overlaps(sql`one.camera_id`, window)}) as has_footage
      from (${page}) one join camera on camera.id = one.camera_id
     order by one.ts desc, one.id desc`.execute(conn);
  return rows;
}

const count = async (conn: Conn, filter: ClipFilter): Promise<number> => {
  const page = pageOf(filter);
  if (!page) return 0;
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (${page}) unviewed`.execute(
    conn,
  );
  return rows[0]?.count ?? 0;
};

/** Since a time, and not before the user was created. Plain motion does not count: it would drown everything else. */
export const countUnviewedDetections = (
  conn: Conn,
  reader: ClipReader,
  { since, most }: { since: Date; most: number },
): Promise<number> =>
  count(conn, {
    ...reader,
    kinds: ['detection', 'plate'],
    viewed: false,
    start: sql<Date>`greatest(${since}::timestamptz, (select created_at from app_user where id = ${reader.userId}))`,
    limit: most,
  });

/** Bookmarks are what users made themselves. */
export const hasUnviewedClips = async (conn: Conn, reader: ClipReader): Promise<boolean> =>
  (await count(conn, { ...reader, kinds: ['detection', 'motion', 'plate'], viewed: false, limit: 1 })) > 0;

/** Labels, zones and sources of the newest events of each camera. */
export async function listClipChoices(
  conn: Conn,
  { userId, seesPlates }: ClipReader,
  newest: number,
): Promise<{ labels: string[]; zones: string[]; sourceIds: string[] }> {
  const { rows } = await sql<{ labels: string[]; zones: string[]; sourceIds: string[] }>`
    with recent as materialized (
      select event.* from unnest(${scopeArray({ userId })}) as seen (camera_id)
       cross join lateral (
         select label, source_id, zones from event where event.camera_id = seen.camera_id
          order by ts desc, id desc limit ${newest}) event
       where ${seesPlates} or label <> ${PLATE_LABEL}
    )
    select array(select distinct label from recent order by 1) as labels,
           array(select distinct zone from recent, unnest(zones) zone order by 1) as zones,
           array(select distinct source_id from recent order by 1) as source_ids`.execute(conn);
  return rows[0] ?? { labels: [], zones: [], sourceIds: [] };
}
