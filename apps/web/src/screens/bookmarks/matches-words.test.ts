import { describe, expect, it } from 'vitest';
import { matchesWords } from './matches-words.ts';

const bookmark = { label: 'Parcel at the door', note: 'Blue VAN, no plate' };

describe('searching bookmarks', () => {
  it.each([
    ['', true],
    ['  ', true],
    ['parcel', true],
    ['van door', true],
    ['GATE', true],
    ['parcel red', false],
    ['.*', false],
  ])('%j finds it: %s', (words, isFound) => {
    expect(matchesWords(bookmark, 'Gate', words)).toBe(isFound);
  });

  it('ignores a missing note', () => expect(matchesWords({ label: 'A', note: null }, 'Gate', 'null')).toBe(false));
});
