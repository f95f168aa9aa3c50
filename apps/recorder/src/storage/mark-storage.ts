import { randomUUID } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, findStorageStatus, rememberMarker } from '@holdfast/db';
import type { Clock } from '@holdfast/kit';
import { readMarker, writeMarker } from './marker.ts';

export type Marking = 'known' | 'marked' | 'not-committed' | 'foreign';

/**
 * Marks a storage after its first segment, so that an empty mount point is not mistaken for the disk. The file is
 * written before the database: a marker that is only in the database would look like an unmounted disk.
 */
export async function markStorage({
  db,
  clock,
  storage,
  committedPath,
}: {
  db: Database;
  clock: Clock;
  storage: { id: string; root: string };
  /** Path of the first segment, relative to the storage. */
  committedPath: string;
}): Promise<Marking> {
  const known = await findStorageStatus(db, storage.id);
  // Never rewritten: a missing marker means that the disk is not mounted.
  if (known?.marker) return 'known';
  const committed = await lstat(join(storage.root, committedPath)).catch(() => undefined);
  if (!committed?.isFile()) return 'not-committed';
  const found = await readMarker(storage.root);
  if (found.kind === 'garbled' || (found.kind === 'found' && found.storageId !== storage.id)) return 'foreign';
  const marker = found.kind === 'found' ? found.marker : randomUUID();
  if (found.kind === 'absent' && !(await writeMarker(storage.root, { storageId: storage.id, marker })))
    return 'foreign';
  await rememberMarker(db, { storageId: storage.id, marker, now: new Date(clock.now()) });
  return 'marked';
}
