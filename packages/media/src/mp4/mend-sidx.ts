import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileFault } from '@holdfast/kit';
import type { FragmentTrack } from './moof.ts';
import { readSegmentFacts, type SegmentFacts, type SegmentReading } from './segment-facts.ts';
import type { Sidx } from './sidx.ts';

export interface BytePatch {
  offset: number;
  bytes: Uint8Array;
}

export type SidxMend =
  | { kind: 'untouched' }
  | { kind: 'mended'; trackIds: number[] }
  | { kind: 'hopeless'; reading: Exclude<SegmentReading, { kind: 'segment' }> };

const HEAD_BYTES = 40;
const REFERENCE_BYTES = 12;
const STARTS_WITH_KEYFRAME = 0x90000000;

interface Part {
  offset: number;
  end: number;
  track: FragmentTrack;
}

/**
 * Index boxes to write over the wrong ones, each of exactly the same length, so nothing else in the file moves. ffmpeg
 * miscounts the last reference of a stream with B-frames, promises keyframes that are not there, and gives up on tracks
 * that skip a fragment; the fragments themselves know better.
 */
export function planSidxMend({ tracks, sidxes, fragments }: SegmentFacts): BytePatch[] {
  return tracks.flatMap(({ trackId, timescale, sidx: verdict }) => {
    const [box, second] = sidxes.filter((sidx) => sidx.trackId === trackId);
    if (verdict.kind !== 'wrong' || !box || second) return [];
    const parts = fragments.flatMap(({ offset, size, tracks: inside }): Part[] => {
      const track = inside.find((one) => one.trackId === trackId && one.samples > 0);
      return track ? [{ offset, end: offset + size, track }] : [];
    });
    const bytes = rebuiltSidx({ box, timescale, parts });
    return bytes ? [{ offset: box.offset, bytes }] : [];
  });
}

function rebuiltSidx({ box, timescale, parts }: { box: Sidx; timescale: number; parts: readonly Part[] }) {
  const room = (box.size - HEAD_BYTES) / REFERENCE_BYTES;
  const [first, last] = [parts[0], parts.at(-1)];
  if (!Number.isInteger(room) || room < 1 || !first || !last) return undefined;
  // More fragments than references: the last reference takes all the rest.
  const starts = parts.slice(0, room);
  const size = HEAD_BYTES + REFERENCE_BYTES * starts.length;
  const firstOffset = first.offset - box.offset - size;
  const bytes = Buffer.alloc(box.size);
  const words: [value: number, at: number][] = [];
  for (const [i, part] of starts.entries()) {
    const next = starts[i + 1];
    const referenced = (next?.offset ?? last.end) - part.offset;
    const ticks = (next?.track.earliestTicks ?? last.track.latestEndTicks) - part.track.earliestTicks;
    if (referenced >= 2 ** 31 || ticks < 0 || ticks >= 2 ** 32) return undefined;
    const at = HEAD_BYTES + REFERENCE_BYTES * i;
    words.push([referenced, at], [ticks, at + 4], [part.track.startsWithKeyframe ? STARTS_WITH_KEYFRAME : 0, at + 8]);
  }
  if (firstOffset < 0 || first.track.earliestTicks < 0) return undefined;
  bytes.writeUInt32BE(size, 0);
  bytes.write('sidx', 4, 'latin1');
  bytes.writeUInt8(1, 8);
  bytes.writeUInt32BE(box.trackId, 12);
  bytes.writeUInt32BE(timescale, 16);
  bytes.writeBigUInt64BE(BigInt(first.track.earliestTicks), 20);
  bytes.writeBigUInt64BE(BigInt(firstOffset), 28);
  bytes.writeUInt16BE(starts.length, 38);
  for (const [value, at] of words) bytes.writeUInt32BE(value, at);
  if (size < box.size) {
    bytes.writeUInt32BE(box.size - size, size);
    bytes.write('free', size + 4, 'latin1');
  }
  return bytes;
}

/**
 * Makes the index of a spool file right, in place. For files that nobody else reads yet: call it before the bytes are
 * made durable and published. Doing it twice, or again after a crash half-way, does no harm. Whoever has read the file
 * already gives what was found.
 */
export async function mendSidx(path: string, found?: SegmentReading): Promise<SidxMend> {
  const reading = found ?? (await readSegmentFacts(path));
  if (reading.kind !== 'segment') return { kind: 'hopeless', reading };
  const patches = planSidxMend(reading.facts);
  if (patches.length === 0) return { kind: 'untouched' };
  try {
    const handle = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
    try {
      for (const { offset, bytes } of patches) await handle.write(bytes, 0, bytes.length, offset);
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { kind: 'hopeless', reading: { kind: 'unreadable', code: fileFault(error) } };
  }
  const offsets = new Set(patches.map((patch) => patch.offset));
  const mended = reading.facts.sidxes.filter((sidx) => offsets.has(sidx.offset));
  return { kind: 'mended', trackIds: mended.map((sidx) => sidx.trackId) };
}
