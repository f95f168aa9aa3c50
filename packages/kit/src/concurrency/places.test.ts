import { describe, expect, it } from 'vitest';
import { createPlaces } from './places.ts';

const of = (key: string) => [
  { key: 'all', most: 5 },
  { key: `one ${key}`, most: 3 },
];

describe('places', () => {
  it('are bounded by every limit, and a refused caller takes nothing', () => {
    const take = createPlaces();
    const taken = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'].map((key) => take(of(key)) !== undefined);
    expect(taken).toEqual([true, true, true, false, true, true, false, false]);
  });

  it('are free again after they are returned, and are returned only once', () => {
    const take = createPlaces();
    const giveBack = [1, 2, 3].map(() => take(of('a')))[0];
    giveBack?.();
    giveBack?.();
    expect(take(of('a'))).toBeDefined();
    expect(take(of('a'))).toBeUndefined();
  });
});
