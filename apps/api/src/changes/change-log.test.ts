import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChangeLog } from './change-log.ts';

describe('the log of changes', () => {
  it('returns everything that changed after a position once, or undefined if it does not know', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ ref: fc.integer({ min: 0, max: 12 }), waitMs: fc.integer({ min: 0, max: 40 }) })),
        fc.nat(),
        (changes, asked) => {
          const log = createChangeLog({ most: 8, maxAgeMs: 200 });
          let nowMs = 0;
          for (const { ref, waitMs } of changes) {
            nowMs += waitMs;
            log.note(`thing ${ref}`, nowMs);
          }
          const position = asked % (changes.length + 1);
          const expected = new Set(changes.slice(position).map(({ ref }) => `thing ${ref}`));
          const got = log.since(position);
          if (got) expect(new Set(got)).toEqual(expected);
          // With fewer entries than its capacity, and none too old, it must know.
          const kept = changes.reduce((sum, { waitMs }) => sum + waitMs, 0) <= 200;
          if (kept && new Set(changes.map(({ ref }) => ref)).size <= 8) expect(got).toBeDefined();
          if (got) expect(got).toHaveLength(expected.size);
        },
      ),
    );
  });

  it('does not accept positions of another log', () => {
    const log = createChangeLog({ most: 8, maxAgeMs: 1_000 });
    log.note('a', 0);
    expect(log.since(2)).toBeUndefined();
    expect(log.since(1)).toEqual([]);
    for (const forged of [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY]) expect(log.since(forged)).toBeUndefined();
  });

  it('stays within its bounds', () => {
    const log = createChangeLog({ most: 100, maxAgeMs: 1_000 });
    for (let i = 0; i < 10_000; i += 1) log.note(`thing ${i}`, i);
    expect(log.since(9_900)).toHaveLength(100);
    expect(log.since(9_899)).toBeUndefined();
  });
});
