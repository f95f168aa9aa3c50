import type { HubState } from '../api/queries.ts';

/** Why the state is unknown: the first four are reported by the hub, the others concern this page and its recordings. */
export type UnknownStateReason =
  | NonNullable<HubState['reason']>
  | 'server-away'
  | 'loading'
  | 'not-saved'
  | 'not-recorded';

/** The state on a badge. Unknown is never the same as off or closed. */
export type BadgeState =
  | { kind: 'known'; value: string; unit: string | null; sinceMs: number | null }
  | { kind: 'unknown'; reason: UnknownStateReason };

export const unknownState = (reason: UnknownStateReason): BadgeState => ({ kind: 'unknown', reason });

/** A state as the hub writes it. */
export function reportedState(value: string): BadgeState {
  if (value === 'unavailable') return unknownState('unavailable');
  if (value === 'unknown' || value === '') return unknownState('no-value');
  return { kind: 'known', value, unit: null, sinceMs: null };
}

export function readHubState({ kind, state, reason, since, unit }: HubState): BadgeState {
  if (kind === 'unknown' || state === null) return unknownState(reason ?? 'no-value');
  return { kind: 'known', value: state, unit, sinceMs: since === null ? null : Date.parse(since) };
}
