import { ByteCursor } from './byte-cursor.ts';

export interface SidxReference {
  sizeBytes: number;
  durationTicks: number;
  startsWithKeyframe: boolean;
}

export interface Sidx {
  /** Position of the box itself. */
  offset: number;
  size: number;
  trackId: number;
  timescale: number;
  earliestTicks: number;
  /** File position of the first referenced byte. */
  firstReferenceOffset: number;
  references: SidxReference[];
  /** Whether a reference points to another index instead of media. */
  nested: boolean;
}

export function parseSidx(body: Uint8Array, { offset, size }: { offset: number; size: number }): Sidx {
  const cursor = new ByteCursor(body);
  const { version } = cursor.fullBox();
  const trackId = cursor.u32();
  const timescale = cursor.u32();
  const earliestTicks = version === 0 ? cursor.u32() : cursor.u64();
  const firstOffset = version === 0 ? cursor.u32() : cursor.u64();
  cursor.skip(2);
  const count = cursor.u16();
  const references: SidxReference[] = [];
  let nested = false;
  for (let i = 0; i < count; i += 1) {
    const sizeWord = cursor.u32();
    if (sizeWord >>> 31 === 1) nested = true;
    const durationTicks = cursor.u32();
    const access = cursor.u32();
    references.push({ sizeBytes: sizeWord & 0x7fffffff, durationTicks, startsWithKeyframe: access >>> 31 === 1 });
  }
  const firstReferenceOffset = offset + size + firstOffset;
  return { offset, size, trackId, timescale, earliestTicks, firstReferenceOffset, references, nested };
}
