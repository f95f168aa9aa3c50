/** `unavailable`: the hub has lost the device; `no-value`: it has no state yet; `missing`: the hub has no such entity. */
export type UnknownReason = 'unavailable' | 'no-value' | 'missing' | 'hub-down';

/** Unknown is never shown as closed or off, and never counts as "nothing happens". */
export type EntityState =
  | { kind: 'known'; value: string; sinceMs: number }
  | { kind: 'unknown'; reason: UnknownReason; sinceMs: number | null };

/** A state as the hub writes it. */
export interface ReportedState {
  state: string;
  changedMs: number;
}

export function entityState(reported: ReportedState | undefined): EntityState {
  if (reported === undefined) return { kind: 'unknown', reason: 'missing', sinceMs: null };
  const { state, changedMs: sinceMs } = reported;
  switch (state) {
    case 'unavailable':
      return { kind: 'unknown', reason: 'unavailable', sinceMs };
    case 'unknown':
    case '':
      return { kind: 'unknown', reason: 'no-value', sinceMs };
    default:
      return { kind: 'known', value: state, sinceMs };
  }
}

export const isSameState = (a: EntityState, b: EntityState): boolean =>
  a.kind === 'known' ? b.kind === 'known' && a.value === b.value : b.kind === 'unknown' && a.reason === b.reason;
