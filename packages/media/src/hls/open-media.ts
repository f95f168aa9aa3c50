import { type ByteSource, bytesSource, openByteSource } from '../mp4/byte-source.ts';
import { readSegment, type SegmentFacts } from '../mp4/segment-facts.ts';
import type { PieceSource } from './piece-source.ts';
import { type Move, shiftedPieces } from './shifted-pieces.ts';

/** Whoever opens the pieces closes them. */
export type OpenedMedia = { kind: 'media'; pieces: PieceSource } | { kind: 'unplayable' };

/** What of a recorded file a playlist names after its set-up. */
export async function openMedia(path: string, move: Move): Promise<OpenedMedia> {
  const opened = await openByteSource(path);
  if (opened.kind === 'unreadable') return { kind: 'unplayable' };
  const facts = await factsOf(opened.source);
  if (facts) return { kind: 'media', pieces: { ...shiftedPieces(opened.source, facts, move), close: opened.close } };
  await opened.close();
  return { kind: 'unplayable' };
}

/** The same of a file in memory, whose own bytes stay as they are. */
export async function openMediaBytes(mp4: Buffer, move: Move): Promise<OpenedMedia> {
  const source = bytesSource(mp4);
  const facts = await factsOf(source);
  return facts
    ? { kind: 'media', pieces: { ...shiftedPieces(source, facts, move), close: async () => undefined } }
    : { kind: 'unplayable' };
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
  const facts = await factsOf(source);
  return facts && source.read(0, facts.initLength);
}

async function factsOf(source: ByteSource): Promise<SegmentFacts | undefined> {
  const reading = await readSegment(source).catch(() => undefined);
  return reading?.kind === 'segment' ? reading.facts : undefined;
}
