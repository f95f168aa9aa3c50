import type { Routes } from '@holdfast/contract';
import type { FastifyRequest } from 'fastify';
import type { AuditSpans } from '../audit/audit-spans.ts';
import type { Handler, Handlers } from '../http/mount.ts';
import type { LocatedClip } from './clip-footage.ts';
import { clipReaderOf } from './clip-reader.ts';
import type { ClipStore } from './clip-store.ts';
import { serveClip, serveClipDownload } from './serve-clip.ts';

/** The files of a clip: video, thumbnail and moving pictures. */
export function clipMediaHandlers({
  clipStore,
  auditSpans,
}: {
  clipStore: ClipStore;
  auditSpans: AuditSpans;
}): Pick<Handlers<Routes['clips']>, 'video' | 'thumbnail' | 'gif' | 'webp'> {
  /** A client prepares a clip with HEAD, of which nothing is sent: it is watched or downloaded when it is asked for. */
  const noteClip =
    (request: FastifyRequest, action: 'clip-watched' | 'clip-downloaded') =>
    async (clip: LocatedClip): Promise<void> => {
      if (request.method !== 'HEAD') await auditSpans.clip(request, action, auditedClip(clip));
    };

  const picture =
    (form: 'thumbnail' | 'gif' | 'webp'): Handler<Routes['clips']['gif']> =>
    ({ params, query, caller, request }) => {
      const asked = { reader: clipReaderOf(caller), id: params.clip_id.toLowerCase(), form, request };
      return query.download === undefined
        ? serveClip(clipStore, {
            ...asked,
            isForPlayer: true,
            noteServed: ({ row }) => auditSpans.pictures(request, row.cameraId),
          })
        : serveClipDownload(clipStore, { ...asked, noteServed: noteClip(request, 'clip-downloaded') });
    };

  return {
    video: async ({ params, query, caller, request }) => {
      const isDownload = query.download !== undefined;
      const quality = query.q ?? 'preview';
      const form = isDownload && quality === 'full' ? 'download' : quality;
      const asked = {
        reader: clipReaderOf(caller),
        id: params.clip_id.toLowerCase(),
        form,
        // A file that leaves the product contains nothing outside its window.
        takesDetector: !isDownload,
        request,
        noteServed: noteClip(request, isDownload ? 'clip-downloaded' : 'clip-watched'),
      } as const;
      return isDownload ? serveClipDownload(clipStore, asked) : serveClip(clipStore, { ...asked, isForPlayer: true });
    },
    thumbnail: picture('thumbnail'),
    gif: picture('gif'),
    webp: picture('webp'),
  };
}

const auditedClip = ({ row, window }: LocatedClip) => ({
  id: row.id,
  name: row.cameraName,
  cameraIds: [row.cameraId],
  details: { start: new Date(window.startMs).toISOString(), end: new Date(window.endMs).toISOString() },
});
