import type { Interval } from '@holdfast/domain';
import { shiftMoof } from '../hls/shift-moof.ts';
import { MalformedBox } from '../mp4/byte-cursor.ts';
import type { ByteSource } from '../mp4/byte-source.ts';
import type { Fragment } from '../mp4/walk-segment.ts';
import {
  endMsOf,
  type FootageSource,
  factsOf,
  fragmentsWithin,
  leadMsOf,
  UnplayableFootage,
} from './footage-source.ts';

export interface FootageFeed {
  /** See `leadMsOf`. */
  leadMs: number;
  pieces: AsyncGenerator<Uint8Array>;
  /** End of the last picture fed so far. */
  fedUntilMs(): number;
}

const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Concatenates recorded files to one fragmented MP4 that starts at zero: the header of the first file, then the
 * fragments of all.
 */
export async function feedFootage(
  sources: readonly FootageSource[],
  wanted: Interval,
  onFed: (bytes: number) => void,
): Promise<FootageFeed> {
  const [first] = sources;
  if (!first) throw new Error('an export needs at least one file');
  const leadMs = await leadMsOf(first, wanted);
  let fedUntilMs = leadMs;
  const onFragment = (endMs: number) => {
    fedUntilMs = Math.max(fedUntilMs, endMs);
  };
  return { leadMs, pieces: pieces(sources, { wanted, leadMs, onFed, onFragment }), fedUntilMs: () => fedUntilMs };
}

interface Feeding {
  wanted: Interval;
  leadMs: number;
  onFed(bytes: number): void;
  onFragment(endMs: number): void;
}

async function* pieces(
  sources: readonly FootageSource[],
  { wanted, leadMs, onFed, onFragment }: Feeding,
): AsyncGenerator<Uint8Array> {
  let sequence = 1;
  for (const [index, source] of sources.entries()) {
    const opened = await source.open();
    if (opened.kind === 'unreadable') throw new UnplayableFootage(source.segmentId);
    try {
      const facts = await factsOf(source, opened.source);
      if (index === 0) yield await opened.source.read(0, facts.initLength);
      const timescales = new Map(facts.tracks.map(({ trackId, timescale }) => [trackId, timescale]));
      for (const fragment of fragmentsWithin(facts, source.mediaOffsetMs, wanted)) {
        for await (const piece of fragmentPieces(source, opened.source, fragment)) {
          if (piece.isFirst)
            shiftMoof(piece.bytes.subarray(0, fragment.moofSize), timescales, {
              offsetMs: source.mediaOffsetMs - leadMs,
              sequence,
            });
          yield piece.bytes;
          onFed(piece.bytes.length);
        }
        onFragment(source.mediaOffsetMs + endMsOf(fragment, facts));
        sequence += 1;
      }
    } catch (error) {
      throw error instanceof MalformedBox ? new UnplayableFootage(source.segmentId) : error;
    } finally {
      await opened.close();
    }
  }
}

async function* fragmentPieces({ segmentId }: FootageSource, source: ByteSource, fragment: Fragment) {
  const { offset, size, moofSize } = fragment;
  for (let sent = 0; sent < size; ) {
    const length = Math.min(size - sent, sent === 0 ? Math.max(moofSize, PIECE_BYTES) : PIECE_BYTES);
    const bytes = await source.read(offset + sent, length);
    // The file became shorter while it was read: the announced bytes are missing.
    if (bytes.length < length) throw new UnplayableFootage(segmentId);
    yield { bytes, isFirst: sent === 0 };
    sent += length;
  }
}
