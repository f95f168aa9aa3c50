import type { Clock } from '@holdfast/kit';

/** The part of the environment that alerts use. */
export interface AlertSettings {
  clock: Clock;
  /** RECORDER_TZ: quiet hours and times in texts. */
  timeZone: string;
  /** MAINTENANCE_UNTIL; null when unset. */
  maintenanceUntilMs: number | null;
  /** End of CAMERA_OFFLINE_BOOT_GRACE_SECS. */
  cameraGraceUntilMs: number | null;
  /** The address under which people reach this server, for links; null omits them. */
  publicUrl: string | null;
}
