import { expect, it } from 'vitest';
import { createDamper } from './damper.ts';

it('lets one of many equal lines through a second, and says how many it held back', () => {
  let now = 0;
  const damp = createDamper(1_000, () => now);
  expect(damp()).toEqual({ speak: true, unspoken: 0 });
  for (now = 1; now < 1_000; now += 333) expect(damp()).toEqual({ speak: false });
  now = 1_000;
  expect(damp()).toEqual({ speak: true, unspoken: 3 });
  now = 5_000;
  expect(damp()).toEqual({ speak: true, unspoken: 0 });
});
