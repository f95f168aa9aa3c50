import { expect, it } from 'vitest';
import { loadPlateEngine } from './engine/plate-engine.ts';
import { driveBy } from './testing/drive-by.ts';
import { readDriveBy } from './testing/read-drive-by.ts';

it.each([
  ['by day', { light: 'day' }],
  ['by night', { light: 'night' }],
  ['in the rain', { light: 'day', rain: true }],
] as const)('reads 20 passes %s, one read each and at least 19 right, a parked car once', async (title, plan) => {
  const parked = { plate: 'RXP7463' };
  const { scene, passes } = driveBy({ name: `drive-by ${title}`, cars: 20, parked, ...plan });
  const reads = await readDriveBy(await loadPlateEngine(), scene);
  const wanted = new Set(passes.map(({ plate }) => plate));
  console.log(
    title,
    reads.map(({ plate, fromCrop }) => `${plate}${fromCrop === plate ? '' : ` (${fromCrop})`}`).join(' '),
  );
  expect(reads.filter(({ plate }) => wanted.has(plate)).length).toBeGreaterThanOrEqual(19);
  expect(reads.length).toBeLessThanOrEqual(21);
  expect(reads.filter(({ plate }) => plate === parked.plate)).toHaveLength(1);
  expect(reads.filter(({ plate, fromCrop }) => plate === fromCrop).length).toBeGreaterThanOrEqual(reads.length - 1);
});
