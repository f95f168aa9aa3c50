import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Span } from './lane.ts';
import { createMarkStore } from './mark-store.ts';

function setUp() {
  const asked: Span[] = [];
  let nowMs = 0;
  let changes = 0;
  let isDown = false;
  const store = createMarkStore({
    nowMs: () => nowMs,
    onChange: () => {
      changes += 1;
    },
    load: async ({ startMs, endMs }) => {
      asked.push({ startMs, endMs });
      if (isDown) throw new Error('away');
      return [{ id: String(asked.length), kind: 'event', cameraId: null, startMs, endMs: startMs, text: '' }];
    },
  });
  return {
    store,
    asked,
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
  it('are asked for once, with their surroundings, and serve small moves', async () => {
    const { store, asked, changes } = setUp();
    store.want(['a'], range);
    store.want(['a'], range);
    await setImmediate();
    store.want(['a'], { startMs: 1_400, endMs: 2_400 });
    expect([asked, store.marks().length, changes()]).toEqual([[{ startMs: 500, endMs: 2_500 }], 1, 1]);
  });

  it('are asked for again beyond them, for other cameras, when they are old, and after a change', async () => {
    const { store, asked, pass } = setUp();
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
    expect(asked).toHaveLength(5);
  });

  it('stay while the server is away, which is asked again after a while', async () => {
    const { store, asked, pass, setDown } = setUp();
    store.want(['a'], range);
    await setImmediate();
    setDown(true);
    pass(21_000);
    store.want(['a'], range);
    await setImmediate();
    store.want(['a'], range);
    expect([asked.length, store.marks().length]).toEqual([2, 1]);
    pass(6_000);
    store.want(['a'], range);
    expect(asked).toHaveLength(3);
  });
});
