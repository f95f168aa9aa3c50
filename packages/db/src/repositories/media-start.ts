import { type RawBuilder, sql } from 'kysely';

/** The first file of a run contains pictures from before the second in its name, because the camera sent several at once. */
export const mediaStart = sql<Date>`least(segment.start_ts, segment.precise_start_ts)`;

/** Longer than any segment, for queries by the index on the start of segments. */
export const MAX_SEGMENT = '10 minutes';
/** More than the pictures of a segment can be older than the second in its name. */
const MAX_LEAD = '1 minute';

type Moment = Date | RawBuilder<unknown>;

/** Segments with pictures before a time. */
export const beginsBefore = (end: Moment) =>
  sql<boolean>`(segment.start_ts < (${end})::timestamptz + ${MAX_LEAD}::interval and segment.precise_start_ts < ${end})`;

/** Segments with pictures after a time. */
export const endsAfter = (start: Moment) =>
  sql<boolean>`(segment.start_ts > (${start})::timestamptz - ${MAX_SEGMENT}::interval and segment.end_ts > ${start})`;

/** Segments with pictures in a range. */
export const overlaps = ({ start, end }: { start: Moment; end: Moment }) =>
  sql<boolean>`(${endsAfter(start)} and ${beginsBefore(end)})`;
