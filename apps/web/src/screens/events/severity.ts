import type { AlertEventKey } from '@holdfast/domain';

export type Severity = 'bad' | 'warn' | 'note';

/** `bad`: footage is lost; `warn`: footage may be lost, or a user asked for the alert; `note`: information. */
export const severities: Record<AlertEventKey, Severity> = {
  recorder_offline: 'bad',
  camera_offline: 'warn',
  camera_back: 'note',
  camera_stream_rejected: 'warn',
  stream_no_segments: 'bad',
  storage_unwritable: 'bad',
  storage_persist_failed: 'bad',
  premature_rollover: 'warn',
  footage_vanished: 'bad',
  low_disk: 'warn',
  policy_over_cap: 'warn',
  detector_disconnected: 'warn',
  hub_unreachable: 'warn',
  hub_back: 'note',
  motion_detector_unhealthy: 'warn',
  motion_cache_unavailable: 'warn',
  plate_watchlist_hit: 'warn',
  backup_failed: 'warn',
  camera_removed: 'note',
  camera_restored: 'note',
  protected_space: 'warn',
};
