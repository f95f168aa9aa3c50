import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiskUser } from './share-disk.ts';
import { forecastStorage } from './storage-forecast.ts';

const GB = 1e9;
const always: DiskUser = { bytesPerHour: GB, maxBytes: null };

describe('the forecast of a storage', () => {
  it.each([
    ['is idle without footage to come', { freeBytes: 10 * GB, heldBytes: GB, users: [] }, { kind: 'idle' }],
    [
      'fills up, and then holds what fits',
      { freeBytes: 30 * GB, heldBytes: 18 * GB, users: [always] },
      { kind: 'fills', inHours: 30, reachesHours: 48 },
    ],
    [
      'is full already',
      { freeBytes: -GB, heldBytes: 25 * GB, users: [always] },
      { kind: 'fills', inHours: 0, reachesHours: 24 },
    ],
    [
      'never fills up if its policies delete earlier',
      { freeBytes: 30 * GB, heldBytes: 0, users: [{ ...always, maxBytes: 20 * GB }] },
      { kind: 'settles' },
    ],
    [
      'leaves the room of a limited policy to the others',
      { freeBytes: 50 * GB, heldBytes: 0, users: [always, { ...always, maxBytes: 10 * GB }] },
      { kind: 'fills', inHours: 25, reachesHours: 40 },
    ],
  ] as const)('%s', (_title, facts, expected) => expect(forecastStorage(facts)).toEqual(expected));

  const user = fc.record({ bytesPerHour: fc.integer({ min: 0, max: 500 }), maxBytes: fc.option(fc.nat(20_000)) });

  it('reaches back exactly as far as the room is filled', () => {
    const facts = fc.record({
      freeBytes: fc.integer({ min: -100, max: 50_000 }),
      heldBytes: fc.nat(50_000),
      users: fc.array(user, { maxLength: 6 }),
    });
    fc.assert(
      fc.property(facts, (given) => {
        const forecast = forecastStorage(given);
        const room = Math.max(0, given.heldBytes + given.freeBytes);
        /** The reference: what all of them hold once footage is that old. */
        const heldAfter = (hours: number) =>
          given.users.reduce(
            (sum, { bytesPerHour, maxBytes }) =>
              sum + Math.min(maxBytes ?? Number.POSITIVE_INFINITY, bytesPerHour * hours),
            0,
          );
        if (forecast.kind === 'fills') expect(heldAfter(forecast.reachesHours)).toBeCloseTo(room, 3);
        if (forecast.kind === 'settles') expect(heldAfter(1e9)).toBeLessThan(room);
        if (forecast.kind === 'idle') expect(heldAfter(1)).toBe(0);
      }),
    );
  });
});
