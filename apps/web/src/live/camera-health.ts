import type { StreamName } from '@holdfast/domain';
import type { Status } from '../api/queries.ts';

export type StreamHealth = Status['cameras'][number]['streams'][number];

/** A camera in these states sends nothing to look at; in the others it may, whatever becomes of the recording. */
const AWAY: ReadonlySet<StreamHealth['state']> = new Set(['offline', 'rejected', 'stalled']);

export interface CameraHealth {
  streams: readonly StreamHealth[];
  /** What keeps the stream away; undefined while nothing does. */
  away: StreamHealth | undefined;
  lastRecordedMs: number | undefined;
}

/** How a camera is, as far as whoever wants to see one of its streams cares. */
export function cameraHealth(status: Status | undefined, cameraId: string, stream: StreamName = 'main'): CameraHealth {
  const streams = status?.cameras.find(({ camera_id }) => camera_id === cameraId)?.streams ?? [];
  const wanted = streams.find((one) => one.stream === stream) ?? streams[0];
  const ends = streams.flatMap(({ last_segment_end }) => (last_segment_end ? [Date.parse(last_segment_end)] : []));
  return {
    streams,
    away: wanted && AWAY.has(wanted.state) ? wanted : undefined,
    lastRecordedMs: ends.length > 0 ? Math.max(...ends) : undefined,
  };
}

export const healthOf = ({ streams }: CameraHealth, stream: StreamName): StreamHealth | undefined =>
  streams.find((one) => one.stream === stream);
