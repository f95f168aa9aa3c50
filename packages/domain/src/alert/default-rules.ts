import type { AlertEventKey } from './event-keys.ts';
import type { QuietHours } from './quiet-hours.ts';

export type AlertRule = {
  enabled: boolean;
  cooldownSeconds: number;
  quiet: QuietHours | null;
  bypassQuietHours: boolean;
};

/** The texts are templates; see template.ts. */
export type AlertDefaults = AlertRule & { title: string; body: string };

export const ALERT_COOLDOWN_SECONDS = { min: 0, max: 7 * 86_400 } as const;

const PLATE_COOLDOWN_SECONDS = 300;
// A persisting fault is raised repeatedly; a quarter of an hour keeps it from flooding a phone.
const FAULT_COOLDOWN_SECONDS = 900;
const SLOW_COOLDOWN_SECONDS = 6 * 3600;

const rule = (title: string, changes: Partial<AlertDefaults> = {}): AlertDefaults => ({
  enabled: true,
  cooldownSeconds: FAULT_COOLDOWN_SECONDS,
  quiet: null,
  bypassQuietHours: false,
  title,
  body: '{{detail}}',
  ...changes,
});

// Footage is being lost now: worth waking a person.
const losesFootage = { bypassQuietHours: true } as const;

export const DEFAULT_ALERT_RULES: Record<AlertEventKey, AlertDefaults> = {
  recorder_offline: rule('Recorder offline', losesFootage),
  camera_offline: rule('{{camera}} is offline'),
  camera_back: rule('{{camera}}: recording works again'),
  camera_stream_rejected: rule('{{camera}}: stream rejected'),
  stream_no_segments: rule('{{camera}}: nothing is being recorded', losesFootage),
  storage_unwritable: rule('Storage cannot be written', losesFootage),
  storage_persist_failed: rule('{{camera}}: footage could not be stored', losesFootage),
  premature_rollover: rule('Footage deleted before its retention ended', { cooldownSeconds: SLOW_COOLDOWN_SECONDS }),
  // Each report names other footage, and waiting does not bring it back.
  footage_vanished: rule('{{camera}}: footage vanished from the disk', { cooldownSeconds: 0 }),
  low_disk: rule('Little disk space left', { cooldownSeconds: SLOW_COOLDOWN_SECONDS }),
  policy_over_cap: rule('Recording policy over its size limit', { cooldownSeconds: SLOW_COOLDOWN_SECONDS }),
  detector_disconnected: rule('Detector disconnected'),
  hub_unreachable: rule('Smart-home hub unreachable'),
  hub_back: rule('Smart-home hub is back'),
  motion_detector_unhealthy: rule('{{camera}}: motion detection is not working'),
  motion_cache_unavailable: rule('Motion pre-buffer unavailable'),
  plate_watchlist_hit: rule('Plate {{plate}} at {{camera}}', {
    cooldownSeconds: PLATE_COOLDOWN_SECONDS,
    body: '{{entry_label}}\nSeen {{time}} at {{camera}}, listed as {{entry_plate}}.',
  }),
  backup_failed: rule('Backup failed', { cooldownSeconds: SLOW_COOLDOWN_SECONDS }),
  protected_space: rule('Protected footage takes much space', { cooldownSeconds: SLOW_COOLDOWN_SECONDS }),
  // Actions of users: each one is sent.
  camera_removed: rule('{{camera}} was removed', { cooldownSeconds: 0 }),
  camera_restored: rule('{{camera}} was restored', { cooldownSeconds: 0 }),
};
