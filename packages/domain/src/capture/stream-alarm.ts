import type { StreamState } from './stream.ts';

export type StreamAlarm = 'camera_offline' | 'camera_stream_rejected' | 'stream_no_segments' | 'storage_persist_failed';

const SECOND_MS = 1_000;
/** A restarting camera or a short network failure is not reported. */
const OFFLINE_AFTER_MS = 30 * SECOND_MS;
const CONNECTING_AFTER_MS = 60 * SECOND_MS;
const STORAGE_AFTER_MS = 10 * SECOND_MS;

/** The alarm for the state of a stream, if any. After a power cut cameras need time to start too. */
export function streamAlarm({
  state,
  heldMs,
  upMs,
  bootGraceMs,
}: {
  state: StreamState;
  /** How long it has been in this state. */
  heldMs: number;
  /** How long the recorder has been running. */
  upMs: number;
  bootGraceMs: number;
}): StreamAlarm | undefined {
  switch (state) {
    case 'recording':
    case 'idle':
    case 'off':
      return undefined;
    case 'rejected':
      return 'camera_stream_rejected';
    case 'offline':
      return heldMs >= OFFLINE_AFTER_MS && upMs >= bootGraceMs ? 'camera_offline' : undefined;
    // A stall has lasted long enough by the time it is noticed.
    case 'stalled':
      return 'stream_no_segments';
    case 'connecting':
      return heldMs >= CONNECTING_AFTER_MS && upMs >= bootGraceMs ? 'stream_no_segments' : undefined;
    case 'disk_full':
    case 'storage_missing':
      return heldMs >= STORAGE_AFTER_MS ? 'storage_persist_failed' : undefined;
  }
}
