import { expect, it } from 'vitest';
import { createLogThrottle } from './log-throttle.ts';

it('allows one line per interval, with the number suppressed since', () => {
  let now = 0;
  const throttle = createLogThrottle(1_000, () => now);
  expect(throttle()).toEqual({ log: true, suppressed: 0 });
  for (now = 1; now < 1_000; now += 333) expect(throttle()).toEqual({ log: false });
  now = 1_000;
  expect(throttle()).toEqual({ log: true, suppressed: 3 });
  now = 5_000;
  expect(throttle()).toEqual({ log: true, suppressed: 0 });
});
