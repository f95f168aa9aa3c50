import { sql } from 'kysely';

/** The first file of a run holds pictures from before the second in its name, as many as the camera sent at once. */
export const mediaStart = sql<Date>`least(segment.start_ts, segment.precise_start_ts)`;
