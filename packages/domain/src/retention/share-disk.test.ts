import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiskUser, shareOfDisk } from './share-disk.ts';

const user = (bytesPerHour: number, maxBytes: number | null = null): DiskUser => ({ bytesPerHour, maxBytes });
const users = fc.record({
  bytesPerHour: fc.integer({ min: 1, max: 1_000 }),
  maxBytes: fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null }),
});

describe('the share of a disk', () => {
  it.each<[string, DiskUser, DiskUser[], number]>([
    ['is all of it for one policy alone', user(10), [], 1_000],
    ['is proportional to what each writes', user(10), [user(30)], 250],
    ['is more where another stops before the disk is full', user(10), [user(30, 100)], 900],
    ['is no more than its own limit', user(10, 100), [user(30)], 100],
    ['does not shrink by policies that record nothing', user(10), [user(0, 500)], 1_000],
    ['is nothing of a disk without room', user(10), [user(10)], 0],
  ])('%s', (title, own, others, expected) =>
    expect(shareOfDisk(title.includes('without room') ? 0 : 1_000, own, others)).toBeCloseTo(expected),
  );

  it('of all users together is the disk, unless their limits leave some of it free', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.array(users, { minLength: 1, maxLength: 8 }),
        (room, all) => {
          const shares = all.map((own, i) => shareOfDisk(room, own, all.toSpliced(i, 1)));
          const wanted = all.reduce((sum, { maxBytes }) => sum + (maxBytes ?? Number.POSITIVE_INFINITY), 0);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(Math.min(room, wanted), 3);
          all.forEach(({ maxBytes }, i) => {
            expect(shares[i]).toBeLessThanOrEqual((maxBytes ?? Number.POSITIVE_INFINITY) + 1e-6);
          });
        },
      ),
    );
  });
});
