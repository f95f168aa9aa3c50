export const ALERT_EVENT_KEYS = [
  'recorder_offline',
  'camera_offline',
  'camera_back',
  'camera_stream_rejected',
  'stream_no_segments',
  'storage_unwritable',
  'storage_persist_failed',
  'premature_rollover',
  'footage_vanished',
  'low_disk',
  'policy_over_cap',
  'detector_disconnected',
  'hub_unreachable',
  'hub_back',
  'motion_detector_unhealthy',
  'motion_cache_unavailable',
  'plate_watchlist_hit',
  'backup_failed',
  'camera_removed',
  'camera_restored',
  'protected_space',
] as const;

export type AlertEventKey = (typeof ALERT_EVENT_KEYS)[number];

export const isAlertEventKey = (key: string): key is AlertEventKey =>
  (ALERT_EVENT_KEYS as readonly string[]).includes(key);
