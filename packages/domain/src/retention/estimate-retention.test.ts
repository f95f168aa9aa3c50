import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulateRetention } from './estimate-retention.oracle.ts';
import { type EstimateInput, estimateRetention } from './estimate-retention.ts';

const noLimit = { budgetBytes: null, roomBytes: null };
const facts: EstimateInput = {
  bytesPerHour: 10,
  live: { ...noLimit, ageHours: 168 },
  archive: null,
  ceilingHours: null,
};
const live = (changes: Partial<EstimateInput['live']>) =>
  estimateRetention({ ...facts, live: { ...facts.live, ...changes } });

describe('how long footage will be kept', () => {
  it('is its age while there is room', () =>
    expect(live({}).live).toEqual({ untilHours: 168, bytes: 1680, endedBy: 'age' }));

  it.each([
    ['the budget, where that fills first', { budgetBytes: 500 }, { untilHours: 50, bytes: 500, endedBy: 'budget' }],
    ['the disk, where that fills first', { budgetBytes: 500, roomBytes: 200 }, { untilHours: 20, endedBy: 'disk' }],
    ['the age, where a budget is never filled', { budgetBytes: 5000 }, { untilHours: 168, endedBy: 'age' }],
    ['nothing, if the disk has no room at all', { roomBytes: 0 }, { untilHours: 0, bytes: 0, endedBy: 'disk' }],
  ])('is %s', (_title, changes, expected) => expect(live(changes).live).toMatchObject(expected));

  it('is never more than the ceiling', () =>
    expect(estimateRetention({ ...facts, ceilingHours: 72 }).live).toMatchObject({
      untilHours: 72,
      endedBy: 'ceiling',
    }));

  it('continues in the archive, where the age counts from the recording', () => {
    const plan = estimateRetention({ ...facts, archive: { ...noLimit, afterHours: 24, ageHours: 100 } });
    expect(plan.live).toEqual({ untilHours: 24, bytes: 240, endedBy: 'archive' });
    expect(plan.archive).toEqual({ untilHours: 100, bytes: 760, endedBy: 'age' });
  });

  it('has no end in an archive without limits', () => {
    const plan = estimateRetention({ ...facts, archive: { ...noLimit, afterHours: 24, ageHours: null } });
    expect(plan.archive).toMatchObject({ untilHours: Number.POSITIVE_INFINITY, endedBy: null });
  });

  it('ends with the live tier if the archive may hold nothing that old', () => {
    const plan = estimateRetention({ ...facts, archive: { ...noLimit, afterHours: 48, ageHours: 24 } });
    expect(plan.archive).toEqual({ untilHours: 48, bytes: 0, endedBy: 'age' });
  });

  it('agrees with the simulation', () => {
    const hours = fc.integer({ min: 1, max: 60 });
    const perhaps = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });
    const bytes = perhaps(fc.integer({ min: 0, max: 600 }));
    const tier = { budgetBytes: bytes, roomBytes: bytes };
    const anyFacts = fc.record({
      bytesPerHour: fc.integer({ min: 1, max: 20 }),
      live: fc.record({ ...tier, ageHours: hours }),
      archive: perhaps(fc.record({ ...tier, afterHours: hours, ageHours: hours })),
      ceilingHours: perhaps(hours),
    });
    fc.assert(
      fc.property(anyFacts, (some) => {
        const plan = estimateRetention(some);
        const lived = simulateRetention(some, 200);
        // Pieces are whole hours: a tier that ends within an hour does not keep that hour.
        expect(Math.abs(plan.live.untilHours - lived.liveHours)).toBeLessThan(1);
        if (plan.archive) expect(Math.abs(plan.archive.untilHours - lived.archiveHours)).toBeLessThan(2);
      }),
    );
  });
});
