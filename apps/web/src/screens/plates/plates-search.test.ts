import { describe, expect, it } from 'vitest';
import { filterOf, readPlatesSearch, withFilters } from './plates-search.ts';

const GATE = '00000000-0000-4000-8000-000000000001';
const NOW = Date.UTC(2026, 10, 17, 18, 30);

describe('the address of the plate search', () => {
  it('keeps what it knows and drops the rest', () =>
    expect(
      readPlatesSearch({ q: 1234, match: 'fuzzy', cameras: `${GATE},x`, engine: 'native-alpr', period: 'week', z: 1 }),
    ).toEqual({ q: '1234', match: 'fuzzy', cameras: GATE, engine: 'native-alpr', period: 'week' }));

  it.each([{}, { q: {}, match: 'best', cameras: 7, engine: 'both', period: 'year' }, { q: '' }])(
    'is empty for %j',
    (search) => expect(readPlatesSearch(search)).toEqual({}),
  );

  it('cuts text that no plate can have', () => expect(readPlatesSearch({ q: 'A'.repeat(500) }).q).toHaveLength(40));
});

describe('the filter of a search', () => {
  it('has only what was chosen', () => {
    expect(filterOf({}, NOW)).toEqual({});
    expect(filterOf({ q: 'ab', match: 'prefix', cameras: GATE, engine: 'external', period: 'day' }, NOW)).toEqual({
      q: 'ab',
      match: 'prefix',
      camera_ids: [GATE],
      engine: 'external',
      start: '2026-11-16T19:00:00.000Z',
    });
  });

  it('has a chosen range, without an end that is before its start', () => {
    const range = { period: 'range', from: '2026-11-01T10:00:00', to: '2026-11-02T10:00:00' } as const;
    const [start, end] = [new Date(range.from), new Date(range.to)].map((at) => at.toISOString());
    expect(filterOf(range, NOW)).toEqual({ start, end });
    expect(filterOf({ ...range, to: '2026-10-01T10:00:00' }, NOW)).toEqual({ start });
    expect(filterOf({ period: 'range', from: 'soon' }, NOW)).toEqual({});
    expect(readPlatesSearch({ ...range, to: 'soon' })).toEqual({ period: 'range', from: range.from });
  });

  it('leaves out text without a letter or digit', () => expect(filterOf({ q: ' -', match: 'exact' }, NOW)).toEqual({}));
});

describe('a search with other filters', () => {
  it('keeps the rest and drops what was cleared', () =>
    expect(
      withFilters({ q: 'A', engine: 'external', cameras: GATE }, { q: 'AB', engine: undefined, cameras: '' }),
    ).toEqual({
      q: 'AB',
    }));
});
