import type { Routes, StaticOf } from '@holdfast/contract';
import type { AlertRuleRow } from '@holdfast/db';
import {
  type AlertEventKey,
  parseQuietHours,
  parseTemplate,
  placeholdersOf,
  reasonCode,
  type TemplateFault,
} from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

type Edit = StaticOf<Routes['alerts']['updateRule']['body']>;

const quietFaults = {
  'not-a-time': 'is not a time such as 22:00',
  'one-end-missing': 'needs both a start and an end',
  'start-equals-end': 'equals the start, which could mean never or always',
} as const;

function templateSentence(fault: TemplateFault, allowed: readonly string[]): string {
  switch (fault.kind) {
    case 'too-long':
      return 'is too long';
    case 'unbalanced-braces':
      return 'has a {{ without its }}, or the other way round';
    case 'unknown-placeholder':
      return `names {{${fault.name.slice(0, 50)}}}; this event has ${allowed.join(', ')}`;
  }
}

function requireTemplate(eventKey: AlertEventKey, pointer: string, source: string): void {
  const allowed = placeholdersOf(eventKey);
  const parsed = parseTemplate(source, allowed);
  const [fault] = parsed.kind === 'refused' ? parsed.faults : [];
  if (fault) throw invalidField(pointer, templateSentence(fault, allowed));
}

/** The rule after an edit; refuses values that could not be applied when an alert is due. */
export function editRule(eventKey: AlertEventKey, rule: AlertRuleRow, edit: Edit): AlertRuleRow {
  const edited: AlertRuleRow = {
    eventKey,
    enabled: edit.enabled ?? rule.enabled,
    cooldownSeconds: edit.cooldown_seconds ?? rule.cooldownSeconds,
    quietStart: edit.quiet_start === undefined ? rule.quietStart : edit.quiet_start,
    quietEnd: edit.quiet_end === undefined ? rule.quietEnd : edit.quiet_end,
    bypassQuietHours: edit.bypass_quiet_hours ?? rule.bypassQuietHours,
    titleTemplate: edit.title_template ?? rule.titleTemplate,
    bodyTemplate: edit.body_template ?? rule.bodyTemplate,
  };
  const quiet = parseQuietHours({ start: edited.quietStart, end: edited.quietEnd });
  if (quiet.kind === 'refused') throw invalidField('/quiet_end', quietFaults[quiet.reason]);
  if (edited.titleTemplate.trim() === '') throw invalidField('/title_template', reasonCode('required'));
  requireTemplate(eventKey, '/title_template', edited.titleTemplate);
  requireTemplate(eventKey, '/body_template', edited.bodyTemplate);
  return edited;
}
