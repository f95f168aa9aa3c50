import { type HubAnswer, type HubHealth, judgeHubAnswer, startHubHealth } from '@holdfast/domain';
import { type OutboundRule, sleep } from '@holdfast/kit';
import { HubConnection } from './hub-connection.ts';
import type { HubEntity } from './hub-entity.ts';
import { type HubFault, hubFault } from './hub-fault.ts';
import type { Hub } from './hub-settings.ts';
import { paceChanges } from './pace-changes.ts';

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
  /** How often all states are asked for where the WebSocket does not work, and how often a hub that is away is tried. */
  everyMs: number;
  /** How often the hub has to prove that it is there. Two missing answers are noticed within 2 s. */
  pingEveryMs: number;
  timeoutMs: number;
  /** How long a hub without a working WebSocket is polled before it is tried again. */
  retrySocketMs: number;
  /** How long to wait after a refused token; hubs block a server that keeps trying. */
  afterRefusalMs: number;
}

export const HUB_TIMING: HubTiming = {
  everyMs: 1_000,
  pingEveryMs: 500,
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
 * Follows the states of entities: over the hub's WebSocket with two pings a second, or by asking for all states once a second,
 * with a greeting in between, where the WebSocket does not work.
 */
export function followHub({ hub, outbound, entityIds, nowMs, onView, ...options }: FollowHubOptions): HubFollowing {
  const timing = { ...HUB_TIMING, ...options.timing };
  const stopping = new AbortController();
  let view: HubView = { health: startHubHealth(nowMs()), entities: new Map(), answeredMs: null };

  const publish = (change: Partial<HubView>) => {
    if (stopping.signal.aborted) return;
    view = { ...view, ...change };
    onView(view);
  };
  const judge = (answer: HubAnswer) => judgeHubAnswer(view.health, answer, nowMs());
  const missed = ({ kind, reason }: HubFault) =>
    publish({ health: judge(kind === 'refused' ? { kind: 'refused', reason } : { kind: 'miss', reason }) });
  const changes = paceChanges((entities) => publish({ entities }));
  const connection = new HubConnection(entityIds, {
    hub,
    outbound,
    nowMs,
    timing,
    onChange: (entities) => changes.offer(entities),
    onLost: missed,
  });
  const run = async () => {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now();
      // A lost connection is opened again when its next ping would be due.
      let pauseMs = timing.pingEveryMs;
      try {
        const entities = await connection.ask({ isMissed: view.health.kind !== 'ok' });
        if (entities) changes.flush();
        if (entities) publish({ health: judge({ kind: 'ok' }), entities, answeredMs: nowMs() });
      } catch (err) {
        const fault = hubFault(err);
        pauseMs = fault.kind === 'refused' ? timing.afterRefusalMs : timing.everyMs;
        missed(fault);
      }
      // The connection waits by itself until the next request is due.
      if (connection.hasPace) continue;
      await sleep(Math.max(0, pauseMs - (performance.now() - startedMs)), stopping.signal);
    }
  };
  const running = run();

  return {
    view: () => view,
    watch: (wanted) => connection.watch(wanted),
    async stop() {
      stopping.abort();
      changes.stop();
      connection.close();
      await running;
    },
  };
}
