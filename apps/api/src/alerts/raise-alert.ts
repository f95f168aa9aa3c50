import {
  type Conn,
  findAlertRule,
  insertSystemEvent,
  type JsonObject,
  lockCooldown,
  queueDeliveries,
  readAlertSnooze,
  startCooldown,
} from '@holdfast/db';
import { type AlertEventKey, cooldownKey, decideAlert, laterSnooze } from '@holdfast/domain';
import type { AlertSettings } from './alert-settings.ts';
import { gateRuleOf, ruleRowOf } from './rule-of.ts';

export interface NewAlert {
  eventKey: AlertEventKey;
  cameraId: string | null;
  tsMs: number;
  detail: string;
  data: JsonObject;
  plateReadId: string | null;
}

/** The event is recorded regardless of the rule; the cooldown starts only when it is sent to channels. */
export async function raiseAlert(tx: Conn, settings: AlertSettings, alert: NewAlert): Promise<void> {
  const { eventKey, cameraId, tsMs, ...details } = alert;
  const nowMs = settings.clock.now();
  const now = new Date(nowMs);
  const key = cooldownKey({ eventKey, cameraId });
  const lastSent = await lockCooldown(tx, key);
  const rule = ruleRowOf(eventKey, await findAlertRule(tx, eventKey));
  const allSnoozedUntil = await readAlertSnooze(tx);
  const decision = decideAlert({
    eventKey,
    rule: gateRuleOf(rule),
    snoozedUntilMs: laterSnooze(rule.snoozedUntil?.getTime() ?? null, allSnoozedUntil?.getTime() ?? null),
    nowMs,
    timeZone: settings.timeZone,
    maintenanceUntilMs: settings.maintenanceUntilMs,
    cameraGraceUntilMs: settings.cameraGraceUntilMs,
    lastSentMs: lastSent?.getTime() ?? null,
  });
  const { id } = await insertSystemEvent(tx, {
    eventKey,
    cameraId,
    ts: new Date(tsMs),
    recordedAt: now,
    ...details,
    mutedBy: decision.kind === 'mute' ? decision.reason : null,
  });
  if (decision.kind === 'mute') return;
  const queued = await queueDeliveries(tx, {
    systemEventId: id,
    cameraId,
    needsPlates: eventKey === 'plate_watchlist_hit',
    now,
  });
  // An alert that was never delivered must not mute the first one of a channel that is added now.
  if (queued > 0) await startCooldown(tx, key, now);
}
