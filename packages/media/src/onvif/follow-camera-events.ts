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
  /** The camera's events arrive, and these have started and not ended. Whatever else had started has ended. */
  onAble: (active: readonly CameraEvent[]) => void;
  onUnable: (reason: Reason) => void;
  /** While it is able. */
  onEvent: (event: CameraEvent) => void;
  /** For tests. */
  pace?: Partial<Pace>;
}

interface Pace {
  /** A camera that answers at once although nothing has happened is not asked more often. */
  pullEveryMs: number;
  /** A start without an end: the end may be lost, so the camera is asked for all states again. */
  distrustAfterMs: number;
}

const PACE: Pace = { pullEveryMs: 200, distrustAfterMs: 600_000 };
/** Many cameras report all states at once at the beginning. */
const MESSAGES = { perSecond: 50, burst: 500 };
const MAX_ACTIVE = 64;

export interface CameraEventsFollowing {
  stop(): Promise<void>;
}

/** Follows what a camera notices by itself, with one request at a time, until it is stopped. */
export function followCameraEvents(options: CameraEventsOptions): CameraEventsFollowing {
  const { service, onAble, onUnable, onEvent } = options;
  const pace = { ...PACE, ...options.pace };
  const stopping = new AbortController();
  const { signal } = stopping;
  const messages = new RateLimit(MESSAGES, performance.now());
  const active = new Map<string, { event: CameraEvent; sinceMs: number }>();
  /** Events from the time in which the subscription was created again. */
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
    // The new subscription begins with the states as they are.
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
  const obey = async (order: SubscriptionOrder): Promise<SubscriptionInput> => {
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
      const input = await obey(step.order).catch(() => failureOf(step.order));
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
