import { expect, it } from 'vitest';
import { recordOnMotion } from './testing/record-on-motion.ts';

const MOST_BYTES = 0.2;
/** Files, their folders, and blocks that are not full. */
const MOST_WRITTEN = 1.5;

it('writes a fifth of the bytes for 16 motion cameras with 10 % of motion in ten minutes, and misses none of it', async () => {
  const run = await recordOnMotion({ cameras: 16, frames: 6_000, visits: 2, activity: 0.1 });
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.info(
    `${run.visits} visits in ${percent(run.activityShare)} of the time: kept ${percent(run.bytesShare)} of the bytes and ` +
      `${percent(run.timeShare)} of the time of continuous mode; ${run.writtenPerByte.toFixed(2)} bytes written for each byte kept`,
  );
  expect(run.missing).toEqual([]);
  expect(run.bytesShare).toBeLessThan(MOST_BYTES);
  expect(run.writtenPerByte).toBeLessThan(MOST_WRITTEN);
});
