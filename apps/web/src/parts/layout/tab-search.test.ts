import { expect, it } from 'vitest';
import { openTab, readTabSearch } from './tab-search.ts';

it.each([
  [{ tab: 'rules' }, { tab: 'rules' }],
  [{ tab: ['rules'] }, {}],
  [{ other: 1 }, {}],
])('reads %j as %j', (search, read) => expect(readTabSearch(search)).toEqual(read));

it.each([
  ['rules', 'rules'],
  [undefined, 'channels'],
  ['toString', 'channels'],
])('opens for %s the tab %s', (wanted, tab) => expect(openTab(['channels', 'rules'], wanted)).toBe(tab));
