import { ratesBetween } from '@holdfast/domain';
import { expect, it } from 'vitest';
import { readMachine } from './read-machine.ts';

it('reads counters of this machine that fit together', async () => {
  const [before, after] = [await readMachine(), await readMachine()];
  expect(after.memoryUsedBytes).toBeGreaterThan(0);
  expect(after.memoryUsedBytes).toBeLessThan(after.memoryTotalBytes);
  expect(after.cpuTotal).toBeGreaterThanOrEqual(after.cpuBusy);
  for (const rate of Object.values(ratesBetween(before, after))) expect(rate === null || rate >= 0).toBe(true);
});
