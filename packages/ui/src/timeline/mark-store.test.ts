import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Span } from './lane.ts';
import { createMarkStore } from './mark-store.ts';

function setUp() {
  const requested: Span[] = [];
  let nowMs = 0;
  let changes = 0;
  let isDown = false;
  const store = createMarkStore({
    nowMs: () => nowMs,
    onChange: () => {
      changes += 1;
    },
    load: async ({ startMs, endMs }) => {
      requested.push({ startMs, endMs });
      if (isDown) throw new Error('away');
      return [{ id: String(requested.length), kind: 'event', cameraId: null, startMs, endMs: startMs, text: '' }];
    },
  });
  return {
    store,
    requested,
    changes: () => changes,
    pass: (ms: number) => {
      nowMs += ms;
    },
    setDown: (next: boolean) => {
      isDown = next;
    },
  };
}
const range = { startMs: 1_000, endMs: 2_000 };

describe('the marks of a view', () => {
  it('are requested once with a margin, which covers small moves', async () => {
    const { store, requested, changes } = setUp();
    store.want(['a'], range);
    store.want(['a'], range);
    await setImmediate();
    store.want(['a'], { startMs: 1_400, endMs: 2_400 });
    expect([requested, store.marks().length, changes()]).toEqual([[{ startMs: 500, endMs: 2_500 }], 1, 1]);
  });

  it('are requested again outside the margin, for other cameras, when stale, and after a change', async () => {
    const { store, requested, pass } = setUp();
    const want = async (cameraId: string, wanted: Span) => {
      store.want([cameraId], wanted);
      await setImmediate();
    };
    await want('a', range);
    await want('a', { startMs: 3_000, endMs: 4_000 });
    await want('b', { startMs: 3_000, endMs: 4_000 });
    pass(21_000);
    await want('b', { startMs: 3_000, endMs: 4_000 });
    store.expire();
    await want('b', { startMs: 3_000, endMs: 4_000 });
    expect(requested).toHaveLength(5);
  });

  it('are requested again when the view is much closer than when they were loaded', async () => {
    const { store, requested } = setUp();
    store.want(['a'], range);
    await setImmediate();
    store.want(['a'], { startMs: 1_400, endMs: 1_800 });
    expect(requested).toHaveLength(1);
    store.want(['a'], { startMs: 1_400, endMs: 1_500 });
    expect(requested[1]).toEqual({ startMs: 1_350, endMs: 1_550 });
  });

  it('stay while the server is unreachable, which is retried after a while', async () => {
    const { store, requested, pass, setDown } = setUp();
    store.want(['a'], range);
    await setImmediate();
    setDown(true);
    pass(21_000);
    store.want(['a'], range);
    await setImmediate();
    store.want(['a'], range);
    expect([requested.length, store.marks().length]).toEqual([2, 1]);
    pass(6_000);
    store.want(['a'], range);
    expect(requested).toHaveLength(3);
  });
});
