import { lstat, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, type FootageOwner, findFootageByKey, insertSegments } from '@holdfast/db';
import { isSameFile } from '@holdfast/kit';
import { readSegmentFacts } from '@holdfast/media';
import { digestOf } from '../retention/copy-verified.ts';
import { segmentRow } from '../segments/segment-row.ts';
import { isAvailable, type WatchedStorage } from '../storage/storage-registry.ts';
import type { FootageFolder } from './footage-folders.ts';

export type AdoptionOutcome =
  | 'adopted'
  /** The same start is already indexed with another file; this file is left alone. */
  | 'duplicate'
  /** The source of an archive move that was interrupted before its last step; the copy is indexed. */
  | 'finished-move'
  /** Contains nothing playable. */
  | 'broken'
  /** The file could not be read because of a disk fault. */
  | 'unreadable';

/** How far the second in the name may be ahead of the actual start, when several segments start within one second. */
const MAX_AHEAD_MS = 3_000;

export interface Orphan {
  storage: WatchedStorage;
  folder: FootageFolder;
  owner: FootageOwner;
  path: string;
  startMs: number;
}

/** Indexes a published file that has no row. */
export async function adoptFile(
  { db, storages }: { db: Database; storages: readonly WatchedStorage[] },
  { storage, folder, owner, path, startMs }: Orphan,
): Promise<AdoptionOutcome> {
  const file = join(storage.root, path);
  const reading = await readSegmentFacts(file);
  if (reading.kind === 'unreadable') return 'unreadable';
  if (reading.kind !== 'segment') return 'broken';
  const { mtimeMs } = await stat(file);
  // The writer stores the precise start as the file's modification time. A copy has lost it; its name still has the
  // second.
  const isKept = mtimeMs > startMs - MAX_AHEAD_MS && mtimeMs < startMs + 1_000;
  const preciseStartMs = isKept ? Math.floor(mtimeMs) : startMs;
  const ref = { cameraId: folder.cameraId, stream: folder.stream };
  const row = segmentRow({
    // The file does not record whether there was motion.
    motion: {},
    ref,
    storageId: storage.id,
    segment: {
      path,
      startMs,
      preciseStartMs,
      endMs: preciseStartMs + reading.facts.durationMs,
      summary: reading.facts,
      sibling: false,
    },
  });
  const inserted = await insertSegments(db, [{ ...row, tier: tierOn(storage, owner) }]);
  if (inserted > 0) return 'adopted';
  const known = await findFootageByKey(db, { ...ref, startTs: new Date(startMs) });
  const home = storages.find(({ id }) => id === known?.storageId);
  if (!known || !home || home.id === storage.id || known.tier !== 'archive' || !isAvailable(home)) return 'duplicate';
  return (await isCopy(file, join(home.root, known.path))) ? unlink(file).then(() => 'finished-move') : 'duplicate';
}

const tierOn = ({ id }: WatchedStorage, owner: FootageOwner): 'live' | 'archive' =>
  owner.archiveEnabled && owner.archiveStorageId === id && owner.liveStorageId !== id ? 'archive' : 'live';

/**
 * Two files with the same content. Hard links to one file are not copies: deleting the source may delete the footage.
 */
async function isCopy(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => lstat(path, { bigint: true }).catch(() => undefined)));
  if (!a?.isFile() || !b?.isFile() || isSameFile(a, b) || a.size !== b.size) return false;
  return (await digestOf(one)) === (await digestOf(other));
}
