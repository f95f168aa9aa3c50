import { dirname, join } from 'node:path';
import { type StreamRef, segmentName, siblingName } from '@holdfast/domain';
import { fileFault } from '@holdfast/kit';
import { type LeftoverReading, readLeftover } from './read-leftover.ts';
import type { ReadySegment } from './ready-segment.ts';
import type { SegmentDisk } from './segment-disk.ts';
import type { SegmentSummary } from './segment-summary.ts';

export interface PublishedSegment {
  /** Relative to the root of the storage. */
  path: string;
  /** The second in the file name. */
  startMs: number;
  preciseStartMs: number;
  /** By our clock. The media may be shorter or longer, because the camera's clock runs at a different rate. */
  endMs: number;
  summary: SegmentSummary;
  /** Its name was in use: the file is kept next to it, and is never indexed or deleted. */
  sibling: boolean;
}

export type PublishResult =
  | { kind: 'published'; segment: PublishedSegment }
  /** The file has no frames. */
  | { kind: 'empty' }
  | { kind: 'broken'; reason: string }
  /** The file was removed from the spool by another process. */
  | { kind: 'gone' };

/**
 * Makes a file durable and then visible, without overwriting anything. Can be repeated after a crash or an error at any
 * point: a file that already has its name is recognised by its inode. Throws on disk errors.
 */
export async function publishSegment({
  root,
  ref,
  ready,
  disk,
}: {
  root: string;
  ref: StreamRef;
  ready: ReadySegment;
  disk: SegmentDisk;
}): Promise<PublishResult> {
  const { path: spooled, preciseStartMs, startMs, written } = ready;
  const found = written ? await finishWritten(ready, disk) : await readLeftover(spooled, preciseStartMs, disk);
  if (found.kind !== 'whole') return found;
  const name = segmentName(startMs);
  const folders = [ref.cameraId, ref.stream, name.slice(0, 8)];
  const folder = folders.join('/');
  const linkThere = () => linkFree({ from: spooled, folder: join(root, folder), name, disk });
  const linked = await linkThere().catch(async (err: unknown) => {
    if (fileFault(err) !== 'ENOENT') throw err;
    if (!(await disk.exists(spooled))) {
      // If the folder is missing too, the disk was unmounted and may come back with the file.
      if (!(await disk.exists(dirname(spooled)))) throw err;
      return undefined;
    }
    await makeFolders(root, folders, disk);
    return linkThere();
  });
  if (linked === undefined) return { kind: 'gone' };
  await disk.syncFolder(join(root, folder));
  await disk.remove(spooled);
  const { summary } = found;
  const endMs = written?.endMs ?? preciseStartMs + summary.durationMs;
  const path = `${folder}/${linked.taken}`;
  return {
    kind: 'published',
    segment: { path, startMs, preciseStartMs, endMs, summary, sibling: linked.sibling },
  };
}

async function finishWritten({ path, written }: ReadySegment, disk: SegmentDisk): Promise<LeftoverReading> {
  if (written === undefined) return { kind: 'empty' };
  try {
    await written.finish();
    return { kind: 'whole', summary: written.summary };
  } catch (err) {
    if (fileFault(err) === 'ENOENT' && (await disk.exists(dirname(path)))) return { kind: 'gone' };
    throw err;
  }
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
      if (fileFault(err) !== 'EEXIST') throw err;
      if (await disk.isSameFile(from, join(folder, wanted))) return { taken: wanted, sibling: rank > 0 };
    }
  }
}
