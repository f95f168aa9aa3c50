import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonCode } from '../reason/reason.ts';
import {
  beginSubscription,
  SUBSCRIPTION_LIFE_MS,
  type Subscription,
  type SubscriptionInput,
  type SubscriptionStep,
  stepSubscription,
} from './subscription.ts';

const reason = reasonCode('camera-timed-out');
const failed = (call: 'create' | 'pull' | 'renew', how: 'rejected' | 'denied' | 'lost'): SubscriptionInput => ({
  kind: 'failed',
  call,
  how,
  reason,
});
const done = (call: 'create' | 'pull' | 'renew', lifeMs?: number): SubscriptionInput =>
  call === 'pull' ? { kind: 'done', call } : { kind: 'done', call, lifeMs };

/** What is ordered after each of these, in turn. */
function after(...inputs: readonly (readonly [atMs: number, input: SubscriptionInput])[]): SubscriptionStep {
  let step = beginSubscription();
  for (const [atMs, input] of inputs) step = stepSubscription(step.state, input, atMs);
  return step;
}

describe('a subscription to the events of a camera', () => {
  it('is created, and works from the first answer to a poll', () => {
    expect(beginSubscription().order).toEqual({ kind: 'create' });
    const created = after([0, done('create')]);
    expect(created.order).toEqual({ kind: 'pull', waitMs: 1_000 });
    expect(created.health).toBeUndefined();
    const pulled = after([0, done('create')], [900, done('pull')]);
    expect(pulled).toMatchObject({ order: { kind: 'pull', waitMs: 10_000 }, health: { kind: 'able' } });
    expect(after([0, done('create')], [900, done('pull')], [9_000, done('pull')]).health).toBeUndefined();
  });

  it('is renewed halfway, and no poll lasts beyond that', () => {
    const polled = after([0, done('create')], [25_000, done('pull')]);
    expect(polled.order).toEqual({ kind: 'pull', waitMs: 5_000 });
    expect(after([0, done('create')], [30_000, done('pull')]).order).toEqual({ kind: 'renew' });
    const renewed = after([0, done('create')], [30_000, done('pull')], [30_100, done('renew', 20_000)]);
    expect(renewed.state).toMatchObject({ renewMs: 40_100, endMs: 50_100 });
  });

  it.each([
    ['none', undefined, SUBSCRIPTION_LIFE_MS],
    ['one that has passed', -5_000, SUBSCRIPTION_LIFE_MS],
    ['one of a second', 1_000, SUBSCRIPTION_LIFE_MS],
    ['one of a year', 3e10, 600_000],
    ['twenty seconds', 20_000, 20_000],
  ])('whose camera names as its end %s', (_title, lifeMs, wanted) => {
    expect(after([0, done('create', lifeMs)]).state).toMatchObject({ renewMs: wanted / 2, endMs: wanted });
  });

  it('of a camera that does not renew is created again at its end', () => {
    const kept = after([0, done('create')], [30_000, done('pull')], [30_100, failed('renew', 'rejected')]);
    expect(kept).toMatchObject({ order: { kind: 'pull' } });
    expect(kept.health).toBeUndefined();
    expect(stepSubscription(kept.state, done('pull'), SUBSCRIPTION_LIFE_MS)).toMatchObject({
      order: { kind: 'create' },
    });
  });

  it('that the camera has ended is created again at once, if it had worked', () => {
    const worked = after([0, done('create')], [500, done('pull')], [20_000, failed('pull', 'rejected')]);
    expect(worked.order).toEqual({ kind: 'create' });
    expect(worked.health).toBeUndefined();
    const never = after([0, done('create')], [500, failed('pull', 'rejected')]);
    expect(never).toMatchObject({ order: { kind: 'wait', ms: 1_000 }, health: { kind: 'unable', reason } });
    const shortly = after([0, done('create')], [500, done('pull')], [2_000, failed('pull', 'rejected')]);
    expect(shortly).toMatchObject({ order: { kind: 'wait' }, health: { kind: 'unable' } });
  });

  it.each(['create', 'pull', 'renew'] as const)('does not work while the camera does not answer to %s', (call) => {
    const inputs: (readonly [number, SubscriptionInput])[] =
      call === 'create'
        ? []
        : [
            [0, done('create')],
            [500, done('pull')],
          ];
    const lost = after(...inputs, [40_000, failed(call, 'lost')]);
    expect(lost).toMatchObject({ order: { kind: 'wait', ms: 1_000 }, health: { kind: 'unable', reason } });
    expect(stepSubscription(lost.state, { kind: 'waited' }, 41_000).order).toEqual({ kind: 'create' });
    expect(stepSubscription(lost.state, { kind: 'waited' }, 40_400).order).toEqual({ kind: 'wait', ms: 600 });
  });

  it('waits longer after each failure, a minute at most, and a minute after a refused login', () => {
    let state: Subscription = beginSubscription().state;
    let atMs = 0;
    const pauses = Array.from({ length: 8 }, () => {
      const { order, state: waiting } = stepSubscription(state, failed('create', 'lost'), atMs);
      const ms = order.kind === 'wait' ? order.ms : 0;
      atMs += ms;
      state = stepSubscription(waiting, { kind: 'waited' }, atMs).state;
      return ms;
    });
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(after([0, failed('create', 'denied')]).order).toEqual({ kind: 'wait', ms: 60_000 });
  });

  it('is created again when its states are not to be trusted', () => {
    expect(after([0, done('create')], [500, done('pull')], [600, { kind: 'distrusted' }])).toMatchObject({
      order: { kind: 'create' },
    });
  });
});

