import { join } from 'node:path';
import { parseSegmentName, type SegmentStart } from '@holdfast/domain';
import { listSpooled, namesIn, spoolFolder } from './spool.ts';
import type { StreamRef } from './stream-ref.ts';

/**
 * The last segment of a stream on a disk, published or still in the spool. What is named next must not take its second,
 * also after a restart: the second lies ahead of the beginning when several segments begin within one second.
 */
export async function lastStart(root: string, ref: StreamRef): Promise<SegmentStart | undefined> {
  const spooled = await listSpooled(spoolFolder(root, ref));
  const published = await lastPublished(join(root, ref.cameraId, ref.stream));
  return [...spooled, ...(published ? [published] : [])].sort((a, b) => a.startMs - b.startMs).at(-1);
}

async function lastPublished(folder: string): Promise<SegmentStart | undefined> {
  for (const day of (await namesIn(folder)).filter((name) => /^\d{8}$/.test(name)).reverse()) {
    const name = (await namesIn(join(folder, day))).findLast((one) => parseSegmentName(one) !== undefined);
    const startMs = name === undefined ? undefined : parseSegmentName(name)?.startMs;
    // It began up to a second earlier, when the segment before it had its own second.
    if (startMs !== undefined) return { bornMs: startMs - 1_000, startMs };
  }
  return undefined;
}
