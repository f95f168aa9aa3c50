import { describe, expect, it } from 'vitest';
import { createGuestPlaces } from './guest-places.ts';

describe('places for guests', () => {
  const limits = { guests: 5, guestsAnAddress: 3 };

  it('are bounded for one address and for all', () => {
    const take = createGuestPlaces(limits);
    const taken = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'].map((address) => take(address) !== undefined);
    expect(taken).toEqual([true, true, true, false, true, true, false, false]);
  });

  it('are free again once they are given back, and only once', () => {
    const take = createGuestPlaces(limits);
    const giveBack = [1, 2, 3].map(() => take('a'))[0];
    giveBack?.();
    giveBack?.();
    expect(take('a')).toBeDefined();
    expect(take('a')).toBeUndefined();
  });
});
