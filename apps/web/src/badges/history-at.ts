import type { HubHistory, HubSpan } from '../api/queries.ts';
import { type BadgeState, unknownState } from './badge-state.ts';

export interface History {
  /** Oldest first. */
  spans: readonly HubSpan[];
  /** Nothing is known about later moments. */
  knownUntilMs: number;
}

export const emptyHistory: History = { spans: [], knownUntilMs: Number.NEGATIVE_INFINITY };

/** Whether the history is complete up to `endMs`, by the server's clock: that of this machine may be wrong. */
export const isCompleteUntil = (reply: HubHistory | undefined, endMs: number): boolean =>
  reply !== undefined && Date.parse(reply.known_until) >= endMs;

export function historyOf({ items, truncated, known_until }: HubHistory): History {
  const last = items.at(-1);
  // After the last entry of a truncated list the states are unknown.
  const cutMs = truncated && last ? Date.parse(last.start) : Number.POSITIVE_INFINITY;
  return { spans: items, knownUntilMs: Math.min(cutMs, Date.parse(known_until)) };
}

const startOf = ({ start }: HubSpan) => Date.parse(start);
const endOf = ({ end }: HubSpan) => (end === null ? Number.POSITIVE_INFINITY : Date.parse(end));
const isSame = (a: HubSpan, b: HubSpan) => a.kind === b.kind && a.state === b.state;

/** The state of an entity's badge at a moment. Between its spans, and before the first, the state is unknown. */
export function stateAt({ spans, knownUntilMs }: History, entityId: string, atMs: number): BadgeState {
  if (atMs > knownUntilMs) return unknownState('loading');
  const own = spans.filter(({ entity_id }) => entity_id === entityId);
  const index = own.findLastIndex((span) => startOf(span) <= atMs);
  const span = own[index];
  if (!span || atMs >= endOf(span)) return unknownState('not-recorded');
  if (span.kind === 'unknown' || span.state === null) return unknownState(reasonOf(span.reason));
  // A restart of the recorder splits a state into spans that follow each other.
  let first = index;
  for (let before = own[first - 1]; before && isSame(before, span); before = own[first - 1]) {
    if (endOf(before) < startOf(own[first] as HubSpan)) break;
    first -= 1;
  }
  return { kind: 'known', value: span.state, unit: null, sinceMs: startOf(own[first] as HubSpan) };
}

const unknownReasons = ['unavailable', 'no-value', 'missing', 'hub-down'] as const;
const reasonOf = (reason: string | null) => unknownReasons.find((one) => one === reason) ?? 'no-value';
