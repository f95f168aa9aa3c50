import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { previewGridMs, previewMoment } from './preview-grid.ts';
import { createPreviewStore, type PreviewWish } from './preview-store.ts';

function setUp(limits = { mostKept: 4, mostLoads: 2 }) {
  const asked: number[] = [];
  const calledOff: number[] = [];
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
      asked.push(atMs);
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => {
          calledOff.push(atMs);
          reject(new Error('called off'));
        });
        // A keyframe lies before the moment that was asked for.
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
  return { store, asked, calledOff, released, give, refuse, pass, changes: () => changes };
}
const gate = (atMs: number): PreviewWish => ({ cameraId: 'a', atMs, precision: 'near' });
const of = (...moments: number[]): PreviewWish[] => moments.map(gate);

describe('pictures under the pointer', () => {
  it('come in the order they are wanted, a few at a time', async () => {
    const { store, asked, give } = setUp();
    store.want(of(10, 20, 30));
    expect(asked).toEqual([10, 20]);
    await give(10);
    expect(asked).toEqual([10, 20, 30]);
    expect(store.find(gate(10))).toEqual({ picture: 'picture of 10', takenAtMs: 7 });
    expect(store.find({ ...gate(10), precision: 'exact' })).toBeUndefined();
  });

  it('that the hand has left are called off, and the new ones begin at once', () => {
    const { store, asked, calledOff } = setUp();
    store.want(of(10, 20));
    store.want(of(20, 90));
    expect([asked, calledOff]).toEqual([[10, 20, 90], [10]]);
  });

  it('are stood in for by the nearest within reach', async () => {
    const { store, give } = setUp();
    store.want(of(10, 20));
    await give(10, 20);
    expect(store.nearest(gate(17), 100)).toEqual({ picture: 'picture of 20', takenAtMs: 17 });
    expect(store.nearest(gate(400), 100)).toBeUndefined();
    expect(store.nearest({ cameraId: 'b', atMs: 10 }, 100)).toBeUndefined();
  });

  it('there are none of are not asked for again at once, but after a while', async () => {
    const { store, asked, refuse, pass, changes } = setUp();
    store.want(of(10));
    await refuse(10);
    store.want(of(10));
    expect([asked, store.find(gate(10)), changes()]).toEqual([[10], undefined, 1]);
    pass(4_000);
    store.want(of(10));
    expect(asked).toEqual([10, 10]);
  });

  it('longest unused give way, and their memory is given back', async () => {
    const { store, released, give } = setUp({ mostKept: 2, mostLoads: 9 });
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

describe('the moments pictures are taken of', () => {
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

  it('lie in the same footage as the pointer, or nowhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.nat(8), (atMs, power) => {
        const moment = previewMoment(atMs, 2_000 * 2 ** power, runs);
        if (atMs < 1_000.5 || atMs >= 900_000) expect(moment).toBeUndefined();
        else expect(moment !== undefined && moment >= 1_000.5 && moment < 900_000).toBe(true);
      }),
    );
  });
});
