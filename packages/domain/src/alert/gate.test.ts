import { describe, expect, it } from 'vitest';
import { cooldownKey } from './cooldown.ts';
import { DEFAULT_ALERT_RULES } from './default-rules.ts';
import { type AlertFacts, decideAlert } from './gate.ts';

const nowMs = Date.parse('2026-11-15T23:00:00Z');
const rule = DEFAULT_ALERT_RULES.plate_watchlist_hit;
const night = { startMinute: 22 * 60, endMinute: 6 * 60, days: Array(7).fill(true) };
const calm: AlertFacts = {
  eventKey: 'plate_watchlist_hit',
  rule,
  nowMs,
  timeZone: 'UTC',
  snoozedUntilMs: null,
  maintenanceUntilMs: null,
  cameraGraceUntilMs: null,
  lastSentMs: null,
};
const send = { kind: 'send' };
const muted = (reason: string) => ({ kind: 'mute', reason });

describe('alert gate', () => {
  it.each<[string, Partial<AlertFacts>, unknown]>([
    ['sends by default', {}, send],
    ['mutes a rule that is switched off', { rule: { ...rule, enabled: false } }, muted('disabled')],
    ['mutes while it is snoozed', { snoozedUntilMs: nowMs + 1 }, muted('snoozed')],
    ['sends when that has just ended', { snoozedUntilMs: nowMs }, send],
    [
      'mutes a snoozed alert that bypasses quiet hours',
      { snoozedUntilMs: nowMs + 1, rule: { ...rule, bypassQuietHours: true } },
      muted('snoozed'),
    ],
    ['mutes during maintenance', { maintenanceUntilMs: nowMs + 1 }, muted('maintenance')],
    ['sends when maintenance has just ended', { maintenanceUntilMs: nowMs }, send],
    ['mutes in quiet hours', { rule: { ...rule, quiet: night } }, muted('quiet-hours')],
    ['sends in quiet hours of another zone', { rule: { ...rule, quiet: night }, timeZone: 'Asia/Tokyo' }, send],
    ['sends in quiet hours when they are bypassed', { rule: { ...rule, quiet: night, bypassQuietHours: true } }, send],
    ['mutes 299.999 s after the last', { lastSentMs: nowMs - 299_999 }, muted('cooldown')],
    ['sends 300 s after the last', { lastSentMs: nowMs - 300_000 }, send],
    ['mutes when another process was a moment ahead', { lastSentMs: nowMs + 20 }, muted('cooldown')],
    ['sends after the clock was set back an hour', { lastSentMs: nowMs + 3_600_000 }, send],
    ['sends always with a cooldown of zero', { rule: { ...rule, cooldownSeconds: 0 }, lastSentMs: nowMs }, send],
    [
      'does not let a bypass of quiet hours bypass the cooldown',
      { rule: { ...rule, quiet: night, bypassQuietHours: true }, lastSentMs: nowMs - 1 },
      muted('cooldown'),
    ],
    [
      'mutes an offline camera until it had time to connect',
      { eventKey: 'camera_offline', cameraGraceUntilMs: nowMs + 1 },
      muted('boot-grace'),
    ],
    ['applies the grace period to no other event', { cameraGraceUntilMs: nowMs + 1 }, send],
  ])('%s', (_title, facts, expected) => expect(decideAlert({ ...calm, ...facts })).toEqual(expected));

  it('keeps one cooldown per event key and camera', () => {
    const keys = [
      cooldownKey({ eventKey: 'camera_offline', cameraId: 'a' }),
      cooldownKey({ eventKey: 'camera_offline', cameraId: 'b' }),
      cooldownKey({ eventKey: 'camera_offline', cameraId: null }),
      cooldownKey({ eventKey: 'low_disk', cameraId: null }),
    ];
    expect(new Set(keys).size).toBe(4);
  });
});
