import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LaneData } from './lane.ts';
import { createTileStore, type TileRequest } from './tile-store.ts';
import { tileRange, tileSpanMs } from './tiles.ts';

const NOW_MS = 10 * tileSpanMs(5);

/** A store whose server has footage of all the past for every camera, and answers on demand. */
function setUp() {
  let nowMs = NOW_MS;
  const requested: TileRequest[] = [];
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
      requested.push(request);
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
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
  return { store, requested, failures, answer, pass, changes: () => changes };
}
const past = { level: 5, index: 2 };
const edge = { level: 5, index: 10 };

describe('the tile store', () => {
  it('requests a tile once for all cameras that lack it', async () => {
    const { store, requested, answer, changes } = setUp();
    store.want(['a', 'b'], [past]);
    store.want(['a', 'b'], [past]);
    expect(requested).toMatchObject([{ cameraIds: ['a', 'b'], ...tileRange(past) }]);
    await answer();
    store.want(['a', 'b', 'c'], [past]);
    expect(requested[1]?.cameraIds).toEqual(['c']);
    expect(changes()).toBe(1);
    expect(store.laneOf('a', [past]).runs).toEqual([tileRange(past)]);
  });

  it('refreshes the tile of the present, but not those of the past', async () => {
    const { store, requested, answer, pass } = setUp();
    store.want(['a'], [past, edge]);
    await answer();
    pass(5_000);
    store.want(['a'], [past, edge]);
    expect(requested.slice(2)).toMatchObject([tileRange(edge)]);
  });

  it('does not request tiles of the future', () => {
    const { store, requested } = setUp();
    store.want(['a'], [{ level: 5, index: 12 }]);
    expect(requested).toEqual([]);
    expect(store.isComplete(['a'], [{ level: 5, index: 12 }])).toBe(true);
  });

  it('aborts requests for tiles out of view', async () => {
    const { store, requested, answer } = setUp();
    store.want(['a'], [past]);
    store.want(['a'], [edge]);
    await answer();
    expect([store.isComplete(['a'], [past]), store.isComplete(['a'], [edge])]).toEqual([false, true]);
    expect(requested).toHaveLength(2);
  });

  it('shows a coarser tile until the exact one is loaded, and joins them without a seam', async () => {
    const { store, answer } = setUp();
    store.want(['a'], [{ level: 6, index: 1 }]);
    await answer();
    const children = [2, 3].map((index) => ({ level: 5, index }));
    expect(store.laneOf('a', children).runs).toEqual([tileRange({ level: 6, index: 1 })]);
    expect(store.isComplete(['a'], children)).toBe(false);
    expect(store.laneOf('a', [{ level: 5, index: 8 }]).runs).toEqual([]);
  });

  it('retries failed tiles after a moment', async () => {
    let isAway = true;
    let nowMs = NOW_MS;
    let requested = 0;
    const failures: unknown[] = [];
    const store = createTileStore({
      nowMs: () => nowMs,
      onChange: () => undefined,
      onFailure: (err) => failures.push(err),
      load: async () => {
        requested += 1;
        if (isAway) throw new Error('away');
        return new Map();
      },
    });
    store.want(['a'], [past]);
    await setImmediate();
    store.want(['a'], [past]);
    expect([requested, failures.length]).toEqual([1, 1]);
    nowMs += 2_500;
    isAway = false;
    store.want(['a'], [past]);
    await setImmediate();
    expect(store.isComplete(['a'], [past])).toBe(true);
  });
});
