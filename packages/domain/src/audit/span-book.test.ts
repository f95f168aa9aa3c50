import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpanBook, hoursOf, rangeOfHours } from './span-book.ts';

const HOUR = 3_600_000;

describe('the entries of repeated requests', () => {
  it('admits a mark once in an hour, and again in the next', () => {
    const book = createSpanBook(5);
    expect(book.admit('anna gate', [1, 2], 0)).toEqual({ kind: 'note', marks: [1, 2] });
    expect(book.admit('anna gate', [2], 10)).toEqual({ kind: 'known' });
    expect(book.admit('anna gate', [2, 3], HOUR - 1)).toEqual({ kind: 'note', marks: [3] });
    expect(book.admit('bert gate', [2], HOUR - 1)).toEqual({ kind: 'note', marks: [2] });
    expect(book.admit('anna gate', [2], HOUR)).toEqual({ kind: 'note', marks: [2] });
  });

  it('admits one entry for all further marks', () => {
    const book = createSpanBook(2);
    expect([1, 2, 3, 4].map((mark) => book.admit('anna', [mark], 0).kind)).toEqual(['note', 'note', 'more', 'known']);
  });

  it('admits marks again whose entry could not be written', () => {
    const book = createSpanBook(1);
    book.admit('anna', [1], 0);
    book.forget('anna', [1]);
    expect(book.admit('anna', [1], 0)).toEqual({ kind: 'note', marks: [1] });
    expect(book.admit('anna', [2], 0)).toEqual({ kind: 'more' });
    book.forget('anna', []);
    expect(book.admit('anna', [3], 0)).toEqual({ kind: 'more' });
  });

  it('never exceeds its limit, and leaves nothing out before it', () => {
    const request = fc.record({
      group: fc.constantFrom('a', 'b'),
      marks: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
      nowMs: fc.integer({ min: 0, max: 3 * HOUR }),
    });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (requests, limit) => {
        const book = createSpanBook(limit);
        const inOrder = requests.toSorted((a, b) => a.nowMs - b.nowMs);
        // The slow and obvious way: all lines so far, by group and hour.
        const lines = new Map<string, { marks: number[]; ended: boolean; count: number }>();
        for (const { group, marks, nowMs } of inOrder) {
          const key = `${group} ${Math.floor(nowMs / HOUR)}`;
          const line = lines.get(key) ?? { marks: [], ended: false, count: 0 };
          lines.set(key, line);
          const fresh = marks.filter((mark) => !line.marks.includes(mark));
          const expected = fresh.length === 0 || line.ended ? 'known' : line.count === limit ? 'more' : 'note';
          expect(book.admit(group, marks, nowMs).kind).toBe(expected);
          if (expected === 'more') line.ended = true;
          if (expected === 'note') {
            line.count += 1;
            line.marks.push(...fresh);
          }
        }
      }),
    );
  });
});

describe('the hours of a range', () => {
  it.each([
    ['a moment', { startMs: 90 * 60_000, endMs: 90 * 60_000 }, [1]],
    ['whole hours', { startMs: HOUR, endMs: 3 * HOUR }, [1, 2]],
    ['parts of two hours', { startMs: HOUR - 1, endMs: HOUR + 1 }, [0, 1]],
    ['a reversed range', { startMs: 2 * HOUR, endMs: HOUR }, [2]],
  ])('of %s', (_title, range, hours) => expect(hoursOf(range)).toEqual(hours));

  it('stay few, and reach from end to end', () => {
    fc.assert(
      fc.property(fc.nat(253_402_300_799_999), fc.nat(253_402_300_799_999), (a, b) => {
        const [startMs, endMs] = [Math.min(a, b), Math.max(a, b)];
        const hours = hoursOf({ startMs, endMs });
        expect(hours.length).toBeLessThanOrEqual(48);
        const range = rangeOfHours(hours);
        expect(range.startMs).toBeLessThanOrEqual(startMs);
        expect(range.endMs).toBeGreaterThanOrEqual(endMs);
      }),
    );
  });
});
