import { dirname } from 'node:path';
import { missingIndex, readSegmentFacts } from '@holdfast/media';
import type { SegmentDisk } from './segment-disk.ts';
import type { SegmentSummary } from './segment-summary.ts';

export type LeftoverReading =
  | { kind: 'whole'; summary: SegmentSummary }
  | { kind: 'empty' }
  | { kind: 'broken'; reason: string }
  | { kind: 'gone' };

/**
 * Repairs a file whose writer did not finish it: truncates it after the last complete fragment, writes the index into
 * the space reserved for it, and makes it durable. Throws on disk errors.
 */
export async function readLeftover(path: string, preciseStartMs: number, disk: SegmentDisk): Promise<LeftoverReading> {
  const found = await readSegmentFacts(path);
  if (found.kind === 'unreadable') {
    // If the folder is missing too, the disk was unmounted and may come back with the file.
    if (found.code === 'ENOENT' && (await disk.exists(dirname(path)))) return { kind: 'gone' };
    throw Object.assign(new Error('spool file unreadable'), { code: found.code });
  }
  if (found.kind === 'garbage') return { kind: 'broken', reason: found.reason };
  if (found.kind !== 'segment') {
    await disk.remove(path);
    return { kind: 'empty' };
  }
  const { facts } = found;
  const index = missingIndex(facts);
  const handle = await disk.reopen(path);
  try {
    if (facts.tailBytes > 0) await handle.truncate(facts.completeBytes);
    if (index) await handle.writeAt(index.bytes, index.offset);
    await handle.dateTo(preciseStartMs);
  } finally {
    await handle.close();
  }
  await disk.syncFile(path);
  return {
    kind: 'whole',
    summary: { ...facts, sizeBytes: facts.tailBytes > 0 ? facts.completeBytes : facts.sizeBytes },
  };
}
