import {
  type ClipFootageRow,
  type ClipReader,
  type ClipRow,
  type Database,
  findVisibleClip,
  listClipFootage,
} from '@holdfast/db';
import { type ClipPiece, type ClipWindow, clipWindow, type Interval, planClip } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { FootageSource } from '@holdfast/media';
import { type AnnouncedCache, createAnnouncedCache } from '../caches/announced-cache.ts';
import { chosenFootage, UNJUDGED_MS } from '../footage/chosen-footage.ts';
import type { FootageFiles } from '../footage/footage-files.ts';
import { Problem } from '../http/problem.ts';
import { type ClipForm, type ClipName, footageFingerprint } from './clip-name.ts';

/** A clip as of now: its window and the footage in it. */
export interface LocatedClip {
  row: ClipRow;
  window: ClipWindow;
  pieces: ClipPiece<ClipFootageRow>[];
  fingerprint: string;
}

export const clipNameOf = ({ row, window, fingerprint }: LocatedClip, form: ClipForm): ClipName => ({
  cameraId: row.cameraId,
  clipId: row.id,
  form,
  startMs: window.startMs,
  endMs: window.endMs,
  isOngoing: window.isOngoing,
  fingerprint,
});

const UNPLAYABLE_MS = 300_000;
/** A player requests a file in many parts. */
const KEPT = { most: 256, forMs: 5_000 };

/** Finds clips and their footage. A file that could not be read is left out for a while. */
export function createClipFootage({ db, clock }: { db: Database; clock: Clock }) {
  const unplayable = new Map<number, number>();
  const known: AnnouncedCache<LocatedClip> = createAnnouncedCache(KEPT);

  const isPlayable = ({ id }: { id: number }) => {
    const untilMs = unplayable.get(id);
    if (untilMs === undefined) return true;
    if (untilMs > clock.now()) return false;
    unplayable.delete(id);
    return true;
  };

  const read = async (cameraId: string, { startMs, endMs }: Interval) =>
    (await listClipFootage(db, { cameraId, start: new Date(startMs), end: new Date(endMs) })).filter(isPlayable);

  const locate = async (reader: ClipReader, id: string): Promise<LocatedClip> => {
    const row = await findVisibleClip(db, reader, id);
    if (!row) throw new Problem('not-found');
    const nowMs = clock.now();
    const subject = { kind: row.kind, startMs: row.ts.getTime(), endMs: row.endTs?.getTime() ?? null };
    const window = clipWindow(subject, row, nowMs);
    const rows = await read(row.cameraId, window);
    const chosen = await chosenFootage(async (stream) => rows.filter((one) => one.stream === stream), window, {
      settledMs: nowMs - UNJUDGED_MS,
    });
    const pieces = planClip(chosen, window);
    if (pieces.length === 0) throw new Problem('no-footage');
    return { row, window, pieces, fingerprint: footageFingerprint(rows.map((one) => one.id)) };
  };

  return {
    /** May be some seconds old, if nothing can be added to the clip any more. */
    locateForPlayer: (reader: ClipReader, id: string): Promise<LocatedClip> =>
      known.load(
        `${id} ${printReader(reader)}`,
        () => locate(reader, id),
        ({ window }) => window.isFinal,
      ),
    /** The current state of the clip. */
    locate,
    known,
    /** The current fingerprint of a clip that was rendered before. */
    fingerprintOf: async (cameraId: string, window: Interval): Promise<string> =>
      footageFingerprint((await read(cameraId, window)).map(({ id }) => id)),
    noteUnplayable: (segmentId: number) => {
      unplayable.set(segmentId, clock.now() + UNPLAYABLE_MS);
      known.forget();
    },
  };
}

const printReader = ({ userId, seesPlates, seesBookmarks, isProduct, onlyCameraId }: ClipReader): string =>
  JSON.stringify([userId, seesPlates, seesBookmarks, isProduct, onlyCameraId]);

export type ClipFootage = ReturnType<typeof createClipFootage>;

export const sourcesOf = (
  { footage }: { footage: FootageFiles },
  pieces: readonly ClipPiece<ClipFootageRow>[],
): { sources: FootageSource[]; wanted: Interval }[] =>
  pieces.map(({ segments, wanted }) => ({
    wanted,
    sources: segments.map(({ mediaOffsetMs, ...row }) => ({
      segmentId: row.id,
      open: () => footage.open(row),
      mediaOffsetMs,
    })),
  }));
