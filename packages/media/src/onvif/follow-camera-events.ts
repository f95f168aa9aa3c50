import {
  beginSubscription,
  type CameraEvent,
  type EventService,
  type Reason,
  readCameraEvent,
  reasonCode,
  type SubscriptionInput,
  type SubscriptionOrder,
  stepSubscription,
} from '@holdfast/domain';
import { RateLimit, sleep } from '@holdfast/kit';
import { openPullPoint, type PullPoint, type PullPointOptions } from './pull-point.ts';

export interface CameraEventsOptions extends PullPointOptions {
  service: EventService;
  /** The camera's events arrive again. `active` lists those in progress; all others have ended. */
  onAble: (active: readonly CameraEvent[]) => void;
  onUnable: (reason: Reason) => void;
  /** Called only after `onAble`, and not after `onUnable`. */
  onEvent: (event: CameraEvent) => void;
  /** For tests. */
  pace?: Partial<Pace>;
}

interface Pace {
  /** The minimum interval between polls, for a camera that answers at once although nothing has happened. */
  pullEveryMs: number;
  /** If an event has not ended after this time, its end may be lost, so all states are requested again. */
  distrustAfterMs: number;
}

const PACE: Pace = { pullEveryMs: 200, distrustAfterMs: 600_000 };
/** Many cameras report all states at once at the beginning. */
const MESSAGES = { perSecond: 50, burst: 500 };
const MAX_ACTIVE = 64;

export interface CameraEventsFollowing {
  stop(): Promise<void>;
}

/** Follows the events that a camera detects itself, with one request at a time, until it is stopped. */
export function followCameraEvents(options: CameraEventsOptions): CameraEventsFollowing {
  const { service, onAble, onUnable, onEvent } = options;
  const pace = { ...PACE, ...options.pace };
  const stopping = new AbortController();
  const { signal } = stopping;
  const messages = new RateLimit(MESSAGES, performance.now());
  const active = new Map<string, { event: CameraEvent; sinceMs: number }>();
  /** Momentary events that arrive before the new subscription is known to work. */
  let moments: CameraEvent[] = [];
  let point: PullPoint | undefined;
  let isAble = false;
  let pulledMs = Number.NEGATIVE_INFINITY;

  const note = (event: CameraEvent) => {
    const wasActive = active.has(event.key);
    if (event.state === 'started' && !wasActive) {
      if (active.size >= MAX_ACTIVE) return;
      active.set(event.key, { event, sinceMs: performance.now() });
    } else if (event.state === 'ended') active.delete(event.key);
    if (!isAble && event.state === 'happened' && moments.length < MAX_ACTIVE) moments.push(event);
    if (isAble && (event.state === 'happened' || wasActive !== (event.state === 'started'))) onEvent(event);
  };
  const create = async (): Promise<SubscriptionInput> => {
    await point?.end();
    point = undefined;
    const opened = await openPullPoint(service, options, signal);
    if (opened.kind === 'failed') return { ...opened, call: 'create' };
    point = opened.point;
    // A new subscription begins with the current states.
    active.clear();
    moments = [];
    isAble = false;
    return { kind: 'done', call: 'create', lifeMs: opened.lifeMs };
  };
  const pull = async (from: PullPoint, waitMs: number): Promise<SubscriptionInput> => {
    await sleep(Math.max(0, pulledMs + pace.pullEveryMs - performance.now()), signal);
    pulledMs = performance.now();
    const reply = await from.pull(waitMs, signal);
    if (reply.kind === 'failed') return { ...reply, call: 'pull' };
    messages.refill(performance.now());
    if (!messages.take(reply.notifications.length))
      return { kind: 'failed', call: 'pull', how: 'lost', reason: reasonCode('camera-sends-too-much') };
    for (const notification of reply.notifications) {
      const event = readCameraEvent(notification);
      if (event) note(event);
    }
    const oldestMs = performance.now() - pace.distrustAfterMs;
    if (isAble && [...active.values()].some(({ sinceMs }) => sinceMs < oldestMs)) return { kind: 'distrusted' };
    return { kind: 'done', call: 'pull' };
  };
  const execute = async (order: SubscriptionOrder): Promise<SubscriptionInput> => {
    if (order.kind === 'wait') {
      await sleep(order.ms, signal);
      return { kind: 'waited' };
    }
    if (order.kind === 'create' || point === undefined) return create();
    if (order.kind === 'pull') return pull(point, order.waitMs);
    const reply = await point.renew(signal);
    return reply.kind === 'failed'
      ? { ...reply, call: 'renew' }
      : { kind: 'done', call: 'renew', lifeMs: reply.lifeMs };
  };
  const run = async () => {
    let step = beginSubscription();
    while (!signal.aborted) {
      // No fault of a camera may stop the recorder.
      const input = await execute(step.order).catch(() => failureOf(step.order));
      if (signal.aborted) break;
      step = stepSubscription(step.state, input, performance.now());
      if (step.health?.kind === 'able') {
        isAble = true;
        onAble([...active.values()].map(({ event }) => event));
        for (const event of moments.splice(0)) onEvent(event);
      } else if (step.health) {
        isAble = false;
        onUnable(step.health.reason);
      }
    }
    await point?.end();
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const failureOf = (order: SubscriptionOrder): SubscriptionInput => ({
  kind: 'failed',
  call: order.kind === 'wait' ? 'create' : order.kind,
  how: 'lost',
  reason: reasonCode('camera-connection-failed'),
});
