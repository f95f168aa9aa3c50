import type { StreamName } from '@holdfast/domain';
import type { Status } from '../../api/queries.ts';

export type StreamHealth = Status['cameras'][number]['streams'][number];

/** States in which a camera sends no picture; in the others it may, even if nothing is recorded. */
const AWAY: ReadonlySet<StreamHealth['state']> = new Set(['offline', 'rejected', 'stalled']);

/** States in which the camera sends pictures that cannot be stored. */
const UNSTORED: ReadonlySet<StreamHealth['state']> = new Set(['disk_full', 'storage_missing']);

export interface CameraHealth {
  streams: readonly StreamHealth[];
  /** Health of the stream while it sends no picture; otherwise undefined. */
  away: StreamHealth | undefined;
  /** A stream of the camera cannot be stored. */
  isUnstored: boolean;
  lastRecordedMs: number | undefined;
}

/** Health of a camera, as seen by a viewer of one of its streams. */
export function cameraHealth(status: Status | undefined, cameraId: string, stream: StreamName = 'main'): CameraHealth {
  const streams = status?.cameras.find(({ camera_id }) => camera_id === cameraId)?.streams ?? [];
  const wanted = streams.find((one) => one.stream === stream) ?? streams[0];
  const ends = streams.flatMap(({ last_segment_end }) => (last_segment_end ? [Date.parse(last_segment_end)] : []));
  return {
    streams,
    away: wanted && AWAY.has(wanted.state) ? wanted : undefined,
    isUnstored: streams.some(({ state }) => UNSTORED.has(state)),
    lastRecordedMs: ends.length > 0 ? Math.max(...ends) : undefined,
  };
}

export const healthOf = ({ streams }: CameraHealth, stream: StreamName): StreamHealth | undefined =>
  streams.find((one) => one.stream === stream);
