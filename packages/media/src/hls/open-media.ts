import type { ByteSource, OpenedBytes } from '../mp4/byte-source.ts';
import { readSegment, type SegmentFacts } from '../mp4/segment-facts.ts';
import type { PieceSource } from './piece-source.ts';
import { type MediaShift, shiftedPieces } from './shifted-pieces.ts';

/** The caller has to close the pieces, which closes the file. */
export type OpenedMedia = { kind: 'media'; pieces: PieceSource } | { kind: 'unplayable' };

/** The media part of a recorded file, without its initialization segment. */
export async function openMedia(opened: OpenedBytes, shift: MediaShift): Promise<OpenedMedia> {
  if (opened.kind === 'unreadable') return { kind: 'unplayable' };
  const facts = await factsOf(opened.source);
  if (facts) return { kind: 'media', pieces: { ...shiftedPieces(opened.source, facts, shift), close: opened.close } };
  await opened.close();
  return { kind: 'unplayable' };
}

/** The initialization segment of a recorded file. Closes the file. */
export async function readInit(opened: OpenedBytes): Promise<Uint8Array | undefined> {
  if (opened.kind === 'unreadable') return undefined;
  try {
    const facts = await factsOf(opened.source);
    return facts && (await opened.source.read(0, facts.initLength));
  } finally {
    await opened.close();
  }
}

async function factsOf(source: ByteSource): Promise<SegmentFacts | undefined> {
  const reading = await readSegment(source).catch(() => undefined);
  return reading?.kind === 'segment' ? reading.facts : undefined;
}
