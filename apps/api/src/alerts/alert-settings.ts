import type { Clock } from '@holdfast/kit';

/** What of the environment alerts obey. */
export interface AlertSettings {
  clock: Clock;
  /** RECORDER_TZ: quiet hours and times in texts. */
  timeZone: string;
  /** MAINTENANCE_UNTIL; null when unset. */
  maintenanceUntilMs: number | null;
  /** End of CAMERA_OFFLINE_BOOT_GRACE_SECS. */
  cameraGraceUntilMs: number | null;
  /** Where people reach this server, for links; null leaves them out. */
  publicUrl: string | null;
}
