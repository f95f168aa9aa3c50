import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_ROWS, rowsAtOnce } from './rows-at-once.ts';

const rows = (ids: readonly number[]) => ids.map((id) => ({ id: String(id) }));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const shownOf = (next: readonly number[], drawn: readonly number[]) =>
  rowsAtOnce(rows(next), rows(drawn)).map(({ id }) => Number(id));

describe('the rows of a list that are drawn at once', () => {
  it('are the first ones of a new search', () => expect(shownOf(range(0, 40), [])).toEqual(range(0, FIRST_ROWS)));

  it('are all of a short list', () => expect(shownOf([1, 2], range(5, 40))).toEqual([1, 2]));

  it('do not become fewer when a new read arrives', () =>
    expect(shownOf(range(0, 40), range(1, 41))).toEqual(range(0, 40)));

  it('leave out what the last search found and this one does not', () =>
    expect(shownOf([...range(100, 112), 20, 200, 21], range(0, 40))).toEqual([...range(100, 112), 20, 21]));

  it('are all rows once they were drawn', () => {
    const all = rows(range(0, 40));
    expect(rowsAtOnce(all, all)).toBe(all);
  });

  it('are results in their order, always with the first', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(99)), fc.uniqueArray(fc.nat(99)), (next, drawn) => {
        const shown = shownOf(next, drawn);
        expect(shown).toEqual(next.filter((id) => shown.includes(id)));
        expect(shown.slice(0, FIRST_ROWS)).toEqual(next.slice(0, FIRST_ROWS));
        for (const id of next) if (drawn.includes(id)) expect(shown).toContain(id);
      }),
    ));
});
