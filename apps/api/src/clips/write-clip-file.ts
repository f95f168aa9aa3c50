import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClipFootageRow } from '@holdfast/db';
import { type ClipPiece, thumbnailMoment } from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';
import type { AnimationKind, ClipAnimator, ClipRenderer, FrameExtractor } from '@holdfast/media';
import type { FootageFiles } from '../footage/footage-files.ts';
import { Problem } from '../http/problem.ts';
import { type LocatedClip, sourcesOf } from './clip-footage.ts';
import type { ClipForm } from './clip-name.ts';

export interface WriterDeps {
  log: Logger;
  footage: FootageFiles;
  renderClip: ClipRenderer;
  animateClip: ClipAnimator;
  extractFrame: FrameExtractor;
  /** Width of thumbnails. */
  thumbWidth: number;
}

export interface Writing {
  /** An empty folder; the file in it is `draftName(form)`. */
  folder: string;
  signal: AbortSignal;
  /** A file that cannot be read is left out from now on. */
  noteUnplayable(segmentId: number): void;
  /** The finished preview, from which moving pictures are made; undefined if it is not kept any more. */
  findPreview(): Promise<string | undefined>;
}

/** The clip must be located and written again: a file turned out to be unplayable, or the preview is gone. */
export class TryAgain extends Error {}

const RETRY_SECONDS = 30;
// The last picture of a segment is shown until its end, so a seek must be before it.
const LAST_PICTURE_MS = 200;

export const isAnimation = (form: ClipForm): form is AnimationKind => form === 'gif' || form === 'webp';

export const draftName = (form: ClipForm): string =>
  form === 'thumbnail' ? 'thumbnail.jpg' : `clip.${isAnimation(form) ? form : 'mp4'}`;

export async function writeClipFile(
  deps: WriterDeps,
  located: LocatedClip,
  form: ClipForm,
  writing: Writing,
): Promise<void> {
  if (form === 'thumbnail') return writeThumbnail(deps, located, writing);
  if (isAnimation(form)) return writeAnimation(deps, located, form, writing);
  const written = await deps.renderClip({
    pieces: sourcesOf(deps, located.pieces),
    quality: form === 'preview' ? 'preview' : 'full',
    isDownload: form === 'download',
    folder: writing.folder,
    name: draftName(form),
    signal: writing.signal,
  });
  switch (written.kind) {
    case 'written':
      return;
    case 'unplayable':
      writing.noteUnplayable(written.segmentId);
      throw new TryAgain();
    case 'failed':
      throw notRendered(deps, located, written.reason);
  }
}

export function notRendered({ log }: Pick<WriterDeps, 'log'>, { row }: LocatedClip, reason: string): Problem {
  log.error({ reason, clip_id: row.id }, 'a clip could not be rendered');
  return new Problem('clip-not-rendered', { retryAfterSeconds: RETRY_SECONDS });
}

async function writeAnimation(
  deps: WriterDeps,
  located: LocatedClip,
  kind: AnimationKind,
  { folder, signal, findPreview }: Writing,
): Promise<void> {
  const input = await findPreview();
  if (input === undefined) throw new TryAgain();
  const made = await deps.animateClip({ kind, input, output: join(folder, draftName(kind)), signal });
  if (made.kind === 'failed') throw notRendered(deps, located, made.reason);
}

async function writeThumbnail(deps: WriterDeps, located: LocatedClip, { folder, signal }: Writing): Promise<void> {
  const atMs = thumbnailMoment(located.pieces, located.row.ts.getTime()) ?? 0;
  const segment = segmentAt(located.pieces, atMs);
  const path = segment && (await deps.footage.pathOf(segment));
  if (!segment || path === undefined) throw new Problem('no-footage');
  const offsetMs = Math.min(atMs - segment.startMs, Math.max(0, segment.durationMs - LAST_PICTURE_MS));
  const made = await deps.extractFrame({ path, offsetMs, width: deps.thumbWidth, nearestKeyframe: false, signal });
  signal.throwIfAborted();
  if (made.kind !== 'ok') throw notRendered(deps, located, made.reason);
  await writeFile(join(folder, draftName('thumbnail')), made.jpeg);
}

const segmentAt = (pieces: readonly ClipPiece<ClipFootageRow>[], atMs: number): ClipFootageRow | undefined =>
  pieces.flatMap(({ segments }) => segments).findLast(({ startMs }) => startMs <= atMs) ?? pieces[0]?.segments[0];
