import { sql } from 'kysely';

/** The first file of a run contains pictures from before the second in its name, because the camera sent several at once. */
export const mediaStart = sql<Date>`least(segment.start_ts, segment.precise_start_ts)`;
