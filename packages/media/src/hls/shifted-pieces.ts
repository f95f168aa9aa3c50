import type { ByteSource } from '../mp4/byte-source.ts';
import type { SegmentFacts } from '../mp4/segment-facts.ts';
import type { Fragment } from '../mp4/walk-segment.ts';
import type { PieceSource } from './piece-source.ts';
import { type Shift, shiftMoof } from './shift-moof.ts';

export interface MediaShift extends Shift {
  /** Repeats the initialization segment, for players that forget it at a discontinuity. */
  withInit?: boolean;
}

/**
 * The fragments of a recorded file, shifted on the timeline as they are read, without its index, and with its
 * initialization segment on request.
 */
export function shiftedPieces(
  source: ByteSource,
  { fragments, tracks, initLength }: SegmentFacts,
  { withInit = false, ...shift }: MediaShift,
): Omit<PieceSource, 'close'> {
  const timescales = new Map(tracks.map(({ trackId, timescale }) => [trackId, timescale]));
  const ranges = rangesOf([...(withInit ? [{ offset: 0, size: initLength }] : []), ...fragments]);
  let position = ranges[0]?.start ?? 0;
  /** The first fragment whose header is not sent completely. */
  let next = 0;

  const shiftWithin = async (bytes: Uint8Array, { offset, moofSize }: Fragment): Promise<void> => {
    const itsShift = { ...shift, sequence: shift.sequence + next };
    const at = offset - position;
    if (at >= 0 && at + moofSize <= bytes.length)
      return shiftMoof(bytes.subarray(at, at + moofSize), timescales, itsShift);
    // The header spans two pieces: shift a copy of it and send the part that belongs to this piece.
    const moof = new Uint8Array(await source.read(offset, moofSize));
    shiftMoof(moof, timescales, itsShift);
    bytes.set(moof.subarray(Math.max(0, -at), Math.min(moofSize, bytes.length - at)), Math.max(0, at));
  };

  return {
    lengthBytes: ranges.reduce((sum, { start, end }) => sum + end - start, 0),
    fill: async (piece) => {
      const [range] = ranges;
      if (!range) return 0;
      const bytes = piece.subarray(0, range.end - position);
      const end = position + bytes.length;
      if ((await source.readInto(bytes, position)) < bytes.length) throw new Error('a recorded file became shorter');
      for (let fragment = fragments[next]; fragment && fragment.offset < end; fragment = fragments[next]) {
        await shiftWithin(bytes, fragment);
        if (fragment.offset + fragment.moofSize > end) break;
        next += 1;
      }
      position = end;
      if (position === range.end) {
        ranges.shift();
        position = ranges[0]?.start ?? 0;
      }
      return bytes.length;
    },
  };
}

/** Contiguous ranges; a writer may have put other boxes between fragments. */
function rangesOf(parts: readonly Pick<Fragment, 'offset' | 'size'>[]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { offset, size } of parts) {
    const last = ranges.at(-1);
    if (last?.end === offset) last.end += size;
    else ranges.push({ start: offset, end: offset + size });
  }
  return ranges;
}
