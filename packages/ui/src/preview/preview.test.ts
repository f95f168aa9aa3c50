import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { previewGridMs, previewMoment } from './preview-grid.ts';
import { createPreviewStore, type PreviewWish } from './preview-store.ts';

function setUp(limits = { maxKept: 4, maxLoads: 2 }) {
  const requested: number[] = [];
  const aborted: number[] = [];
  const released: string[] = [];
  const answers = new Map<number, { give(): void; refuse(): void }>();
  let changes = 0;
  let nowMs = 0;
  const store = createPreviewStore<string>({
    ...limits,
    nowMs: () => nowMs,
    release: (picture) => released.push(picture),
    onChange: () => {
      changes += 1;
    },
    load: ({ atMs }, signal) => {
      requested.push(atMs);
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.push(atMs);
          reject(new Error('aborted'));
        });
        // The keyframe before the requested moment.
        const takenAtMs = atMs - 3;
        answers.set(atMs, {
          give: () => resolve({ picture: `picture of ${atMs}`, takenAtMs }),
          refuse: () => reject(new Error('none')),
        });
      });
    },
  });
  const give = async (...moments: number[]) => {
    for (const atMs of moments) answers.get(atMs)?.give();
    await setImmediate();
  };
  const refuse = async (atMs: number) => {
    answers.get(atMs)?.refuse();
    await setImmediate();
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { store, requested, aborted, released, give, refuse, pass, changes: () => changes };
}
const gate = (atMs: number): PreviewWish => ({ cameraId: 'a', atMs, precision: 'near' });
const of = (...moments: number[]): PreviewWish[] => moments.map(gate);

describe('the preview store', () => {
  it('loads by priority, a few at a time', async () => {
    const { store, requested, give } = setUp();
    store.want(of(10, 20, 30));
    expect(requested).toEqual([10, 20]);
    await give(10);
    expect(requested).toEqual([10, 20, 30]);
    expect(store.find(gate(10))).toEqual({ picture: 'picture of 10', takenAtMs: 7 });
    expect(store.find({ ...gate(10), precision: 'exact' })).toBeUndefined();
  });

  it('aborts requests that are no longer wanted and starts the new ones at once', () => {
    const { store, requested, aborted } = setUp();
    store.want(of(10, 20));
    store.want(of(20, 90));
    expect([requested, aborted]).toEqual([[10, 20, 90], [10]]);
  });

  it('offers the nearest picture within reach', async () => {
    const { store, give } = setUp();
    store.want(of(10, 20));
    await give(10, 20);
    expect(store.nearest(gate(17), 100)).toEqual({ picture: 'picture of 20', takenAtMs: 17 });
    expect(store.nearest(gate(400), 100)).toBeUndefined();
    expect(store.nearest({ cameraId: 'b', atMs: 10 }, 100)).toBeUndefined();
  });

  it('retries a missing picture only after a while', async () => {
    const { store, requested, refuse, pass, changes } = setUp();
    store.want(of(10));
    await refuse(10);
    store.want(of(10));
    expect([requested, store.find(gate(10)), changes()]).toEqual([[10], undefined, 1]);
    pass(4_000);
    store.want(of(10));
    expect(requested).toEqual([10, 10]);
  });

  it('evicts the least recently used and frees their memory', async () => {
    const { store, released, give } = setUp({ maxKept: 2, maxLoads: 9 });
    store.want(of(10, 20));
    await give(10, 20);
    store.find(gate(10));
    store.want(of(30));
    await give(30);
    expect(released).toEqual(['picture of 20']);
    store.stop();
    expect(released).toHaveLength(3);
  });
});

describe('the moments of previews', () => {
  const runs = [{ startMs: 1_000.5, endMs: 900_000 }];

  it('follow the zoom in powers of two, never finer than keyframes are', () => {
    expect(previewGridMs(1)).toBe(2_000);
    fc.assert(
      fc.property(fc.double({ min: 1, max: 2_000_000, noNaN: true }), (msPerPx) => {
        const grid = previewGridMs(msPerPx);
        expect(Number.isInteger(Math.log2(grid / 2_000))).toBe(true);
        expect(grid).toBeLessThanOrEqual(Math.max(2_000, msPerPx * 24));
      }),
    );
  });

  it('are in the same run as the pointer, or there is none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.nat(8), (atMs, power) => {
        const moment = previewMoment(atMs, 2_000 * 2 ** power, runs);
        if (atMs < 1_000.5 || atMs >= 900_000) expect(moment).toBeUndefined();
        else expect(moment !== undefined && moment >= 1_000.5 && moment < 900_000).toBe(true);
      }),
    );
  });
});