interface Answer {
  how: 'done' | 'rejected' | 'denied' | 'lost';
  /** Share of the time it may take. */
  share: number;
  /** The end that a camera reports. */
  lifeMs: number | undefined;
}

const answers = fc.array(
  fc.record<Answer>({
    how: fc.constantFrom('done', 'done', 'done', 'rejected', 'denied', 'lost'),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    lifeMs: fc.option(fc.integer({ min: -100_000, max: 1_000_000 }), { nil: undefined }),
  }),
  { maxLength: 300 },
);

describe('with a camera that answers anything', () => {
  it('asks at a bounded rate, is able only while polls are answered, and always goes on', () => {
    fc.assert(
      fc.property(answers, (given) => {
        let step = beginSubscription();
        let nowMs = 0;
        let isAble = false;
        let isSubscribed = false;
        const createdMs: number[] = [];
        for (const { how, share, lifeMs } of given) {
          const { order, state } = step;
          if (order.kind === 'wait') {
            expect(order.ms).toBeLessThanOrEqual(60_000);
            nowMs += order.ms;
            step = stepSubscription(state, { kind: 'waited' }, nowMs);
            expect(step.order).toEqual({ kind: 'create' });
            continue;
          }
          if (order.kind === 'create') createdMs.push(nowMs);
          if (order.kind !== 'create') expect(isSubscribed).toBe(true);
          if (order.kind === 'pull') expect(order.waitMs).toBeLessThanOrEqual(10_000);
          nowMs += Math.round(share * (order.kind === 'pull' ? order.waitMs : 1_000));
          step = stepSubscription(state, how === 'done' ? done(order.kind, lifeMs) : failed(order.kind, how), nowMs);
          isSubscribed = step.state.kind === 'following';
          if (step.health) isAble = step.health.kind === 'able';
          // Every failure that is not answered by a new subscription at once is reported.
          if (step.order.kind === 'wait') expect(isAble).toBe(false);
          if (step.health?.kind === 'able') expect(order.kind === 'pull' && how === 'done').toBe(true);
        }
        // A subscription lasts seconds, or a pause follows it.
        for (let i = 2; i < createdMs.length; i += 1)
          expect((createdMs[i] as number) - (createdMs[i - 2] as number)).toBeGreaterThanOrEqual(1_000);
      }),
    );
  });

  it('never lets a subscription end that an honest camera keeps as long as it reports', () => {
    const times = fc.array(fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 200 });
    fc.assert(
      fc.property(times, fc.integer({ min: 10_000, max: 900_000 }), (given, lifeMs) => {
        let step = beginSubscription();
        let nowMs = 0;
        let endMs = Number.POSITIVE_INFINITY;
        for (const { share } of given) {
          const { order, state } = step;
          if (order.kind === 'wait') throw new Error('an honest camera needs no pause');
          nowMs += Math.round(share * (order.kind === 'pull' ? order.waitMs : 100));
          expect(nowMs).toBeLessThan(endMs);
          if (order.kind !== 'pull') endMs = nowMs + lifeMs;
          step = stepSubscription(state, done(order.kind, order.kind === 'pull' ? undefined : lifeMs), nowMs);
        }
      }),
    );
  });
});
