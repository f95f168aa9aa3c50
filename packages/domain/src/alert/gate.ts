import { inCooldown } from './cooldown.ts';
import type { AlertRule } from './default-rules.ts';
import type { AlertEventKey } from './event-keys.ts';
import { inQuietHours } from './quiet-hours.ts';

export type AlertFacts = {
  eventKey: AlertEventKey;
  rule: AlertRule;
  nowMs: number;
  timeZone: string;
  /**
   * End of the snooze of this kind of alert, or of all alerts; null without one. A snooze also mutes alerts that bypass
   * quiet hours.
   */
  snoozedUntilMs: number | null;
  /** MAINTENANCE_UNTIL; null when unset. */
  maintenanceUntilMs: number | null;
  /** End of CAMERA_OFFLINE_BOOT_GRACE_SECS: cameras need time to connect after a start. */
  cameraGraceUntilMs: number | null;
  /** When this key was last sent for this camera; null when never. */
  lastSentMs: number | null;
};

export type MuteReason = 'disabled' | 'snoozed' | 'maintenance' | 'boot-grace' | 'quiet-hours' | 'cooldown';
export type AlertDecision = { kind: 'send' } | { kind: 'mute'; reason: MuteReason };

const isBefore = (nowMs: number, untilMs: number | null) => untilMs !== null && nowMs < untilMs;
const mute = (reason: MuteReason): AlertDecision => ({ kind: 'mute', reason });

/** The system event is recorded either way; this decides whether it is sent to channels. A muted alert starts no cooldown. */
export function decideAlert(facts: AlertFacts): AlertDecision {
  const { rule, nowMs, timeZone } = facts;
  if (!rule.enabled) return mute('disabled');
  if (isBefore(nowMs, facts.snoozedUntilMs)) return mute('snoozed');
  if (isBefore(nowMs, facts.maintenanceUntilMs)) return mute('maintenance');
  if (facts.eventKey === 'camera_offline' && isBefore(nowMs, facts.cameraGraceUntilMs)) return mute('boot-grace');
  const quiet = rule.quiet !== null && inQuietHours({ hours: rule.quiet, nowMs, timeZone });
  if (quiet && !rule.bypassQuietHours) return mute('quiet-hours');
  if (inCooldown({ lastSentMs: facts.lastSentMs, nowMs, cooldownSeconds: rule.cooldownSeconds }))
    return mute('cooldown');
  return { kind: 'send' };
}
