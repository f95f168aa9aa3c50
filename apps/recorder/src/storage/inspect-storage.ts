import { stat, statfs } from 'node:fs/promises';
import { type Reason, reasonCode, type StorageHealth, type StorageMarker } from '@holdfast/domain';
import { type FolderTrial, fileFault, isFull, tryFolder } from '@holdfast/kit';
import { type MarkerReading, readMarker } from './marker.ts';

export interface StorageReading {
  state: StorageHealth;
  /** A message for people; null if the storage is fine. */
  detail: string | null;
  marker: StorageMarker;
  /** Free space available to unprivileged processes. */
  freeBytes: number | null;
  totalBytes: number | null;
  /** Storages with the same device share their free space. */
  deviceId: string | null;
}

export interface ExpectedStorage {
  storageId: string;
  root: string;
  /** The expected content of the marker; null before the first segment. */
  marker: string | null;
}

/** The least free space for footage: one MiB, less on a very small disk. */
const roomForFootage = (totalBytes: number): number => Math.min(1024 * 1024, totalBytes / 50);

export const unreachable = (detail: string): StorageReading => ({
  state: 'missing',
  detail,
  marker: 'absent',
  freeBytes: null,
  totalBytes: null,
  deviceId: null,
});

/** Inspects a storage. Never throws, but may hang as long as a dead network share does. */
export async function inspectStorage(
  expected: ExpectedStorage,
  { attempt = tryFolder }: { attempt?: (root: string) => Promise<FolderTrial> } = {},
): Promise<StorageReading> {
  const { root } = expected;
  try {
    const folder = await stat(root);
    if (!folder.isDirectory()) return unreachable(reasonCode('storage-not-a-folder', { path: root }));
    const { bsize, blocks, bavail } = await statfs(root);
    const marker = judgeMarker(await readMarker(root), expected);
    const facts = {
      marker,
      freeBytes: bavail * bsize,
      totalBytes: blocks * bsize,
      deviceId: String(folder.dev),
    };
    const detail = markerFault(marker, expected);
    if (detail !== undefined) return { ...facts, state: marker === 'foreign' ? 'foreign' : 'missing', detail };
    return { ...facts, ...(await judgeTrial(root, facts, attempt)) };
  } catch (err) {
    const code = fileFault(err);
    if (code === 'ENOENT') return unreachable(reasonCode('storage-not-found', { path: root }));
    return unreachable(reasonCode('storage-unreadable', { path: root, error: code }));
  }
}

/** Why nothing may be written to a storage with this marker; undefined if it is the right one. */
export function markerFault(found: StorageMarker, { root, marker }: ExpectedStorage): Reason | undefined {
  if (found === 'foreign') return reasonCode('storage-changed', { path: root });
  if (found === 'absent' && marker !== null) return reasonCode('storage-unmarked', { path: root });
  return undefined;
}

export function judgeMarker(found: MarkerReading, { storageId, marker }: ExpectedStorage): StorageMarker {
  if (found.kind === 'absent') return 'absent';
  if (found.kind === 'garbled' || found.storageId !== storageId) return 'foreign';
  return marker === null || marker === found.marker ? 'ours' : 'foreign';
}

async function judgeTrial(
  root: string,
  { freeBytes, totalBytes }: { freeBytes: number; totalBytes: number },
  attempt: (root: string) => Promise<FolderTrial>,
): Promise<Pick<StorageReading, 'state' | 'detail'>> {
  const trial = await attempt(root);
  // The test file is small and root may use reserved blocks, so the test can succeed on a disk that has no room for
  // footage.
  if (trial.kind === 'ok' && freeBytes < roomForFootage(totalBytes))
    return { state: 'full', detail: reasonCode('storage-path-full', { path: root }) };
  if (trial.kind === 'ok') return { state: 'ok', detail: null };
  if (trial.kind === 'no-links')
    return { state: 'no_links', detail: reasonCode('storage-without-links', { path: root, error: trial.code }) };
  if (isFull(trial.code)) return { state: 'full', detail: reasonCode('storage-path-full', { path: root }) };
  return { state: 'unwritable', detail: reasonCode('storage-path-unwritable', { path: root, error: trial.code }) };
}
