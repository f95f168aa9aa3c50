import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamName } from '@holdfast/domain';
import type { RecorderHouse } from './recorder-house.ts';

export const rowsOf = (house: RecorderHouse, cameraId: string, stream: StreamName = 'main') =>
  house.db
    .selectFrom('segment')
    .selectAll()
    .where('cameraId', '=', cameraId)
    .where('stream', '=', stream)
    .orderBy('startTs')
    .execute();

/** Published files of one camera, below the storage, siblings included. */
export async function filesOf(house: RecorderHouse, cameraId: string): Promise<string[]> {
  const folder = join(house.footage, cameraId);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(house.footage.length + 1))
    .sort();
}

/** What is left in the spool. */
export async function spooled(house: RecorderHouse): Promise<string[]> {
  const entries = await readdir(join(house.footage, '.spool'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
