import { expect, it } from 'vitest';
import { FreezeWatch } from './freeze-watch.ts';

it('notices a freeze by a gap between checks, and only then', () => {
  const watch = new FreezeWatch(0);
  expect([1_000, 2_000, 4_000].map((ms) => watch.wokeMs(ms))).toEqual([0, 0, 0]);
  expect([9_000, 9_100, 10_000].map((ms) => watch.wokeMs(ms))).toEqual([9_000, 9_000, 9_000]);
});
