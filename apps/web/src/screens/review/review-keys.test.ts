import { expect, it } from 'vitest';
import { reviewCommandOf } from './review-keys.ts';

const press = (key: string, more: { ctrlKey?: boolean } = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

it.each([
  [' ', 'seen', 'seen'],
  ['ArrowRight', 'next', 'next'],
  ['ArrowUp', 'previous', 'previous'],
  ['U', 'unseen', undefined],
  ['p', 'open', undefined],
  ['x', undefined, undefined],
])('%j is %s, without single keys %s', (key, command, named) => {
  expect(reviewCommandOf(press(key), { hasSingleKeys: true })).toBe(command);
  expect(reviewCommandOf(press(key), { hasSingleKeys: false })).toBe(named);
  expect(reviewCommandOf(press(key, { ctrlKey: true }), { hasSingleKeys: true })).toBeUndefined();
});
