import { expect, it } from 'vitest';
import { loadPlateEngine } from './engine/plate-engine.ts';
import { driveBy } from './testing/drive-by.ts';
import { readDriveBy } from './testing/read-drive-by.ts';

it('reads each pass once, two cars at once and a parked one among them, with the picture that shows it', async () => {
  const parked = { plate: 'RXP7463' };
  const { scene, passes } = driveBy({ name: 'short-drive-by', cars: 3, light: 'day', parked });
  const reads = await readDriveBy(await loadPlateEngine(), scene);
  const wanted = [parked.plate, ...passes.map(({ plate }) => plate)];
  expect(reads.map(({ plate }) => plate).sort()).toEqual(wanted.sort());
  for (const { plate, fromCrop } of reads) expect(fromCrop).toBe(plate);
});
