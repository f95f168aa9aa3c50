import {
  type Database,
  findPreviewSegment,
  findVisibleCamera,
  listLivingSegments,
  type PreviewSegment,
} from '@holdfast/db';
import { type PackedPreview, packHourMs, previewAt, reasonCode, spreadPreviews } from '@holdfast/domain';
import { type Logger, type Permits, singleFlight } from '@holdfast/kit';
import type { KeyframeDecoder } from '@holdfast/media';
import type { FootageFiles } from '../footage/footage-files.ts';
import { Problem } from '../http/problem.ts';
import { createPreviewAccess } from './preview-access.ts';
import { type PackId, type PreviewPacks, packOf } from './preview-packs.ts';

export interface PreviewSettings {
  intervalMs: number;
  width: number;
  quality: number;
}

export interface PreviewDeps {
  db: Database;
  log: Logger;
  footage: FootageFiles;
  packs: PreviewPacks;
  decodeKeyframes: KeyframeDecoder;
  /** Concurrent decoders, for stills as well. */
  permits: Permits;
  settings: PreviewSettings;
}

export interface Preview {
  jpeg: Buffer;
  takenAtMs: number;
}

interface PreviewRequest {
  cameraId: string;
  userId: string;
}

const HOUR_MS = 3_600_000;
const MAX_WAITING = 64;
const RETRY_SECONDS = 1;
const RETRY_LATER_SECONDS = 30;

/** Previews from their packs. One that is missing is made on demand and kept. */
export function createPreviews({ db, log, footage, packs, decodeKeyframes, permits, settings }: PreviewDeps) {
  const once = singleFlight<Buffer>();
  const { known, maySee } = createPreviewAccess({ db, packs });

  const make = async (segment: PreviewSegment, abandoned: AbortSignal): Promise<Buffer> => {
    if (permits.waiting() >= MAX_WAITING) throw new Problem('too-many-stills', { retryAfterSeconds: RETRY_SECONDS });
    const release = await permits.acquire(abandoned);
    try {
      const source = { segmentId: segment.id, open: () => footage.open(segment) };
      const { width, quality } = settings;
      const made = await decodeKeyframes({ sources: [source], width, quality, signal: abandoned });
      if (made.kind === 'failed' && !made.isFootage)
        throw new Problem('picture-not-made', { retryAfterSeconds: RETRY_LATER_SECONDS });
      const jpeg = made.kind === 'ok' ? made.pictures.get(segment.id) : undefined;
      if (!jpeg) throw new Problem('no-footage');
      const { id: segmentId, startMs, durationMs } = segment;
      const pack = packOf(segment.cameraId, startMs);
      // A full disk costs only the copy.
      await packs
        .add(pack, [{ segmentId, startMs, durationMs, jpeg }])
        .catch((err: unknown) => log.warn({ err }, 'cannot keep a preview'));
      return jpeg;
    } finally {
      release();
    }
  };

  /** Looks in the hour before too, whose last segment may reach into this one. */
  const near = async (
    cameraId: string,
    atMs: number,
  ): Promise<{ pack: PackId; preview: PackedPreview } | undefined> => {
    for (const pack of [packOf(cameraId, atMs), packOf(cameraId, packHourMs(atMs) - 1)]) {
      const preview = previewAt(await packs.read(pack), atMs, settings.intervalMs);
      if (preview) return { pack, preview };
    }
    return undefined;
  };

  const kept = async ({ cameraId, userId }: PreviewRequest, atMs: number): Promise<Preview | undefined> => {
    const found = await near(cameraId, atMs);
    if (!found) return undefined;
    const { preview, pack } = found;
    // A preview of another segment does not mean that this moment was recorded.
    const isOther = atMs >= preview.startMs + preview.durationMs;
    if (isOther && !(await findPreviewSegment(db, { cameraId, userId, at: new Date(atMs) }))) return undefined;
    const [isSeen, jpeg] = await Promise.all([maySee(userId, pack, preview.segmentId), packs.picture(pack, preview)]);
    return jpeg && isSeen ? { jpeg, takenAtMs: preview.startMs } : undefined;
  };

  return {
    /** The cache of facts about previews. */
    known,
    at: async (asked: PreviewRequest, atMs: number, left: AbortSignal): Promise<Preview> => {
      const known = await kept(asked, atMs);
      if (known) return known;
      if (!(await findVisibleCamera(db, asked))) throw new Problem('not-found');
      const segment = await findPreviewSegment(db, { ...asked, at: new Date(atMs) });
      if (!segment) throw new Problem('no-footage');
      const jpeg = await once(String(segment.id), (abandoned) => make(segment, abandoned), left).catch(
        (err: unknown) => {
          // The client has left: the problem is sent to nobody, but must not count as a server error.
          throw left.aborted ? new Problem('no-footage', { reason: reasonCode('viewer-left') }) : err;
        },
      );
      return { jpeg, takenAtMs: segment.startMs };
    },

    /** Evenly spaced previews of a range, without those that are not made yet. */
    spread: async (
      { cameraId, userId }: PreviewRequest,
      { startMs, endMs, count }: { startMs: number; endMs: number; count: number },
    ): Promise<Preview[]> => {
      const chosen: { pack: PackId; preview: PackedPreview }[] = [];
      for (let hourMs = packHourMs(startMs); hourMs < endMs; hourMs += HOUR_MS) {
        const pack = { cameraId, hourMs };
        const range = { startMs, endMs, count };
        for (const preview of spreadPreviews(await packs.read(pack), range)) chosen.push({ pack, preview });
      }
      const spread = new Set(
        spreadPreviews(
          chosen.map(({ preview }) => preview),
          { startMs, endMs, count },
        ),
      );
      const ids = [...spread].map(({ segmentId }) => segmentId);
      const living = await listLivingSegments(db, { cameraId, userId, ids });
      const pictures: Preview[] = [];
      for (const { pack, preview } of chosen) {
        if (!spread.has(preview) || !living.has(preview.segmentId)) continue;
        const jpeg = await packs.picture(pack, preview);
        if (jpeg) pictures.push({ jpeg, takenAtMs: preview.startMs });
      }
      return pictures;
    },
  };
}

export type Previews = ReturnType<typeof createPreviews>;
