import { expect, it } from 'vitest';
import { matchesTag, parseRange } from './serve-file.ts';

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('the tag "a" matches %j: %s', (header, matches) => expect(matchesTag(header, '"a"')).toBe(matches));

it.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=-1', { start: 9, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=-', undefined],
  ['items=0-1', undefined],
])('of ten bytes %s is %j', (header, range) => expect(parseRange(header, 10)).toEqual(range));
