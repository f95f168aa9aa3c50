import { join } from 'node:path';
import { parseSegmentName, type SegmentStart, type StreamRef } from '@holdfast/domain';
import { listSpooled, namesIn, spoolFolder } from './spool.ts';

/**
 * Uncertainty of the start of a segment from an earlier process, because of varying network delay. Only a larger step
 * back means that the clock was set back.
 */
const UNSURE_MS = 10_000;

/**
 * The last segment of a stream on a storage, published or still in the spool. The next segment must not reuse its
 * second, also after a restart: the second is ahead of the actual start when several segments start within one second.
 */
export async function lastStart(root: string, ref: StreamRef): Promise<SegmentStart | undefined> {
  const spooled = await listSpooled(spoolFolder(root, ref));
  const published = await lastPublished(join(root, ref.cameraId, ref.stream));
  const unsure = spooled.map(({ preciseStartMs, startMs }) => ({
    preciseStartMs: preciseStartMs - UNSURE_MS,
    startMs,
  }));
  return [...unsure, ...(published ? [published] : [])].sort((a, b) => a.startMs - b.startMs).at(-1);
}

async function lastPublished(folder: string): Promise<SegmentStart | undefined> {
  for (const day of (await namesIn(folder)).filter((name) => /^\d{8}$/.test(name)).reverse()) {
    const name = (await namesIn(join(folder, day))).findLast((one) => parseSegmentName(one) !== undefined);
    const startMs = name === undefined ? undefined : parseSegmentName(name)?.startMs;
    if (startMs !== undefined) return { preciseStartMs: startMs - UNSURE_MS, startMs };
  }
  return undefined;
}
