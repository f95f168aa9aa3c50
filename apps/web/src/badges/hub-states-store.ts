import type { HubState } from '../api/queries.ts';
import { type BadgeState, readHubState, unknownState } from './badge-state.ts';

export interface HubStates {
  subscribe(listener: () => void): () => void;
  /** Changes only when something that badges show changes. */
  snapshot(): HubStatesView;
  /** A change that the server pushed. */
  note(state: HubState): void;
  /** Changes may have been missed. */
  refresh(): void;
}

/** `current`: confirmed by the server a moment ago. `lost`: no longer confirmed. */
export interface HubStatesView {
  kind: 'loading' | 'current' | 'lost';
  states: ReadonlyMap<string, BadgeState>;
}

interface HubStatesOptions {
  load: () => Promise<{ states: readonly HubState[] }>;
  nowMs: () => number;
  /** How often the server has to confirm the states while they are displayed. */
  everyMs?: number;
  /** States that were not confirmed for longer are not shown. */
  staleMs?: number;
}

const loadingView: HubStatesView = { kind: 'loading', states: new Map() };

/**
 * The current states for all badges of the page. Changes are pushed, but a connection that hangs pushes nothing: therefore the
 * server has to confirm the states regularly, and those that it has not confirmed are unknown.
 */
export function createHubStates({ load, nowMs, everyMs = 2_000, staleMs = 5_000 }: HubStatesOptions): HubStates {
  const listeners = new Set<() => void>();
  let view = loadingView;
  let confirmedMs = Number.NEGATIVE_INFINITY;
  let isLoading = false;
  /** Pushed while an answer is on its way, which may be older. */
  let pushed = new Map<string, BadgeState>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const show = (next: HubStatesView) => {
    view = next;
    for (const listener of listeners) listener();
  };
  const confirm = (states: ReadonlyMap<string, BadgeState>) => {
    confirmedMs = nowMs();
    show({ kind: 'current', states });
  };
  const lose = () => {
    if (view.kind !== 'lost') show({ ...view, kind: 'lost' });
  };
  const look = async () => {
    if (view.kind === 'current' && nowMs() - confirmedMs > staleMs) lose();
    // No second request while one is pending: it may hang.
    if (isLoading) return;
    isLoading = true;
    pushed = new Map();
    try {
      const { states } = await load();
      const answered = states.map((state) => [state.entity_id, readHubState(state)] as const);
      if (timer !== undefined) confirm(new Map([...answered, ...pushed]));
    } catch {
      lose();
    } finally {
      isLoading = false;
    }
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (timer === undefined) {
        timer = setInterval(() => void look(), everyMs);
        void look();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        // Earlier states are outdated when badges are shown again.
        view = loadingView;
        confirmedMs = Number.NEGATIVE_INFINITY;
      };
    },
    snapshot: () => view,
    note(state) {
      if (timer === undefined || view.kind !== 'current') return;
      const next = readHubState(state);
      pushed.set(state.entity_id, next);
      confirm(new Map(view.states).set(state.entity_id, next));
    },
    refresh() {
      if (timer !== undefined) void look();
    },
  };
}

/** Like `liveStateOf`, while links are edited: the server does not know those that are not saved. */
export const editedStateOf = (view: HubStatesView, savedIds: ReadonlySet<string>, entityId: string): BadgeState =>
  savedIds.has(entityId) ? liveStateOf(view, entityId) : unknownState('not-saved');

/** The state on the badge of an entity. */
export function liveStateOf({ kind, states }: HubStatesView, entityId: string): BadgeState {
  if (kind === 'lost') return unknownState('server-away');
  // Also for one that was linked a moment ago: the server has not been asked about it yet.
  return states.get(entityId) ?? unknownState('loading');
}
