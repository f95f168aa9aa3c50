import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamName } from '@holdfast/domain';
import { type Installation, until } from './installation.ts';

export const rowsOf = (installation: Installation, cameraId: string, stream: StreamName = 'main') =>
  installation.db
    .selectFrom('segment')
    .selectAll()
    .where('cameraId', '=', cameraId)
    .where('stream', '=', stream)
    .orderBy('startTs')
    .execute();

/** Waits until each of these cameras has footage that begins later, even if the database is away at times. */
export const recordedSince = (installation: Installation, sinceMs: number, cameras: readonly string[]) =>
  until(async () => {
    const rows = await installation.db
      .selectFrom('segment')
      .select('cameraId')
      .distinct()
      .where('stream', '=', 'main')
      .where('cameraId', 'in', cameras)
      .where('preciseStartTs', '>', new Date(sinceMs))
      .execute()
      .catch(() => []);
    return rows.length === new Set(cameras).size;
  });

/** Published files of a camera relative to the storage, including siblings. */
export async function filesOf(installation: Installation, cameraId: string): Promise<string[]> {
  const folder = join(installation.footage, cameraId);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installation.footage.length + 1))
    .sort();
}

/**
 * Waits until everything that was recorded is published and indexed. A camera is idle a moment before: its last file is published
 * after that.
 */
export const settled = (installation: Installation, cameraId: string) =>
  until(
    async () =>
      (await spooled(installation)).length === 0 &&
      (await filesOf(installation, cameraId)).length === (await rowsOf(installation, cameraId)).length,
  );

/** The files in the spool. */
export async function spooled(installation: Installation): Promise<string[]> {
  const entries = await readdir(join(installation.footage, '.spool'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
