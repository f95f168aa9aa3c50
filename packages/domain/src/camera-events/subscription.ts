import type { Reason } from '../reason/reason.ts';

/**
 * A subscription to the events of a camera: created, asked for messages with a long poll, renewed before it ends, created
 * again after a fault. One call at a time. Times are those of a clock that never goes backwards.
 */
export type Subscription =
  | { kind: 'creating'; failures: number }
  /** `isAnswered`: it has answered a poll, so that its messages arrive. */
  | { kind: 'following'; sinceMs: number; renewMs: number; endMs: number; isAnswered: boolean; failures: number }
  | { kind: 'waiting'; untilMs: number; failures: number };

export type SubscriptionCall = 'create' | 'pull' | 'renew';

export type SubscriptionInput =
  | { kind: 'done'; call: 'pull' }
  /** `lifeMs`: its lifetime as reported by the camera; undefined if not reported. */
  | { kind: 'done'; call: 'create' | 'renew'; lifeMs: number | undefined }
  /** `rejected`: the camera answered with a fault. `denied`: it refused the login. Anything else is no answer at all. */
  | { kind: 'failed'; call: SubscriptionCall; how: 'rejected' | 'denied' | 'lost'; reason: Reason }
  /** Its reports are not trusted: all states are requested again. */
  | { kind: 'distrusted' }
  | { kind: 'waited' };

export type SubscriptionOrder =
  | { kind: 'create' }
  | { kind: 'renew' }
  /** The camera answers when it has messages, at the latest after this. */
  | { kind: 'pull'; waitMs: number }
  | { kind: 'wait'; ms: number };

export interface SubscriptionStep {
  state: Subscription;
  order: SubscriptionOrder;
  /** `able`: from now on every event that the camera detects arrives. Undefined if nothing has changed. */
  health?: { kind: 'able' } | { kind: 'unable'; reason: Reason };
}

/** The requested lifetime; a camera may grant another. */
export const SUBSCRIPTION_LIFE_MS = 60_000;
const SHORTEST_LIFE_MS = 10_000;
const LONGEST_LIFE_MS = 600_000;
/** The first poll shows whether the subscription works, and carries the states as they are. */
const FIRST_WAIT_MS = 1_000;
const WAIT_MS = 10_000;
const SHORTEST_WAIT_MS = 1_000;
/** A subscription that ends sooner has never worked. */
const WORKED_AFTER_MS = 5_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Cameras lock an account after a few refused logins. */
const PAUSE_AFTER_DENIAL_MS = 60_000;

export const beginSubscription = (): SubscriptionStep => create(0);

export function stepSubscription(before: Subscription, input: SubscriptionInput, nowMs: number): SubscriptionStep {
  switch (before.kind) {
    case 'waiting':
      if (nowMs < before.untilMs) return { state: before, order: { kind: 'wait', ms: before.untilMs - nowMs } };
      return create(before.failures);
    case 'creating': {
      const { failures } = before;
      if (input.kind === 'failed') return pause(failures, input, nowMs);
      if (input.kind !== 'done') return create(failures);
      const life = lifeFrom(nowMs, input.call === 'pull' ? undefined : input.lifeMs);
      return next({ kind: 'following', sinceMs: nowMs, ...life, isAnswered: false, failures }, nowMs);
    }
    case 'following':
      return stepFollowing(before, input, nowMs);
  }
}

type Following = Extract<Subscription, { kind: 'following' }>;

function stepFollowing(before: Following, input: SubscriptionInput, nowMs: number): SubscriptionStep {
  const hasWorked = before.isAnswered && nowMs - before.sinceMs >= WORKED_AFTER_MS;
  const failures = hasWorked ? 0 : before.failures;
  switch (input.kind) {
    case 'waited':
      return next(before, nowMs);
    case 'distrusted':
      return create(failures);
    case 'done': {
      const life = input.call === 'pull' ? {} : lifeFrom(nowMs, input.lifeMs);
      const isFirst = input.call === 'pull' && !before.isAnswered;
      const step = next({ ...before, ...life, isAnswered: before.isAnswered || isFirst, failures }, nowMs);
      return isFirst ? { ...step, health: { kind: 'able' } } : step;
    }
    case 'failed':
      // Some cameras do not renew. The subscription then lasts until its end, and another is created.
      if (input.call === 'renew' && input.how === 'rejected') return next({ ...before, renewMs: before.endMs }, nowMs);
      // The camera works, and has ended the subscription.
      if (input.how === 'rejected' && hasWorked) return create(0);
      return pause(failures, input, nowMs);
  }
}

const create = (failures: number): SubscriptionStep => ({
  state: { kind: 'creating', failures },
  order: { kind: 'create' },
});

function next(state: Following, nowMs: number): SubscriptionStep {
  if (nowMs >= state.endMs) return create(state.failures);
  if (nowMs >= state.renewMs) return { state, order: { kind: 'renew' } };
  const longestMs = state.isAnswered ? WAIT_MS : FIRST_WAIT_MS;
  // The poll is over when the subscription has to be renewed.
  const waitMs = Math.round(Math.max(SHORTEST_WAIT_MS, Math.min(longestMs, state.renewMs - nowMs)));
  return { state, order: { kind: 'pull', waitMs } };
}

function pause(
  failures: number,
  { how, reason }: { how: 'rejected' | 'denied' | 'lost'; reason: Reason },
  nowMs: number,
): SubscriptionStep {
  const ms =
    how === 'denied' ? PAUSE_AFTER_DENIAL_MS : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10));
  return {
    state: { kind: 'waiting', untilMs: nowMs + ms, failures: failures + 1 },
    order: { kind: 'wait', ms },
    health: { kind: 'unable', reason },
  };
}

/** A camera may report any lifetime; if it is implausible, the requested one is assumed. */
function lifeFrom(nowMs: number, lifeMs: number | undefined): { renewMs: number; endMs: number } {
  const isSensible = lifeMs !== undefined && lifeMs >= SHORTEST_LIFE_MS;
  const life = Math.min(LONGEST_LIFE_MS, isSensible ? lifeMs : SUBSCRIPTION_LIFE_MS);
  return { renewMs: nowMs + life / 2, endMs: nowMs + life };
}
