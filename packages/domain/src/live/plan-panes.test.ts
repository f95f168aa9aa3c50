import { describe, expect, it } from 'vitest';
import { planLivePanes } from './plan-panes.ts';

const panes = (...ids: string[]) =>
  ids.map((text) => ({ id: text.replace(/[-!]/g, ''), isSeen: !text.includes('-'), isFocused: text.includes('!') }));
const plan = (given: string[], most: number, moving: string[] = []) => [
  ...planLivePanes(panes(...given), { most, moving: new Set(moving) }),
];

describe('the panes that play', () => {
  it('are all visible ones, up to the limit of the browser', () =>
    expect(plan(['a', 'b-', 'c'], 4)).toEqual(['a', 'c']));

  it('are the first ones otherwise', () => expect(plan(['a', 'b', 'c'], 2)).toEqual(['a', 'b']));

  it('include the focused one first', () => expect(plan(['a', 'b', 'c!'], 2)).toEqual(['c', 'a']));

  it('prefer those that already play', () => expect(plan(['a', 'b', 'c'], 2, ['b', 'c'])).toEqual(['b', 'c']));

  it('are none when no pane is visible', () => expect(plan(['a-', 'b-'], 2, ['a'])).toEqual([]));
});
