import { expect, it } from 'vitest';
import { recordDuringRenders } from './renders-beside-recording.ts';

it('records without a gap while clips are rendered', async () => {
  const { statuses, recordedSeconds, gaps } = await recordDuringRenders({ cameras: 2, renders: 8, clipSeconds: 2 });
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(gaps).toEqual([]);
  expect(Math.min(...recordedSeconds)).toBeGreaterThan(0);
});
