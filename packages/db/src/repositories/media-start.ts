import { type RawBuilder, sql } from 'kysely';

/**
 * The first file of a run contains pictures from before the second in its name, because the camera sent several at once. So do
 * all files of a camera that begins several a second: each has a second of its own as its name.
 */
export const mediaStart = sql<Date>`least(segment.start_ts, segment.precise_start_ts)`;

/** No row ends before the second in its name; where the pictures do, only their length is known. */
export const mediaEnd = sql<Date>`case when segment.end_ts > segment.start_ts then segment.end_ts
  else segment.precise_start_ts + segment.duration_ms * interval '1 millisecond' end`;

type Moment = Date | RawBuilder<unknown>;
type CameraId = string | RawBuilder<unknown>;

/** Only the second in the name is in an index; media of the camera lies no further from it than this. */
const reachOf = (cameraId: CameraId) => sql`(
  select max(extent.reach_ms) * interval '1 millisecond' from footage_extent extent where extent.camera_id = ${cameraId})`;

/** Segments of a camera with pictures after a time. */
export const endsAfter = (cameraId: CameraId, start: Moment) =>
  sql<boolean>`(segment.start_ts > (${start})::timestamptz - ${reachOf(cameraId)} and ${mediaEnd} > ${start})`;

/** Segments of a camera with pictures in a range. */
export const overlaps = (cameraId: CameraId, { start, end }: { start: Moment; end: Moment }) =>
  sql<boolean>`(${endsAfter(cameraId, start)}
    and segment.start_ts < (${end})::timestamptz + ${reachOf(cameraId)} and segment.precise_start_ts < ${end})`;
