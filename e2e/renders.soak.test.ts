import { expect, it } from 'vitest';
import { recordDuringRenders } from './renders-beside-recording.ts';

it('records eight cameras without a gap while a hundred clips are rendered', async () => {
  const { statuses, recordedSeconds, gaps } = await recordDuringRenders({ cameras: 8, renders: 100, clipSeconds: 10 });
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(gaps).toEqual([]);
  console.info(`recorded ${Math.min(...recordedSeconds).toFixed(1)} s of each camera meanwhile`);
});
