import type { Reason } from '../reason/reason.ts';
import type { EntityState, ReportedState } from './entity-state.ts';
import { entityState } from './entity-state.ts';

/**
 * - `starting`: not answered yet, and not missed twice
 * - `missed`: one answer is missing: recording fails open, badges keep their state
 * - `unreachable`: two are missing, or the token is refused: badges are unknown
 */
export type HubHealth =
  | { kind: 'starting'; isMissed: boolean; sinceMs: number }
  | { kind: 'ok'; sinceMs: number }
  | { kind: 'missed'; sinceMs: number; reason: Reason }
  | { kind: 'unreachable'; sinceMs: number; reason: Reason };

/** `refused`: the hub answered, but not to us. Asking again changes nothing, so it counts as two misses. */
export type HubAnswer = { kind: 'ok' } | { kind: 'miss'; reason: Reason } | { kind: 'refused'; reason: Reason };

export const startHubHealth = (nowMs: number): HubHealth => ({ kind: 'starting', isMissed: false, sinceMs: nowMs });

/** `sinceMs` of an outage is its first miss. */
export function judgeHubAnswer(before: HubHealth, answer: HubAnswer, nowMs: number): HubHealth {
  if (answer.kind === 'ok') return before.kind === 'ok' ? before : { kind: 'ok', sinceMs: nowMs };
  const { reason } = answer;
  const sinceMs = before.kind === 'ok' ? nowMs : before.sinceMs;
  if (answer.kind === 'refused') return { kind: 'unreachable', sinceMs, reason };
  switch (before.kind) {
    case 'ok':
      return { kind: 'missed', sinceMs, reason };
    case 'starting':
      return before.isMissed ? { kind: 'unreachable', sinceMs, reason } : { ...before, isMissed: true };
    case 'missed':
    case 'unreachable':
      return { kind: 'unreachable', sinceMs, reason };
  }
}

/** Fail open: from the first miss the hub's sensors no longer count as known. */
export const areSensorStatesKnown = (health: HubHealth): boolean => health.kind === 'ok';

/** The state on a badge. */
export function shownState(health: HubHealth, reported: ReportedState | undefined): EntityState {
  if (health.kind === 'ok' || health.kind === 'missed') return entityState(reported);
  return { kind: 'unknown', reason: 'hub-down', sinceMs: health.kind === 'unreachable' ? health.sinceMs : null };
}
