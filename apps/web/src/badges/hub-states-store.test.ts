import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HubState } from '../api/queries.ts';
import { createHubStates, editedStateOf, type HubStates, liveStateOf } from './hub-states-store.ts';

const GATE = 'binary_sensor.gate';
const state = (value: string | null, reason: HubState['reason'] = null): HubState => ({
  entity_id: GATE,
  kind: value === null ? 'unknown' : 'known',
  state: value,
  reason,
  since: null,
  unit: null,
});

/** What the server answers next; a promise that never settles is a server that hangs. */
let answer: () => Promise<{ states: HubState[] }>;
let asked: number;
let store: HubStates;
let leave: () => void;

const shown = () => {
  const one = liveStateOf(store.snapshot(), GATE);
  return one.kind === 'known' ? one.value : one.reason;
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  asked = 0;
  answer = async () => ({ states: [state('off')] });
  store = createHubStates({
    load: () => {
      asked += 1;
      return answer();
    },
    nowMs: Date.now,
  });
  leave = store.subscribe(() => undefined);
  await pass(0);
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

describe('the states of a page', () => {
  it('are those of the server, and change when it pushes a change', async () => {
    expect(shown()).toBe('off');
    store.note(state('on'));
    expect(shown()).toBe('on');
    store.note(state(null, 'hub-down'));
    expect(shown()).toBe('hub-down');
  });

  it('are not undone by an answer that was on its way when a change was pushed', async () => {
    const late = Promise.withResolvers<{ states: HubState[] }>();
    answer = () => late.promise;
    await pass(2_000);
    store.note(state('on'));
    late.resolve({ states: [state('off')] });
    await pass(0);
    expect(shown()).toBe('on');
    answer = async () => ({ states: [state('off')] });
    await pass(2_000);
    expect(shown()).toBe('off');
  });

  it('of links that are not saved yet are not known to the server', () => {
    expect(editedStateOf(store.snapshot(), new Set([GATE]), GATE)).toMatchObject({ kind: 'known', value: 'off' });
    expect(editedStateOf(store.snapshot(), new Set(), GATE)).toEqual({ kind: 'unknown', reason: 'not-saved' });
  });

  it('are unknown at once when the server refuses, and known when it is back', async () => {
    answer = async () => Promise.reject(new Error('away'));
    await pass(2_000);
    expect(shown()).toBe('server-away');
    // A change that was pushed over the older connection is ignored.
    store.note(state('on'));
    expect(shown()).toBe('server-away');
    answer = async () => ({ states: [state('on')] });
    await pass(2_000);
    expect(shown()).toBe('on');
  });

  it('are unknown when the server hangs, and no second request is sent', async () => {
    answer = () => new Promise(() => undefined);
    await pass(4_000);
    expect(shown()).toBe('off');
    await pass(4_000);
    expect(shown()).toBe('server-away');
    expect(asked).toBe(2);
  });

  it('are asked for once for all badges, and not while there are none', async () => {
    const leaveToo = store.subscribe(() => undefined);
    await pass(10_000);
    expect(asked).toBe(6);
    leave();
    leaveToo();
    await pass(10_000);
    expect(asked).toBe(6);
    expect(shown()).toBe('loading');
    leave = store.subscribe(() => undefined);
    await pass(0);
    expect(shown()).toBe('off');
  });
});
