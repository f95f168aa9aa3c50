import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWatchLimits, type TakePlace } from './watch-limits.ts';

const taken = (takePlace: TakePlace, viewers: readonly { cameraId: string; userId: string }[]) =>
  viewers.map((viewer) => takePlace(viewer));
const many = (count: number, viewer: (index: number) => { cameraId: string; userId: string }) =>
  Array.from({ length: count }, (_, index) => viewer(index));

describe('places to watch from', () => {
  it.each([
    [
      'a camera',
      100,
      (i: number) => ({ cameraId: 'gate', userId: `user ${i}` }),
      { cameraId: 'yard', userId: 'user 0' },
    ],
    [
      'a user',
      64,
      (i: number) => ({ cameraId: `camera ${i}`, userId: 'ann' }),
      { cameraId: 'camera 0', userId: 'bob' },
    ],
  ])('are limited for %s to %i, and free for others', (_whose, most, viewer, other) => {
    const takePlace = createWatchLimits();
    const places = taken(takePlace, many(most, viewer));
    expect(places).not.toContain(undefined);
    expect(takePlace(viewer(most))).toBeUndefined();
    expect(takePlace(other)).toBeDefined();
    // The refused viewer took nothing: one returned place is one free place.
    places[0]?.();
    expect(taken(takePlace, [viewer(most), viewer(most + 1)]).map((place) => place !== undefined)).toEqual([
      true,
      false,
    ]);
  });

  it('are limited for the server to 400', () => {
    const takePlace = createWatchLimits();
    const places = taken(
      takePlace,
      many(400, (i) => ({ cameraId: `camera ${i}`, userId: `user ${i}` })),
    );
    expect(places).not.toContain(undefined);
    const next = { cameraId: 'another', userId: 'another' };
    expect(takePlace(next)).toBeUndefined();
    places[7]?.();
    expect(takePlace(next)).toBeDefined();
    expect(takePlace({ cameraId: 'a third', userId: 'a third' })).toBeUndefined();
  });

  it('are returned once, even if the viewer leaves twice', () => {
    const takePlace = createWatchLimits();
    const viewer = { cameraId: 'gate', userId: 'ann' };
    const [first] = taken(
      takePlace,
      many(64, () => viewer),
    );
    first?.();
    first?.();
    expect(takePlace(viewer)).toBeDefined();
    expect(takePlace(viewer)).toBeUndefined();
  });

  it('match a reference that recounts all viewers, for any sequence of joins and leaves', () => {
    const name = (prefix: string, most: number) => fc.integer({ min: 0, max: most }).map((n) => `${prefix} ${n}`);
    const step = fc.oneof(
      // Few cameras and fewer users, in bursts, so that every limit is reached.
      fc.record({
        kind: fc.constant('come' as const),
        crowd: fc.integer({ min: 1, max: 90 }),
        cameraId: name('camera', 5),
        userId: name('user', 9),
      }),
      fc.record({ kind: fc.constant('go' as const), who: fc.nat(), crowd: fc.integer({ min: 1, max: 90 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const takePlace = createWatchLimits();
        const present: { cameraId: string; userId: string; leave: () => void }[] = [];
        for (const one of steps)
          for (let i = 0; i < one.crowd; i += 1) {
            if (one.kind === 'go') {
              const [gone] = present.splice(one.who % Math.max(1, present.length), 1);
              gone?.leave();
              continue;
            }
            const { cameraId, userId } = one;
            const isFree =
              present.length < 400 &&
              present.filter((other) => other.cameraId === cameraId).length < 100 &&
              present.filter((other) => other.userId === userId).length < 64;
            const leave = takePlace({ cameraId, userId });
            expect(leave !== undefined).toBe(isFree);
            if (leave) present.push({ cameraId, userId, leave });
          }
      }),
    );
  });
});
