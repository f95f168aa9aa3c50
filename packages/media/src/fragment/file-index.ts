import { TICKS_PER_SECOND } from '../clock/picture-clock.ts';
import { PICTURE_TRACK } from './file-head.ts';
import type { FragmentStart } from './picture-fragment.ts';

/** A fragment in the index. */
export interface IndexedPart {
  sizeBytes: number;
  durationTicks: number;
  start: FragmentStart;
}

const HEAD_BYTES = 40;
const REFERENCE_BYTES = 12;
export const MAX_REFERENCES = 16;
/** Space reserved after the file header for the index, which is written last. */
export const INDEX_BYTES = HEAD_BYTES + REFERENCE_BYTES * MAX_REFERENCES;

/** Starts with a SAP: type 1 if nothing is shown before it, otherwise type 3. */
const accessPoints: Record<FragmentStart, number> = { closed: 0x90000000, open: 0xb0000000, none: 0 };

/** A placeholder for the index while the file is written. */
export const emptyIndex = (): Buffer => freeBox(INDEX_BYTES);

/**
 * The index (`sidx`) of the video track, filling exactly the reserved space; the rest is a `free` box. If there are
 * more fragments than references, neighbours share one.
 */
export function fileIndex({
  parts,
  earliestTicks = 0,
}: {
  parts: readonly IndexedPart[];
  /** Presentation time of the first displayed picture. */
  earliestTicks?: number;
}): Buffer {
  const references = shareReferences(parts);
  const size = HEAD_BYTES + REFERENCE_BYTES * references.length;
  const bytes = Buffer.alloc(INDEX_BYTES);
  bytes.writeUInt32BE(size, 0);
  bytes.write('sidx', 4, 'latin1');
  bytes.writeUInt8(1, 8);
  bytes.writeUInt32BE(PICTURE_TRACK, 12);
  bytes.writeUInt32BE(TICKS_PER_SECOND, 16);
  bytes.writeBigUInt64BE(BigInt(earliestTicks), 20);
  bytes.writeBigUInt64BE(BigInt(INDEX_BYTES - size), 28);
  bytes.writeUInt16BE(references.length, 38);
  for (const [i, { sizeBytes, durationTicks, start }] of references.entries()) {
    const at = HEAD_BYTES + REFERENCE_BYTES * i;
    bytes.writeUInt32BE(sizeBytes, at);
    bytes.writeUInt32BE(durationTicks, at + 4);
    bytes.writeUInt32BE(accessPoints[start], at + 8);
  }
  if (size < INDEX_BYTES) freeBox(INDEX_BYTES - size).copy(bytes, size);
  return bytes;
}

function shareReferences(parts: readonly IndexedPart[]): IndexedPart[] {
  const each = Math.ceil(parts.length / MAX_REFERENCES);
  const shared: IndexedPart[] = [];
  for (let at = 0; at < parts.length; at += each) {
    const some = parts.slice(at, at + each);
    shared.push({
      sizeBytes: some.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      durationTicks: some.reduce((sum, { durationTicks }) => sum + durationTicks, 0),
      start: some[0]?.start ?? 'none',
    });
  }
  return shared;
}

function freeBox(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32BE(size, 0);
  bytes.write('free', 4, 'latin1');
  return bytes;
}
