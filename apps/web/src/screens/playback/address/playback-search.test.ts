import { describe, expect, it } from 'vitest';
import { idsIn, momentIn, readPlaybackSearch } from './playback-search.ts';

const id = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;

describe('the playback URL', () => {
  it.each([
    ['ISO', '2026-10-25T01:00:00.000Z', Date.UTC(2026, 9, 25, 1)],
    ['milliseconds', 1_790_000_000_000, 1_790_000_000_000],
    ['nothing', undefined, undefined],
    ['an invalid date', 'yesterday', undefined],
    ['a date out of range', 9e15, undefined],
    ['a date before 1970', -5, undefined],
  ])('gives a moment from %s', (_title, at, expected) => expect(momentIn(at)).toBe(expected));

  it('contains up to sixteen cameras, each once, and ignores invalid ids', () => {
    expect(idsIn(`${id(1)},${id(2)},${id(1)},<script>,`)).toEqual([id(1), id(2)]);
    const many = Array.from({ length: 30 }, (_, i) => id(i % 10).replace('-8000-', `-80${10 + i}-`));
    expect(idsIn(many.join(','))).toHaveLength(16);
    expect(idsIn(undefined)).toEqual([]);
  });

  it('drops unknown parameters', () => {
    expect(readPlaybackSearch({ cameras: id(3), at: 'never', else: 1 })).toEqual({ cameras: id(3) });
    expect(readPlaybackSearch({ cameras: 5, at: 1_790_000_000_000 })).toEqual({ at: 1_790_000_000_000 });
    expect(readPlaybackSearch({ cameras: 'none' })).toEqual({ cameras: 'none' });
    expect(idsIn('none')).toEqual([]);
  });
});
