import { reasonCode, snoozeFault } from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

const faults = {
  past: reasonCode('alert-snooze-past'),
  'too-late': reasonCode('alert-snooze-too-late'),
} as const;

/** The end of a snooze; null ends it now. */
export function snoozeTime(sent: string | null, nowMs: number): Date | null {
  if (sent === null) return null;
  const until = new Date(sent);
  const fault = snoozeFault(until.getTime(), nowMs);
  if (fault) throw invalidField('/snoozed_until', faults[fault]);
  return until;
}
