import { Readable } from 'node:stream';
import { type ByteSource, bytesSource, openByteSource } from '../mp4/byte-source.ts';
import { readSegment, type SegmentFacts } from '../mp4/segment-facts.ts';
import { type Shift, shiftMoof, type Timescales } from './shift-moof.ts';

export type OpenedMedia = { kind: 'media'; lengthBytes: number; stream: Readable } | { kind: 'unplayable' };

// So much is still in the processor's cache when the network takes it.
const PIECE_BYTES = 256 * 1024;

/** The fragments of a recorded file, moved on the timeline as they are read; neither its set-up nor its index. */
export async function openMedia(path: string, shift: Shift): Promise<OpenedMedia> {
  const opened = await openByteSource(path);
  if (opened.kind === 'unreadable') return { kind: 'unplayable' };
  const media = await mediaOf(opened.source, shift);
  if (media.kind === 'unplayable') await opened.close();
  // A client that leaves before the first piece never starts the generator, so the file is not closed in there.
  else media.stream.once('close', () => void opened.close().catch(() => undefined));
  return media;
}

/** The same of a file in memory, whose own bytes stay as they are. */
export const openMediaBytes = (mp4: Buffer, shift: Shift): Promise<OpenedMedia> =>
  mediaOf({ sizeBytes: mp4.length, read: async (at, length) => new Uint8Array(mp4.subarray(at, at + length)) }, shift);

async function mediaOf(source: ByteSource, shift: Shift): Promise<OpenedMedia> {
  const reading = await readSegment(source).catch(() => undefined);
  if (reading?.kind !== 'segment') return { kind: 'unplayable' };
  const { fragments } = reading.facts;
  const timescales = timescalesOf(reading.facts);

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const [index, { offset, size, moofSize }] of fragments.entries()) {
      const first = await source.read(offset, Math.max(moofSize, Math.min(size, PIECE_BYTES)));
      shiftMoof(first.subarray(0, moofSize), timescales, { ...shift, sequence: shift.sequence + index });
      yield first;
      for (let sent = first.length; sent < size; sent += PIECE_BYTES)
        yield await source.read(offset + sent, Math.min(PIECE_BYTES, size - sent));
    }
  }

  const stream = Readable.from(pieces(), { objectMode: false });
  return { kind: 'media', lengthBytes: fragments.reduce((sum, { size }) => sum + size, 0), stream };
}

/** What a player needs before any fragment: the file's beginning as it was written. */
export async function readInit(path: string): Promise<Uint8Array | undefined> {
  const opened = await openByteSource(path);
  if (opened.kind === 'unreadable') return undefined;
  try {
    return await initOf(opened.source);
  } finally {
    await opened.close();
  }
}

export const readInitBytes = (mp4: Buffer): Promise<Uint8Array | undefined> => initOf(bytesSource(mp4));

async function initOf(source: ByteSource): Promise<Uint8Array | undefined> {
  const reading = await readSegment(source);
  return reading.kind === 'segment' ? source.read(0, reading.facts.initLength) : undefined;
}

const timescalesOf = ({ tracks }: SegmentFacts): Timescales =>
  new Map(tracks.map(({ trackId, timescale }) => [trackId, timescale]));
