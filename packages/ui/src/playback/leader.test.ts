import { describe, expect, it } from 'vitest';
import { leaderOf, type SeenPane } from './leader.ts';

const AT_MS = 100_000;
const pane = (name: string, seenMs: number | undefined, hasFootage: boolean | undefined = true) => ({
  name,
  seenMs,
  hasFootage,
});
const nameOf = (panes: (SeenPane & { name: string })[], rate = 1) => leaderOf(panes, { atMs: AT_MS, rate })?.name;

describe('the leading pane', () => {
  it('is the first that shows the moment', () => {
    expect(nameOf([pane('gate', AT_MS - 90), pane('yard', AT_MS)])).toBe('gate');
  });

  it('is never in a gap, even with a picture from just before it', () => {
    expect(nameOf([pane('gate', AT_MS - 500, false), pane('yard', AT_MS - 40)])).toBe('yard');
  });

  it('never shows another time or no picture, and its playlist is loaded', () => {
    const others = [
      pane('far', AT_MS - 9_000),
      pane('none', undefined),
      { ...pane('new', AT_MS), hasFootage: undefined },
    ];
    expect(nameOf([...others, pane('yard', AT_MS - 40)])).toBe('yard');
    expect(nameOf(others)).toBeUndefined();
  });

  it.each([8, -8])('may lag more at %i times the speed', (rate) => {
    expect(nameOf([pane('gate', AT_MS - Math.sign(rate) * 9_000)], rate)).toBe('gate');
  });
});
