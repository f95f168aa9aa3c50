import { type Database, findExport, type OpenShare } from '@holdfast/db';
import type { FastifyRequest } from 'fastify';
import { clipReaderOf } from '../clips/clip-reader.ts';
import type { ClipStore } from '../clips/clip-store.ts';
import { serveClip, serveClipDownload } from '../clips/serve-clip.ts';
import { asAttachment, serveExport } from '../exports/serve-export.ts';
import type { Bytes } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';

export interface SharedFacts {
  mediaType: string;
  /** When the first picture was taken. */
  startMs: number;
  endMs: number;
  /** Of a time-lapse. */
  speed: number | null;
}

/** The files behind links. All of them are 404 once the footage of a clip or the file of an export is gone. */
export interface SharedFiles {
  describe(share: OpenShare): Promise<SharedFacts>;
  play(share: OpenShare, request: FastifyRequest): Promise<Bytes>;
  download(share: OpenShare, request: FastifyRequest): Promise<Bytes>;
}

/** Keeps links out of search engines, and their address out of Referer headers. */
export const PRIVATE_HEADERS = { 'x-robots-tag': 'noindex, nofollow, noarchive', 'referrer-policy': 'no-referrer' };

export function createSharedFiles({
  db,
  dataDir,
  clipStore,
}: {
  db: Database;
  dataDir: string;
  clipStore: ClipStore;
}): SharedFiles {
  const findExported = async ({ subjectId, userId }: OpenShare) => {
    // The scope of its creator was checked with the link; an administrator may have shared the export of another user.
    const row = await findExport(db, { userId, isAdmin: true }, subjectId);
    if (row?.state !== 'done' || row.fileName === null || row.mediaType === null || row.manifest === null)
      throw new Problem('not-found');
    return { ...row, fileName: row.fileName, mediaType: row.mediaType, manifest: row.manifest };
  };
  /** A bookmark may be moved, and the settings of clips changed: a link shows its original content, or nothing. */
  const clipOf = async (share: OpenShare) => {
    const clip = { reader: clipReaderOf(share), id: share.subjectId };
    const { located } = await clipStore.locate(clip.reader, clip.id, 'preview');
    const { startMs, endMs } = located.window;
    if (startMs < share.startTs.getTime() || endMs > share.endTs.getTime()) throw new Problem('not-found');
    return { ...clip, located };
  };

  return {
    describe: (share) =>
      orNotFound(async () => {
        if (share.kind === 'export') {
          const { mediaType, manifest, endTs, startTs, speed } = await findExported(share);
          const startMs = firstPictureMs(manifest) ?? startTs.getTime();
          return { mediaType, startMs, endMs: endTs.getTime(), speed };
        }
        const { window, pieces } = (await clipOf(share)).located;
        const startMs = pieces[0]?.stretches[0]?.startMs ?? window.startMs;
        return { mediaType: 'video/mp4', startMs: Math.max(startMs, window.startMs), endMs: window.endMs, speed: null };
      }),

    play: (share, request) =>
      orNotFound(async () =>
        share.kind === 'export'
          ? serveExport({ dataDir, request }, await findExported(share))
          : serveClip(clipStore, { ...(await clipOf(share)), form: 'preview', request }),
      ),

    download: (share, request) =>
      orNotFound(async () => {
        if (share.kind === 'clip')
          return serveClipDownload(clipStore, { ...(await clipOf(share)), form: 'download', request });
        const found = await findExported(share);
        const part = await serveExport({ dataDir, request }, found);
        return { ...part, headers: { ...part.headers, ...asAttachment(found.fileName) } };
      }),
  };
}

/** The same reply for everything that is missing, so that a stranger learns nothing from it. */
async function orNotFound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof Problem && (err.status === 404 || err.code === 'export-not-ready'))
      throw new Problem('not-found', { cause: err });
    throw err;
  }
}

/** A file begins at a keyframe, which may be earlier than requested; its manifest has that time. */
function firstPictureMs(manifest: string): number | undefined {
  const { cameras } = (JSON.parse(manifest) as { manifest: { cameras: { files: { runs: { start: string }[] }[] }[] } })
    .manifest;
  const starts = cameras.flatMap(({ files }) =>
    files.flatMap(({ runs }) => runs.map(({ start }) => Date.parse(start))),
  );
  return starts.length === 0 ? undefined : Math.min(...starts);
}
