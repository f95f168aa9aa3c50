import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LaneData } from './lane.ts';
import { createTileStore, type TileRequest } from './tile-store.ts';
import { tileRange, tileSpanMs } from './tiles.ts';

const NOW_MS = 10 * tileSpanMs(5);

/** A server whose every camera recorded all of the past, and a hand on its answers. */
function setUp() {
  let nowMs = NOW_MS;
  const asked: TileRequest[] = [];
  const answers: (() => void)[] = [];
  const failures: unknown[] = [];
  let changes = 0;
  const lane = ({ startMs, endMs }: TileRequest): LaneData => ({
    runs: [{ startMs, endMs: Math.min(endMs, nowMs) }],
    motion: [],
    gaps: [],
    knownUntilMs: Math.min(endMs, nowMs),
  });
  const store = createTileStore({
    nowMs: () => nowMs,
    onChange: () => {
      changes += 1;
    },
    onFailure: (err) => failures.push(err),
    load: (request, signal) => {
      asked.push(request);
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('called off')));
        answers.push(() => resolve(new Map(request.cameraIds.map((id) => [id, lane(request)]))));
      });
    },
  });
  const answer = async () => {
    for (const give of answers.splice(0)) give();
    await setImmediate();
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { store, asked, failures, answer, pass, changes: () => changes };
}
const past = { level: 5, index: 2 };
const edge = { level: 5, index: 10 };

describe('the tiles in memory', () => {
  it('are asked for once for all cameras that lack them', async () => {
    const { store, asked, answer, changes } = setUp();
    store.want(['a', 'b'], [past]);
    store.want(['a', 'b'], [past]);
    expect(asked).toMatchObject([{ cameraIds: ['a', 'b'], ...tileRange(past) }]);
    await answer();
    store.want(['a', 'b', 'c'], [past]);
    expect(asked[1]?.cameraIds).toEqual(['c']);
    expect(changes()).toBe(1);
    expect(store.laneOf('a', [past]).runs).toEqual([tileRange(past)]);
  });

  it('that hold the present are asked for again soon, those of the past are not', async () => {
    const { store, asked, answer, pass } = setUp();
    store.want(['a'], [past, edge]);
    await answer();
    pass(5_000);
    store.want(['a'], [past, edge]);
    expect(asked.slice(2)).toMatchObject([tileRange(edge)]);
  });

  it('that lie in the time to come are not asked for', () => {
    const { store, asked } = setUp();
    store.want(['a'], [{ level: 5, index: 12 }]);
    expect(asked).toEqual([]);
    expect(store.isComplete(['a'], [{ level: 5, index: 12 }])).toBe(true);
  });

  it('nobody looks at any more are called off', async () => {
    const { store, asked, answer } = setUp();
    store.want(['a'], [past]);
    store.want(['a'], [edge]);
    await answer();
    expect([store.isComplete(['a'], [past]), store.isComplete(['a'], [edge])]).toEqual([false, true]);
    expect(asked).toHaveLength(2);
  });

  it('are stood in for by a coarser one until they are here, and join without a seam', async () => {
    const { store, answer } = setUp();
    store.want(['a'], [{ level: 6, index: 1 }]);
    await answer();
    const children = [2, 3].map((index) => ({ level: 5, index }));
    expect(store.laneOf('a', children).runs).toEqual([tileRange({ level: 6, index: 1 })]);
    expect(store.isComplete(['a'], children)).toBe(false);
    expect(store.laneOf('a', [{ level: 5, index: 8 }]).runs).toEqual([]);
  });

  it('that could not be had are tried again, after a moment', async () => {
    let isAway = true;
    let nowMs = NOW_MS;
    let asked = 0;
    const failures: unknown[] = [];
    const store = createTileStore({
      nowMs: () => nowMs,
      onChange: () => undefined,
      onFailure: (err) => failures.push(err),
      load: async () => {
        asked += 1;
        if (isAway) throw new Error('away');
        return new Map();
      },
    });
    store.want(['a'], [past]);
    await setImmediate();
    store.want(['a'], [past]);
    expect([asked, failures.length]).toEqual([1, 1]);
    nowMs += 2_500;
    isAway = false;
    store.want(['a'], [past]);
    await setImmediate();
    expect(store.isComplete(['a'], [past])).toBe(true);
  });
});
