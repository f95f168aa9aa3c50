import { expect, it } from 'vitest';
import { recordOnMotion } from './testing/record-on-motion.ts';

const MOST_BYTES = 0.2;
/** Files, their folders, and blocks that are not full. */
const MOST_WRITTEN = 1.5;

it('writes a fifth of the bytes for 16 motion cameras with 10 % of motion in ten minutes, and misses none of it', async () => {
  const recorded = await recordOnMotion({ cameras: 16, frames: 6_000, visits: 2, activity: 0.1 });
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.info(
    `${recorded.visits} visits in ${percent(recorded.activityShare)} of the time: kept ${percent(recorded.bytesShare)} of the bytes and ` +
      `${percent(recorded.timeShare)} of the time of continuous mode; ${recorded.writtenPerByte.toFixed(2)} bytes written for each byte kept`,
  );
  expect(recorded.missing).toEqual([]);
  expect(recorded.bytesShare).toBeLessThan(MOST_BYTES);
  expect(recorded.writtenPerByte).toBeLessThan(MOST_WRITTEN);
});
