import { dirname, join } from 'node:path';
import { segmentName, siblingName } from '@holdfast/domain';
import { mendSidx, readSegmentFacts, type SegmentFacts, type SegmentReading } from '@holdfast/media';
import type { ClaimedSegment } from './claim-segment.ts';
import { errorCode } from './disk-fault.ts';
import type { SegmentDisk } from './segment-disk.ts';
import type { StreamRef } from './stream-ref.ts';

export interface PublishedSegment {
  /** Below the root of the storage. */
  path: string;
  /** The second in its name. */
  startMs: number;
  preciseStartMs: number;
  facts: SegmentFacts;
  /** Its own name was in use: it stays on disk, is never indexed and never deleted. */
  sibling: boolean;
}

export type PublishResult =
  | { kind: 'published'; segment: PublishedSegment }
  /** No picture in it. */
  | { kind: 'empty' }
  | { kind: 'broken'; reason: string }
  /** Somebody removed it from the spool. */
  | { kind: 'gone' };

/**
 * Makes a claimed file durable and then visible, never over anything. Safe to repeat after a crash or an error at any
 * point: a file that already has its name is recognised by its inode. Throws when the disk refuses.
 */
export async function publishSegment({
  root,
  ref,
  claimed,
  disk,
}: {
  root: string;
  ref: StreamRef;
  claimed: ClaimedSegment;
  disk: SegmentDisk;
}): Promise<PublishResult> {
  const found = await makeWhole(claimed.path, disk);
  // Without its folder the whole disk has gone, and may come back with the file on it.
  if (found.kind === 'unreadable' && found.code === 'ENOENT' && (await disk.hasFolder(dirname(claimed.path))))
    return { kind: 'gone' };
  if (found.kind === 'unreadable') throw Object.assign(new Error('spool file unreadable'), { code: found.code });
  if (found.kind === 'garbage') return { kind: 'broken', reason: found.reason };
  if (found.kind !== 'segment') {
    await disk.remove(claimed.path);
    return { kind: 'empty' };
  }
  const { facts } = found;
  await disk.syncFile(claimed.path);
  const name = segmentName(claimed.startMs);
  const folders = [ref.cameraId, ref.stream, name.slice(0, 8)];
  const folder = folders.join('/');
  const linkThere = () => linkFree({ from: claimed.path, folder: join(root, folder), name, disk });
  const { taken, sibling } = await linkThere().catch(async (err: unknown) => {
    if (errorCode(err) !== 'ENOENT') throw err;
    await makeFolders(root, folders, disk);
    return linkThere();
  });
  await disk.syncFolder(join(root, folder));
  await disk.remove(claimed.path);
  const { startMs } = claimed;
  const segment = { path: `${folder}/${taken}`, startMs, preciseStartMs: preciseStart(claimed, facts), facts, sibling };
  return { kind: 'published', segment };
}

/** The file cut back to its last whole fragment, with its index right. Only files without a writer come here. */
async function makeWhole(path: string, disk: SegmentDisk): Promise<SegmentReading> {
  const found = await readSegmentFacts(path);
  if (found.kind !== 'segment') return found;
  const isCut = found.facts.tailBytes > 0;
  if (isCut) await disk.truncate(path, found.facts.completeBytes);
  const mended = await mendSidx(path, isCut ? undefined : found);
  return isCut || mended.kind === 'mended' ? readSegmentFacts(path) : found;
}

function preciseStart({ bornMs, closedMs, firstOfRun }: ClaimedSegment, { durationMs }: SegmentFacts): number {
  if (!firstOfRun || closedMs === undefined) return bornMs;
  return Math.min(bornMs, closedMs - durationMs);
}

async function makeFolders(root: string, names: readonly string[], disk: SegmentDisk): Promise<void> {
  let path = root;
  for (const name of names) {
    path = join(path, name);
    if (await disk.makeFolder(path)) await disk.syncFolder(dirname(path));
  }
}

async function linkFree({
  from,
  folder,
  name,
  disk,
}: {
  from: string;
  folder: string;
  name: string;
  disk: SegmentDisk;
}): Promise<{ taken: string; sibling: boolean }> {
  for (let rank = 0; ; rank += 1) {
    const wanted = rank === 0 ? name : siblingName(name, rank);
    try {
      await disk.link(from, join(folder, wanted));
      return { taken: wanted, sibling: rank > 0 };
    } catch (err) {
      if (errorCode(err) !== 'EEXIST') throw err;
      if (await disk.isSameFile(from, join(folder, wanted))) return { taken: wanted, sibling: rank > 0 };
    }
  }
}
