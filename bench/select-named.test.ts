import { expect, it } from 'vitest';
import { selectNamed } from './select-named.ts';

const names = ['me', 'playlist', 'recorder', 'recorder-timeline', 'timeline-canvas'];

it.each([
  ['everything when nothing is asked for', [], names],
  ['a name and those that extend it', ['recorder'], ['recorder', 'recorder-timeline']],
  ['a single one by its full name', ['recorder-timeline'], ['recorder-timeline']],
  ['by prefix where no name matches exactly', ['timeline'], ['timeline-canvas']],
  [
    'each once, in the order of the list',
    ['recorder-timeline', 'me', 'recorder'],
    ['me', 'recorder', 'recorder-timeline'],
  ],
])('selects %s', (_what, asked, wanted) => {
  expect(selectNamed(names, asked)).toEqual({ kind: 'names', names: wanted });
});

it('refuses parts of words and unknown names', () => {
  expect(selectNamed(names, ['record', 'me', 'line'])).toEqual({ kind: 'unknown', asked: ['record', 'line'] });
});
