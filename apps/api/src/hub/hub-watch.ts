import { type Database, type LinkedEntity, listLinkedEntities } from '@holdfast/db';
import { type EntityState, isSameState, shownState, startHubHealth } from '@holdfast/domain';
import {
  effectiveHub,
  followHub,
  type HubEnv,
  type HubFollowing,
  type HubTiming,
  type HubView,
  usableHub,
} from '@holdfast/hub';
import {
  type Clock,
  createWakeUp,
  type Logger,
  type OutboundRule,
  type SecretBox,
  sleep,
  type Task,
  toWholeSecond,
} from '@holdfast/kit';
import { readSavedHub } from './saved-hub.ts';

/** The states of linked entities, as this process reads them from the hub while a client asks for them. */
export interface HubWatch {
  /** Starts reading if it has not started yet, and waits for the first answer or its timeout. */
  currentView(): Promise<HubView>;
  stateOf(entityId: string): { state: EntityState; unit: string | null };
  camerasOf(entityId: string): ReadonlySet<string>;
  /** Settings or links have changed. */
  reload(): void;
  task: Task;
}

const CHECK_MS = 1_000;
/** While no client asks; a request wakes the task. */
const REST_MS = 10_000;
/** How long the states are read after a request. */
const READ_FOR_MS = 10_000;
/** Longer than two missing answers. */
const FIRST_ANSWER_MS = 2_500;
const RELOAD_MS = 60_000;

interface HubWatchOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  secrets: SecretBox;
  outbound: OutboundRule;
  env: HubEnv;
  /** The number of followers of the change stream, for whom the states are read as well. */
  followers: () => number;
  /** A state that followers may see has changed. */
  note: (ref: string) => void;
  timing?: Partial<HubTiming>;
  /** How long the states are read after a request. */
  readForMs?: number;
}

export function createHubWatch({
  db,
  clock,
  log,
  secrets,
  outbound,
  env,
  followers,
  note,
  timing = {},
  readForMs = READ_FOR_MS,
}: HubWatchOptions): HubWatch {
  const wakeUp = createWakeUp();
  const emptyView = (): HubView => ({ health: startHubHealth(clock.now()), entities: new Map(), answeredMs: null });
  let requestedMs = Number.NEGATIVE_INFINITY;
  let loadedMs = Number.NEGATIVE_INFINITY;
  let following: HubFollowing | undefined;
  let followed: string | undefined;
  let cameras: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  let view = emptyView();
  /** Settles with the first verdict about the hub. Callers that wait keep waiting for it when the settings change. */
  let first = Promise.withResolvers<void>();
  let isSettled = false;

  const isWanted = () => followers() > 0 || performance.now() - requestedMs < readForMs;
  const settle = () => {
    isSettled = true;
    first.resolve();
  };
  const take = (next: HubView) => {
    const before = view;
    view = next;
    if (next.health.kind !== 'starting') settle();
    for (const entityId of cameras.keys())
      if (!isSameState(stateIn(before, entityId), stateIn(next, entityId))) note(`hub_state ${entityId}`);
  };
  const stop = async () => {
    await following?.stop();
    following = undefined;
    followed = undefined;
    view = emptyView();
    if (isSettled) first = Promise.withResolvers();
    isSettled = false;
  };
  const load = async () => {
    const [saved, links] = await Promise.all([readSavedHub({ db, secrets }), listLinkedEntities(db)]);
    loadedMs = performance.now();
    cameras = camerasByEntity(links);
    const hub = usableHub(effectiveHub(saved, env));
    const entityIds = new Set(cameras.keys());
    const key = hub && entityIds.size > 0 ? JSON.stringify(hub) : undefined;
    if (key !== followed) await stop();
    followed = key;
    if (key === undefined || hub === undefined) settle();
    else if (following) following.watch(entityIds);
    else following = followHub({ hub, outbound, entityIds, nowMs: clock.now, onView: take, timing });
  };
  const run = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      if (!isWanted()) {
        if (followed !== undefined) await stop();
        loadedMs = Number.NEGATIVE_INFINITY;
      } else if (performance.now() - loadedMs >= RELOAD_MS)
        await load().catch((err: unknown) => log.warn({ err }, 'the settings of the smart-home hub cannot be read'));
      await wakeUp.sleep(isWanted() ? CHECK_MS : toWholeSecond(REST_MS), signal);
    }
    await stop();
  };

  return {
    async currentView() {
      requestedMs = performance.now();
      if (view.health.kind === 'starting') {
        wakeUp.wake();
        const limit = new AbortController();
        await Promise.race([first.promise, sleep(FIRST_ANSWER_MS, limit.signal)]);
        limit.abort();
      }
      return view;
    },
    stateOf: (entityId) => ({ state: stateIn(view, entityId), unit: view.entities.get(entityId)?.unit ?? null }),
    camerasOf: (entityId) => cameras.get(entityId) ?? new Set(),
    reload() {
      loadedMs = Number.NEGATIVE_INFINITY;
      wakeUp.wake();
    },
    task: { name: 'hub', run },
  };
}

const stateIn = ({ health, entities }: HubView, entityId: string) => shownState(health, entities.get(entityId));

function camerasByEntity(links: readonly LinkedEntity[]): Map<string, Set<string>> {
  const cameras = new Map<string, Set<string>>();
  for (const { entityId, cameraId } of links) {
    const known = cameras.get(entityId) ?? new Set();
    cameras.set(entityId, known.add(cameraId));
  }
  return cameras;
}
