import type { AlertRuleRow } from '@holdfast/db';
import {
  type AlertDefaults,
  type AlertEventKey,
  type AlertRule,
  DEFAULT_ALERT_RULES,
  EVERY_DAY,
  isAlertEventKey,
  parseQuietHours,
  timeOfDay,
} from '@holdfast/domain';

/** A rule as the operator sees it: the built-in one, or the edited one. */
export const ruleRowOf = (eventKey: AlertEventKey, changed: AlertRuleRow | undefined): AlertRuleRow =>
  changed ?? rowOfDefaults(eventKey, DEFAULT_ALERT_RULES[eventKey]);

const rowOfDefaults = (eventKey: AlertEventKey, rule: AlertDefaults): AlertRuleRow => ({
  eventKey,
  enabled: rule.enabled,
  cooldownSeconds: rule.cooldownSeconds,
  quietStart: rule.quiet === null ? null : timeOfDay(rule.quiet.startMinute),
  quietEnd: rule.quiet === null ? null : timeOfDay(rule.quiet.endMinute),
  quietDays: EVERY_DAY,
  snoozedUntil: null,
  bypassQuietHours: rule.bypassQuietHours,
  titleTemplate: rule.title,
  bodyTemplate: rule.body,
});

/** The rule in the form that the gate takes. */
export function gateRuleOf(row: AlertRuleRow): AlertRule {
  const quiet = parseQuietHours({ start: row.quietStart, end: row.quietEnd, days: row.quietDays });
  return {
    enabled: row.enabled,
    cooldownSeconds: row.cooldownSeconds,
    quiet: quiet.kind === 'hours' ? quiet.hours : null,
    bypassQuietHours: row.bypassQuietHours,
  };
}

/** Keys come from our own rows; an unknown one was written by a newer version. */
export function requireEventKey(key: string): AlertEventKey {
  if (!isAlertEventKey(key)) throw new Error(`unknown system event ${key}`);
  return key;
}
