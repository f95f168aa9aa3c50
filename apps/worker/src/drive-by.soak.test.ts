import { expect, it } from 'vitest';
import { loadPlateEngine } from './engine/plate-engine.ts';
import { driveBy } from './testing/drive-by.ts';
import { readDriveBy } from './testing/read-drive-by.ts';

const CARS = 20;

it.each([
  ['by day', { light: 'day' }],
  ['by night', { light: 'night' }],
  ['in the rain', { light: 'day', rain: true }],
] as const)('reads 20 passes %s, one read each and at least 19 right, a parked car once', async (title, plan) => {
  const parked = { plate: 'RXP7463' };
  const { scene, passes } = driveBy({ name: `drive-by ${title}`, cars: CARS, parked, ...plan });
  const reads = await readDriveBy(await loadPlateEngine(), scene);
  const plates = reads.map(({ plate }) => plate);
  const right = passes.filter(({ plate }) => plates.includes(plate));
  const shown = reads.filter(({ plate, fromCrop }) => plate === fromCrop);
  const wrong = plates.filter((plate) => plate !== parked.plate && !right.some((pass) => pass.plate === plate));
  console.log(
    `${title}: ${right.length} of ${CARS} right, ${reads.length} reads, ${shown.length} pictures read back the same,`,
    `wrong: ${wrong.join(' ') || 'none'}`,
  );
  expect(right.length).toBeGreaterThanOrEqual(CARS - 1);
  // The passes and the parked car, none of them twice.
  expect(reads.length).toBeLessThanOrEqual(CARS + 1);
  expect(new Set(plates).size).toBe(plates.length);
  expect(plates).toContain(parked.plate);
  expect(shown.length).toBeGreaterThanOrEqual(reads.length - 1);
});
