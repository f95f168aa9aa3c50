import { expect, it } from 'vitest';
import { selectNamed } from './select-named.ts';

const names = ['me', 'playlist', 'recorder', 'recorder-timeline', 'timeline-canvas'];

it.each([
  ['everything when nothing is asked for', [], names],
  ['a name together with those that begin with it', ['recorder'], ['recorder', 'recorder-timeline']],
  ['one alone by its whole name', ['recorder-timeline'], ['recorder-timeline']],
  ['a word that several only begin with', ['timeline'], ['timeline-canvas']],
  [
    'each once, in the order of the list',
    ['recorder-timeline', 'me', 'recorder'],
    ['me', 'recorder', 'recorder-timeline'],
  ],
])('selects %s', (_what, asked, wanted) => {
  expect(selectNamed(names, asked)).toEqual({ kind: 'names', names: wanted });
});

it('knows no half words and nothing else', () => {
  expect(selectNamed(names, ['record', 'me', 'line'])).toEqual({ kind: 'unknown', asked: ['record', 'line'] });
});
