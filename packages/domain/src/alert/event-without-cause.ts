import { type AlertEventKey, isAlertEventKey } from './event-keys.ts';

/** Events with a cause, which may name hosts, addresses and folders, and what they mean for the camera without it. */
const FAULTS = {
  camera_offline: (camera: string) => `${camera} is offline.`,
  camera_stream_rejected: (camera: string) => `${camera} rejects our connection.`,
  stream_no_segments: (camera: string) => `${camera} is not being recorded.`,
  storage_persist_failed: (camera: string) => `${camera} cannot be recorded to its storage.`,
  motion_detector_unhealthy: (camera: string) => `Motion detection of ${camera} is not working.`,
} as const satisfies Partial<Record<AlertEventKey, (camera: string) => string>>;

type FaultKey = keyof typeof FAULTS;

const isFault = (key: string): key is FaultKey => Object.hasOwn(FAULTS, key);

/** The first sentence of the event; its cause follows it for those who may know it. */
export const faultSentence = (key: FaultKey, camera: string): string => FAULTS[key](camera);

/** The values of events of cameras that any user of the camera may know. Events that are not listed have none. */
const OPEN_VALUES: Partial<Record<AlertEventKey, readonly string[]>> = {
  camera_offline: ['stream', 'state', 'since'],
  camera_stream_rejected: ['stream', 'state', 'since'],
  stream_no_segments: ['stream', 'state', 'since'],
  storage_persist_failed: ['stream', 'state', 'since'],
  motion_detector_unhealthy: ['since'],
  camera_back: ['since', 'outage_ms'],
  motion_cache_unavailable: ['stream'],
  premature_rollover: ['until', 'segments'],
  footage_vanished: ['storage_id', 'from', 'until', 'files', 'damaged'],
  camera_removed: ['by', 'footage', 'protected', 'hours', 'bytes', 'bookmarks'],
  camera_restored: ['by'],
  plate_watchlist_hit: ['plate_read_id', 'plate', 'entry', 'distance', 'confidence', 'bbox', 'camera_id'],
};

interface EventFacts<D extends object> {
  eventKey: string;
  cameraName: string | null;
  detail: string;
  data: D;
}

/**
 * Sentence and values of a system event for users who are not administrators. The stored sentence of a fault contains
 * its cause, in the words of the version that wrote it, so it is replaced as a whole. Of an event that is not known
 * here nothing is passed on.
 */
export function eventWithoutCause<D extends object>({
  eventKey,
  cameraName,
  detail,
  data,
}: EventFacts<D>): {
  detail: string;
  data: Partial<D>;
} {
  const camera = cameraName ?? 'A camera';
  const open = isAlertEventKey(eventKey) ? OPEN_VALUES[eventKey] : undefined;
  if (open === undefined) return { detail: `${camera} has an event that only administrators can see.`, data: {} };
  const values = Object.entries(data).filter(([name]) => open.includes(name));
  return {
    detail: isFault(eventKey) ? faultSentence(eventKey, camera) : detail,
    data: Object.fromEntries(values) as Partial<D>,
  };
}
