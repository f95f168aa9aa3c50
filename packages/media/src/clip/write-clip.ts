import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clipEncoding, type Interval } from '@holdfast/domain';
import { feedFootage } from '../export/feed-footage.ts';
import { type FootageSource, leadMsOf, UnplayableFootage } from '../export/footage-source.ts';
import { type ExportTool, type FedExit, runFedFfmpeg } from '../export/run-fed-ffmpeg.ts';
import { readOpenedSegment } from '../mp4/segment-facts.ts';
import { copyArgs, encodeArgs, joinArgs, joinedSize, type Size } from './clip-args.ts';
import { trimPresentation } from './trim-presentation.ts';

export type ClipQuality = 'preview' | 'full';

export interface ClipOrder {
  /** Footage of one format each, in order, and the part of its timeline that is wanted. */
  pieces: readonly { sources: readonly FootageSource[]; wanted: Interval }[];
  quality: ClipQuality;
  /** The file leaves the product: it must not contain pictures that it does not show. */
  isDownload: boolean;
  /** An empty folder, and the name of the file in it. */
  folder: string;
  name: string;
  signal: AbortSignal;
}

export type ClipResult =
  /** `leadMs`: how much earlier than wanted the file begins, because it begins with a keyframe. */
  | { kind: 'written'; mode: 'copy' | 'encode'; leadMs: number }
  | { kind: 'unplayable'; segmentId: number }
  | Extract<FedExit, { kind: 'failed' }>;

/** Throws when its signal aborts. */
export type ClipRenderer = (order: ClipOrder) => Promise<ClipResult>;

export const createClipRenderer =
  (tool: ExportTool): ClipRenderer =>
  async (order) => {
    try {
      const [piece] = order.pieces;
      if (!piece) throw new Error('a clip needs footage');
      return order.pieces.length === 1 ? await writeOne(tool, order, piece) : await writeJoined(tool, order);
    } catch (error) {
      order.signal.throwIfAborted();
      if (error instanceof UnplayableFootage) return { kind: 'unplayable', segmentId: error.segmentId };
      throw error;
    }
  };

type Piece = ClipOrder['pieces'][number];

/** How much earlier than wanted a download in source quality begins; undefined if its footage cannot be read. */
export async function downloadLeadMs(pieces: ClipOrder['pieces']): Promise<number | undefined> {
  const [piece] = pieces;
  const [first] = piece?.sources ?? [];
  if (!piece || !first) return undefined;
  try {
    const leadMs = Math.max(0, piece.wanted.startMs - (await leadMsOf(first, piece.wanted)));
    return clipEncoding({ formats: pieces.length, leadMs }) === 'copy' ? leadMs : 0;
  } catch (error) {
    if (error instanceof UnplayableFootage) return undefined;
    throw error;
  }
}

/** Feeds a piece to ffmpeg, with arguments that depend on how long before the cut its first keyframe is. */
async function feedPiece(
  tool: ExportTool,
  { folder, signal }: ClipOrder,
  { sources, wanted }: Piece,
  argsFor: (leadMs: number) => string[],
): Promise<FedExit> {
  let fedAt = performance.now();
  const { leadMs, pieces } = await feedFootage(sources, wanted, () => {
    fedAt = performance.now();
  });
  const args = argsFor(Math.max(0, wanted.startMs - leadMs));
  return runFedFfmpeg({ tool, args, folder, pieces, fedAtMs: () => fedAt, signal });
}

async function writeOne(tool: ExportTool, order: ClipOrder, piece: Piece): Promise<ClipResult> {
  const lengthMs = piece.wanted.endMs - piece.wanted.startMs;
  const isPreview = order.quality === 'preview';
  let mode: ReturnType<typeof clipEncoding> = 'encode' as const;
  let shownLeadMs = 0;
  const exit = await feedPiece(tool, order, piece, (leadMs) => {
    if (!isPreview) mode = clipEncoding({ formats: 1, leadMs });
    if (mode === 'encode') return encodeArgs({ fromMs: leadMs, lengthMs, isPreview }, order.name);
    shownLeadMs = order.isDownload ? leadMs : 0;
    return copyArgs({ fromMs: leadMs - shownLeadMs, lengthMs: lengthMs + shownLeadMs }, order.name);
  });
  if (exit.kind === 'failed') return exit;
  if ((mode as string) === 'copy' && !order.isDownload)
    await trimPresentation(join(order.folder, order.name), lengthMs);
  return { kind: 'written', mode, leadMs: shownLeadMs };
}

/** Pieces of different formats are encoded one by one to a common size, then joined. */
async function writeJoined(tool: ExportTool, order: ClipOrder): Promise<ClipResult> {
  const { pieces, folder, name, signal } = order;
  const isPreview = order.quality === 'preview';
  const size = joinedSize(await sizeOf(pieces[0]), isPreview);
  const drafts = pieces.map((_, index) => `${index}.ts`);
  let offsetMs = 0;
  for (const [index, piece] of pieces.entries()) {
    const { startMs, endMs } = piece.wanted;
    const lengthMs = endMs - startMs;
    const joined = { offsetMs, size };
    const exit = await feedPiece(tool, order, piece, (fromMs) =>
      encodeArgs({ fromMs, lengthMs, isPreview, joined }, drafts[index] ?? ''),
    );
    if (exit.kind === 'failed') return exit;
    offsetMs += lengthMs;
  }
  const paths = drafts.map((draft) => join(folder, draft));
  const exit = await runFedFfmpeg({
    tool,
    args: joinArgs(name),
    folder,
    pieces: endToEnd(paths),
    fedAtMs: () => performance.now(),
    signal,
  });
  if (exit.kind === 'failed') return exit;
  for (const path of paths) await rm(path, { force: true });
  return { kind: 'written', mode: 'encode', leadMs: 0 };
}

async function* endToEnd(paths: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

async function sizeOf(piece: Piece | undefined): Promise<Size> {
  const [source] = piece?.sources ?? [];
  const reading = source && (await readOpenedSegment(await source.open()));
  if (reading?.kind !== 'segment') throw new UnplayableFootage(source?.segmentId ?? 0);
  const format = reading.facts.tracks.map((track) => track.format).find((one) => one.kind === 'video');
  return { width: format?.widthPx ?? 1280, height: format?.heightPx ?? 720 };
}
