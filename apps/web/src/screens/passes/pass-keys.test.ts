import { describe, expect, it } from 'vitest';
import { chosenPass, movedIndex, nextPass, passCommand } from './pass-keys.ts';

describe('the keys of the comparison', () => {
  it.each([
    ['j', { kind: 'move', by: 1 }],
    ['k', { kind: 'move', by: -1 }],
    ['1', { kind: 'take', side: 'native' }],
    ['2', { kind: 'take', side: 'external' }],
    ['e', { kind: 'type' }],
    ['J', { kind: 'move', by: 1 }],
    ['x', undefined],
    ['toString', undefined],
  ])('%s', (key, command) => expect(passCommand(key)).toEqual(command));

  it.each([
    [0, -1, 3, 0],
    [0, 1, 3, 1],
    [2, 1, 3, 2],
    [0, 1, 0, 0],
  ])('from %i by %i of %i to %i', (index, by, length, expected) =>
    expect(movedIndex(index, by, length)).toBe(expected),
  );

  it('go on to the next pass, and stay at the last', () => {
    expect(nextPass(['a', 'b'], 'a')).toBe('b');
    expect(nextPass(['a', 'b'], 'b')).toBe('b');
    expect(nextPass(['a', 'b'], 'gone')).toBe('a');
    expect(nextPass([], undefined)).toBeUndefined();
  });
});

describe('the chosen pass', () => {
  const at = (id: string, second: number) => ({ id, ts: new Date(second * 1000).toISOString() });
  const [c, b, a] = [at('c', 30), at('b', 20), at('a', 10)];

  it('is the first until one is chosen, and stays the same when newer ones arrive above it', () => {
    expect(chosenPass([b, a], undefined)).toBe(b);
    expect(chosenPass([c, b, a], b)).toBe(b);
    expect(chosenPass([], undefined)).toBeUndefined();
  });

  it('is the nearest in time when it has left the list', () => {
    expect(chosenPass([c, a], at('gone', 14))).toBe(a);
    expect(chosenPass([], a)).toBeUndefined();
  });
});
