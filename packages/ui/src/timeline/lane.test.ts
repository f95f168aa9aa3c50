import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, indexBefore, join, jumpTarget, type Span, spanAt } from './lane.ts';

const spansOf = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 })), { maxLength: 30 })
  .map((pairs) => {
    let at = 0;
    return pairs.map(([hole, length]): Span => {
      const span = { startMs: at + hole, endMs: at + hole + length };
      at = span.endMs;
      return span;
    });
  });

describe('the spans of a lane', () => {
  it('are found by moment, like in a linear search', () => {
    fc.assert(
      fc.property(spansOf, fc.nat(3000), (spans, atMs) => {
        expect(spanAt(spans, atMs)).toEqual(spans.find(({ startMs, endMs }) => startMs <= atMs && atMs < endMs));
        expect(indexBefore(spans, atMs)).toBe(spans.filter(({ startMs }) => startMs <= atMs).length - 1);
      }),
    );
  });

  it('are restored by joining the pieces of neighbouring tiles', () => {
    fc.assert(
      fc.property(spansOf, fc.integer({ min: 1, max: 200 }), (spans, tileMs) => {
        const tiles = Array.from({ length: Math.ceil(3000 / tileMs) }, (_, i) => i * tileMs);
        const pieces = tiles.flatMap((startMs) => clip(spans, { startMs, endMs: startMs + tileMs }));
        // Holes of a millisecond are closed; they are not visible.
        expect(join(pieces)).toEqual(join(spans));
      }),
    );
  });

  it('with different reasons stay apart', () => {
    const gaps = [
      { startMs: 0, endMs: 5, reason: 'off' },
      { startMs: 5, endMs: 9, reason: 'offline' },
      { startMs: 9, endMs: 12, reason: 'offline' },
    ];
    expect(join(gaps, (a, b) => a.reason === b.reason)).toEqual([
      gaps[0],
      { startMs: 5, endMs: 12, reason: 'offline' },
    ]);
  });

  it('give the start of the previous and the next run', () => {
    const runs = [
      { startMs: 10_000, endMs: 20_000 },
      { startMs: 30_000, endMs: 40_000 },
    ];
    expect(jumpTarget(runs, 15_000, 'next')).toBe(30_000);
    expect(jumpTarget(runs, 15_000, 'previous')).toBe(10_000);
    expect(jumpTarget(runs, 30_500, 'previous')).toBe(10_000);
    expect(jumpTarget(runs, 25_000, 'previous')).toBe(10_000);
    expect(jumpTarget(runs, 35_000, 'next')).toBeUndefined();
    expect(jumpTarget(runs, 9_000, 'previous')).toBeUndefined();
  });
});
