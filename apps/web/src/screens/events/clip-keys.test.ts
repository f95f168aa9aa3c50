import { expect, it } from 'vitest';
import { clipMoveOf, neighbourOf } from './clip-keys.ts';

const press = (key: string, more: { ctrlKey?: boolean; shiftKey?: boolean } = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

it.each([
  [press('ArrowLeft'), 'newer'],
  [press('ArrowRight'), 'older'],
  [press('ArrowUp'), undefined],
  [press('ArrowRight', { ctrlKey: true }), undefined],
  [press('ArrowLeft', { shiftKey: true }), undefined],
  [press('x'), undefined],
])('$key leads to the clip that is %s', (pressed, move) => {
  expect(clipMoveOf(pressed)).toBe(move);
});

it.each([
  ['b', 'newer', 'a'],
  ['b', 'older', 'c'],
  ['a', 'newer', undefined],
  ['c', 'older', undefined],
  ['gone', 'newer', undefined],
  ['gone', 'older', undefined],
] as const)('beside %s the %s clip is %s', (id, direction, neighbour) => {
  expect(neighbourOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }], id, direction)?.id).toBe(neighbour);
});
