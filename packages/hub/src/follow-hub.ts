import { type HubAnswer, type HubHealth, judgeHubAnswer, startHubHealth } from '@holdfast/domain';
import { createWakeUp, type OutboundRule } from '@holdfast/kit';
import { type HubEntity, readStates } from './hub-entity.ts';
import { type HubFault, hubFault } from './hub-fault.ts';
import { foreignAnswer, hubGet } from './hub-get.ts';
import type { Hub } from './hub-settings.ts';
import { openSubscription, type Subscription } from './subscription.ts';

/** The hub as last seen. */
export interface HubView {
  health: HubHealth;
  /** Only entities that were asked for. */
  entities: ReadonlyMap<string, HubEntity>;
  /** When the hub last proved that these states are current. */
  answeredMs: number | null;
}

/** Reading is all that can be done with a hub. */
export interface HubFollowing {
  view(): HubView;
  watch(entityIds: ReadonlySet<string>): void;
  stop(): Promise<void>;
}

export interface HubTiming {
  /** How often the hub has to prove that it is there. */
  everyMs: number;
  timeoutMs: number;
  /** How long a hub without a working WebSocket is polled before it is tried again. */
  retrySocketMs: number;
  /** How long to wait after a refused token; hubs block a server that keeps trying. */
  afterRefusalMs: number;
}

export const HUB_TIMING: HubTiming = {
  everyMs: 1_000,
  timeoutMs: 1_000,
  retrySocketMs: 30_000,
  afterRefusalMs: 60_000,
};

export interface FollowHubOptions {
  hub: Hub;
  outbound: OutboundRule;
  entityIds: ReadonlySet<string>;
  nowMs: () => number;
  /** After every answer, missing answer and change. */
  onView: (view: HubView) => void;
  timing?: Partial<HubTiming>;
}

/**
 * Follows the states of entities: over the hub's WebSocket with a ping a second, or by asking for all states once a second
 * where the WebSocket does not work.
 */
export function followHub(options: FollowHubOptions): HubFollowing {
  const { hub, outbound, nowMs, onView } = options;
  const timing = { ...HUB_TIMING, ...options.timing };
  const stopping = new AbortController();
  const wakeUp = createWakeUp();
  let wanted = options.entityIds;
  let subscription: Subscription | undefined;
  /** The WebSocket is not tried before, because it did not work. */
  let socketDueMs = 0;
  let slowSockets = 0;
  let view: HubView = { health: startHubHealth(nowMs()), entities: new Map(), answeredMs: null };

  const publish = (change: Partial<HubView>) => {
    if (stopping.signal.aborted) return;
    view = { ...view, ...change };
    onView(view);
  };
  const answer = (given: HubAnswer) => judgeHubAnswer(view.health, given, nowMs());
  const answered = (entities: ReadonlyMap<string, HubEntity>) =>
    publish({ health: answer({ kind: 'ok' }), entities, answeredMs: nowMs() });
  const missed = ({ kind, reason }: HubFault) =>
    publish({ health: answer(kind === 'refused' ? { kind: 'refused', reason } : { kind: 'miss', reason }) });

  const open = async () => {
    const asked = wanted;
    const opened = await openSubscription({
      hub,
      outbound,
      entityIds: asked,
      limitMs: timing.timeoutMs,
      nowMs,
      onChange: () => {
        if (subscription) publish({ entities: subscription.entities() });
      },
      onClose: (fault) => {
        if (subscription !== opened) return;
        subscription = undefined;
        missed(fault);
      },
    });
    if (stopping.signal.aborted) return opened.close();
    subscription = opened;
    slowSockets = 0;
    // They may have changed while it was opened.
    if (asked !== wanted) opened.watch(wanted);
    answered(opened.entities());
  };
  const poll = async () => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timing.timeoutMs)]);
    const states = readStates(await hubGet(hub, '/api/states', { outbound, signal }), { nowMs: nowMs(), wanted });
    if (!states) throw foreignAnswer();
    // It was away: perhaps its WebSocket works again, too.
    if (view.health.kind !== 'ok') socketDueMs = 0;
    answered(states);
  };
  const ping = async (current: Subscription) => {
    const hadMissed = view.health.kind !== 'ok';
    try {
      await current.ping(timing.timeoutMs);
      answered(current.entities());
    } catch (err) {
      // Closed meanwhile: already counted.
      if (subscription !== current) return;
      if (hadMissed) {
        subscription = undefined;
        current.close();
      }
      throw err;
    }
  };
  /** Answers one of the two ways, or throws why not. */
  const ask = async () => {
    if (subscription) return ping(subscription);
    if (performance.now() < socketDueMs) return poll();
    const wasPolling = socketDueMs > 0;
    try {
      await open();
      socketDueMs = 0;
    } catch (err) {
      const { kind } = hubFault(err);
      slowSockets += 1;
      const isSocketAlone = kind === 'foreign' || wasPolling || slowSockets > 1;
      if (kind === 'refused' || !isSocketAlone) throw err;
      socketDueMs = performance.now() + timing.retrySocketMs;
      await poll();
    }
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now();
      let pauseMs = timing.everyMs;
      try {
        await ask();
      } catch (err) {
        if (stopping.signal.aborted) break;
        const fault = hubFault(err);
        if (fault.kind === 'refused') pauseMs = timing.afterRefusalMs;
        missed(fault);
      }
      await wakeUp.sleep(Math.max(0, pauseMs - (performance.now() - startedMs)), stopping.signal);
    }
    subscription?.close();
  };
  const running = run();

  return {
    view: () => view,
    watch(entityIds) {
      // Callers read their settings again and again.
      if (entityIds.size === wanted.size && [...entityIds].every((id) => wanted.has(id))) return;
      wanted = entityIds;
      subscription?.watch(entityIds);
      // Polled states of new entities come with the next answer.
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
