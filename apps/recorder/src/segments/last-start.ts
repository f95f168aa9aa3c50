import { join } from 'node:path';
import { parseSegmentName, type SegmentStart } from '@holdfast/domain';
import { readClaimedName } from './claim-segment.ts';
import type { SegmentDisk } from './segment-disk.ts';
import { namesIn, spoolOf } from './spool.ts';
import type { StreamRef } from './stream-ref.ts';

/**
 * The last segment of a stream on a disk, published or only claimed. What is named next must not take its second, also
 * after a restart: the second lies ahead of the birth when several segments were born within one second.
 */
export async function lastStart(
  root: string,
  ref: StreamRef,
  disk: Pick<SegmentDisk, 'bornMs'>,
): Promise<SegmentStart | undefined> {
  const claimed = (await namesIn(spoolOf(root, ref).claimedFolder)).flatMap((name) => readClaimedName(name) ?? []);
  const published = await lastPublished(join(root, ref.cameraId, ref.stream), disk);
  return [...claimed, ...(published ? [published] : [])].sort((a, b) => a.startMs - b.startMs).at(-1);
}

async function lastPublished(folder: string, disk: Pick<SegmentDisk, 'bornMs'>): Promise<SegmentStart | undefined> {
  for (const day of (await namesIn(folder)).filter((name) => /^\d{8}$/.test(name)).reverse()) {
    const name = (await namesIn(join(folder, day))).findLast((one) => parseSegmentName(one) !== undefined);
    const startMs = name === undefined ? undefined : parseSegmentName(name)?.startMs;
    if (name === undefined || startMs === undefined) continue;
    // A copy is born later than what it was copied from.
    const bornMs = Math.min((await disk.bornMs(join(folder, day, name))) ?? startMs, startMs + 999);
    return { bornMs, startMs };
  }
  return undefined;
}
