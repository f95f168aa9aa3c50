import type { Routes } from '@holdfast/contract';
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
        : serveClipDownload(clipStore, {
            ...asked,
            noteServed: (clip) => auditSpans.clip(request, 'clip-downloaded', auditedClip(clip)),
          });
    };

  return {
    video: async ({ params, query, caller, request }) => {
      const isDownload = query.download !== undefined;
      const quality = query.q ?? 'preview';
      const form = isDownload && quality === 'full' ? 'download' : quality;
      const action = isDownload ? 'clip-downloaded' : 'clip-watched';
      const asked = {
        reader: clipReaderOf(caller),
        id: params.clip_id.toLowerCase(),
        form,
        // A file that leaves the product contains nothing outside its window.
        takesDetector: !isDownload,
        request,
        noteServed: (clip: LocatedClip) => auditSpans.clip(request, action, auditedClip(clip)),
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
