import type { Routes, StaticOf } from '@holdfast/contract';
import type { AlertRuleRow } from '@holdfast/db';
import {
  type AlertEventKey,
  parseQuietHours,
  parseTemplate,
  placeholdersOf,
  type Reason,
  reasonCode,
  type TemplateFault,
} from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';
import { snoozeTime } from './snooze-time.ts';

type Edit = StaticOf<Routes['alerts']['updateRule']['body']>;

const quietFaults = {
  'not-a-time': reasonCode('alert-quiet-not-a-time'),
  'one-end-missing': reasonCode('alert-quiet-end-missing'),
  'start-equals-end': reasonCode('alert-quiet-equal'),
  'no-days': reasonCode('alert-quiet-days-missing'),
} as const;

function templateReason(fault: TemplateFault, allowed: readonly string[]): Reason {
  switch (fault.kind) {
    case 'too-long':
      return reasonCode('alert-template-too-long');
    case 'unbalanced-braces':
      return reasonCode('alert-template-braces');
    case 'unknown-placeholder':
      return reasonCode('alert-placeholder-unknown', { name: fault.name.slice(0, 50), allowed: allowed.join(', ') });
  }
}

function requireTemplate(eventKey: AlertEventKey, pointer: string, source: string): void {
  const allowed = placeholdersOf(eventKey);
  const parsed = parseTemplate(source, allowed);
  const [fault] = parsed.kind === 'refused' ? parsed.faults : [];
  if (fault) throw invalidField(pointer, templateReason(fault, allowed));
}

/** The rule after an edit; refuses values that could not be applied when an alert is due. */
export function editRule(
  eventKey: AlertEventKey,
  rule: AlertRuleRow,
  { edit, nowMs }: { edit: Edit; nowMs: number },
): AlertRuleRow {
  const edited: AlertRuleRow = {
    eventKey,
    enabled: edit.enabled ?? rule.enabled,
    cooldownSeconds: edit.cooldown_seconds ?? rule.cooldownSeconds,
    quietStart: edit.quiet_start === undefined ? rule.quietStart : edit.quiet_start,
    quietEnd: edit.quiet_end === undefined ? rule.quietEnd : edit.quiet_end,
    quietDays: edit.quiet_days ?? rule.quietDays,
    snoozedUntil: edit.snoozed_until === undefined ? rule.snoozedUntil : snoozeTime(edit.snoozed_until, nowMs),
    bypassQuietHours: edit.bypass_quiet_hours ?? rule.bypassQuietHours,
    titleTemplate: edit.title_template ?? rule.titleTemplate,
    bodyTemplate: edit.body_template ?? rule.bodyTemplate,
  };
  const quiet = parseQuietHours({ start: edited.quietStart, end: edited.quietEnd, days: edited.quietDays });
  if (quiet.kind === 'refused')
    throw invalidField(quiet.reason === 'no-days' ? '/quiet_days' : '/quiet_end', quietFaults[quiet.reason]);
  if (edited.titleTemplate.trim() === '') throw invalidField('/title_template', reasonCode('required'));
  requireTemplate(eventKey, '/title_template', edited.titleTemplate);
  requireTemplate(eventKey, '/body_template', edited.bodyTemplate);
  return edited;
}
