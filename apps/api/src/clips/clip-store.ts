import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClipFootageRow, ClipReader, Database } from '@holdfast/db';
import { type ClipPiece, thumbnailMoment } from '@holdfast/domain';
import { type Clock, type Logger, singleFlight } from '@holdfast/kit';
import {
  type ClipRenderer,
  downloadLeadMs,
  type FrameExtractor,
  type OpenedBytes,
  openByteSource,
} from '@holdfast/media';
import type { FootageFiles } from '../footage/footage-files.ts';
import { Problem } from '../http/problem.ts';
import type { ClipFiles } from './clip-files.ts';
import { createClipFootage, type LocatedClip, sourcesOf } from './clip-footage.ts';
import { type ClipForm, type ClipName, printClipName } from './clip-name.ts';
import type { RenderSlots } from './render-slots.ts';

export interface KeptClip {
  located: LocatedClip;
  etag: string;
  /** Renders it unless it is kept. */
  open(signal: AbortSignal): Promise<OpenedBytes>;
}

interface StoreDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  footage: FootageFiles;
  clipFiles: ClipFiles;
  renderSlots: RenderSlots;
  renderClip: ClipRenderer;
  extractFrame: FrameExtractor;
  thumbWidth: number;
}

const RETRY_SECONDS = 30;
/** Each attempt leaves out one more file that cannot be read. */
const MAX_ATTEMPTS = 20;

class LeftOut extends Error {}

/** Clips as files: rendered once for all callers, kept, and cancelled when all callers have left. */
export function createClipStore(deps: StoreDeps) {
  const { clipFiles, renderSlots } = deps;
  const footage = createClipFootage(deps);
  const once = singleFlight<string>();

  const write = async (located: LocatedClip, form: ClipForm, folder: string, signal: AbortSignal): Promise<void> => {
    if (form === 'thumbnail') return writeThumbnail(deps, located, { folder, signal });
    const written = await deps.renderClip({
      pieces: sourcesOf(deps, located.pieces),
      quality: form === 'preview' ? 'preview' : 'full',
      isDownload: form === 'download',
      folder,
      name: draftName(form),
      signal,
    });
    switch (written.kind) {
      case 'written':
        return;
      case 'unplayable':
        footage.noteUnplayable(written.segmentId);
        throw new LeftOut();
      case 'failed':
        deps.log.error({ reason: written.reason, clip_id: located.row.id }, 'a clip could not be rendered');
        throw new Problem('clip-not-rendered', { retryAfterSeconds: RETRY_SECONDS });
    }
  };

  const make = async (
    located: LocatedClip,
    name: ClipName,
    userId: string,
    abandoned: AbortSignal,
  ): Promise<string> => {
    const release = await renderSlots.acquire(userId, abandoned);
    try {
      const path = await clipFiles.add(name, draftName(name.form), (folder) =>
        write(located, name.form, folder, abandoned),
      );
      await dropOthers(name);
      return path;
    } finally {
      release();
    }
  };

  /** Earlier versions of the same file, of another window or of less footage. */
  const dropOthers = async (name: ClipName) => {
    for (const other of await clipFiles.within({ cameraId: name.cameraId, startMs: 0, endMs: Number.MAX_SAFE_INTEGER }))
      if (other.clipId === name.clipId && other.form === name.form && printClipName(other) !== printClipName(name))
        await clipFiles.remove(other);
  };

  const nameOf = ({ row, window, fingerprint }: LocatedClip, form: ClipForm): ClipName => ({
    cameraId: row.cameraId,
    clipId: row.id,
    form,
    startMs: window.startMs,
    endMs: window.endMs,
    isOngoing: window.isOngoing,
    fingerprint,
  });

  const openKept = async (name: ClipName): Promise<OpenedBytes | undefined> => {
    const path = await clipFiles.find(name);
    const opened = path === undefined ? undefined : await openByteSource(path);
    return opened?.kind === 'opened' ? opened : undefined;
  };

  const openMade = async (reader: ClipReader, first: LocatedClip, form: ClipForm, left: AbortSignal) => {
    let located = first;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const name = nameOf(located, form);
      const kept = await openKept(name);
      if (kept) return kept;
      try {
        const current = located;
        const work = (abandoned: AbortSignal) => make(current, name, reader.userId, abandoned);
        return await openByteSource(await once(`${name.cameraId}/${printClipName(name)}`, work, left));
      } catch (err) {
        // Nobody reads this; it only must not count as a server error.
        if (left.aborted) throw new Problem('no-footage', { detail: 'The viewer left.' });
        if (!(err instanceof LeftOut)) throw err;
        located = await footage.locate(reader, first.row.id);
      }
    }
    throw new Problem('no-footage');
  };

  return {
    locate: async (reader: ClipReader, id: string, form: ClipForm): Promise<KeptClip> => {
      const located = await footage.locate(reader, id);
      const name = nameOf(located, form);
      return {
        located,
        etag: `"${printClipName(name).replace(/\.\w+$/, '')}"`,
        open: (signal) => openMade(reader, located, form, signal),
      };
    },
    /** When the first picture of a download was taken. */
    downloadStartMs: async ({ window, pieces }: LocatedClip): Promise<number> => {
      const [firstRun] = pieces[0]?.runs ?? [];
      const leadMs = await downloadLeadMs(sourcesOf(deps, pieces));
      return Math.round((firstRun?.startMs ?? window.startMs) - (leadMs ?? 0));
    },
    /** Removes files whose footage has changed or is gone. */
    removeOutdated: async (names: readonly ClipName[]): Promise<number> => {
      let removed = 0;
      for (const name of names) {
        if ((await footage.fingerprintOf(name.cameraId, name)) === name.fingerprint) continue;
        await clipFiles.remove(name);
        removed += 1;
      }
      return removed;
    },
  };
}

export type ClipStore = ReturnType<typeof createClipStore>;

const draftName = (form: ClipForm) => (form === 'thumbnail' ? 'thumbnail.jpg' : 'clip.mp4');

// The last picture of a segment is shown until its end, so a seek must be before it.
const LAST_PICTURE_MS = 200;

async function writeThumbnail(
  { footage, extractFrame, thumbWidth }: Pick<StoreDeps, 'footage' | 'extractFrame' | 'thumbWidth'>,
  { row, pieces }: LocatedClip,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<void> {
  const atMs = thumbnailMoment(pieces, row.ts.getTime()) ?? 0;
  const segment = segmentAt(pieces, atMs);
  const path = segment && (await footage.pathOf(segment));
  if (!segment || path === undefined) throw new Problem('no-footage');
  const offsetMs = Math.min(atMs - segment.startMs, Math.max(0, segment.durationMs - LAST_PICTURE_MS));
  const made = await extractFrame({ path, offsetMs, width: thumbWidth, nearestKeyframe: false, signal });
  signal.throwIfAborted();
  if (made.kind !== 'ok') throw new Problem('clip-not-rendered', { retryAfterSeconds: RETRY_SECONDS });
  await writeFile(join(folder, draftName('thumbnail')), made.jpeg);
}

const segmentAt = (pieces: readonly ClipPiece<ClipFootageRow>[], atMs: number): ClipFootageRow | undefined =>
  pieces.flatMap(({ segments }) => segments).findLast(({ startMs }) => startMs <= atMs) ?? pieces[0]?.segments[0];
