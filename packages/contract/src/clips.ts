import { clipKinds } from '@holdfast/domain';
import { Type } from 'typebox';
import { CameraIds, Cursor, Limit } from './pages.ts';
import { binary, noContent, route } from './route.ts';
import { Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

export const MAX_VIEWED_CLIPS = 500;
/** Of a downloaded clip: when its first picture was taken. */
export const CLIP_START_HEADER = 'x-clip-start';

const ByClip = Strict({ clip_id: Uuid });

/** A short overview of an event, a plate read or a bookmark. */
export const Clip = Strict(
  {
    /** That of the event, plate read or bookmark. */
    id: Uuid,
    camera_id: Uuid,
    camera_name: Type.String(),
    kind: OneOf(clipKinds),
    label: Type.String(),
    sub_label: Nullable(Type.String()),
    score: Nullable(Type.Number()),
    /** Of what it shows; the clip itself begins a little earlier. */
    start_ts: Timestamp,
    /** Null while it goes on. */
    end_ts: Nullable(Timestamp),
    /** Of the clip's window; gaps in the footage make the video shorter. */
    duration_seconds: Type.Number(),
    ongoing: Type.Boolean(),
    /** False if nothing of it was recorded, or its footage was deleted. */
    has_footage: Type.Boolean(),
    thumbnail_url: Type.String(),
    preview_url: Type.String(),
    full_url: Type.String(),
    /** By the caller. */
    viewed: Type.Boolean(),
  },
  { $id: 'Clip' },
);

export const clips = {
  list: route({
    method: 'GET',
    path: '/clips',
    access: 'clips',
    summary: 'Clips of the cameras the caller may see, newest first; those of plates only for those who may see plates',
    query: Patch({
      camera_ids: CameraIds,
      start: Timestamp,
      end: Timestamp,
      kind: Type.Array(OneOf(clipKinds), { maxItems: clipKinds.length }),
      limit: Limit(500),
      cursor: Cursor,
    }),
    reply: Strict({
      clips: Type.Array(Clip),
      /** The length of a clip at most. */
      overview_seconds: Type.Integer(),
      next_cursor: Nullable(Type.String()),
    }),
  }),
  video: route({
    method: 'GET',
    path: '/clip/{clip_id}/clip.mp4',
    access: 'media',
    capability: 'clips',
    scope: 'camera',
    summary:
      'The video of a clip: preview (640 wide, H.264, silent) or full (source quality with sound), both of the same window. A download in source quality begins at a keyframe, visibly; its name and a header contain that time',
    params: ByClip,
    query: Patch({ q: OneOf(['preview', 'full']), download: Type.Literal(1) }),
    reply: binary('video/mp4', { [CLIP_START_HEADER]: 'Of a download: when its first picture was taken' }),
  }),
  gif: route({
    method: 'GET',
    path: '/clip/{clip_id}/clip.gif',
    access: 'media',
    capability: 'clips',
    scope: 'camera',
    summary: 'A clip as a small moving picture, for messages: 320 wide, five pictures a second',
    params: ByClip,
    query: Patch({}),
    reply: binary('image/gif'),
  }),
  webp: route({
    method: 'GET',
    path: '/clip/{clip_id}/clip.webp',
    access: 'media',
    capability: 'clips',
    scope: 'camera',
    summary: 'The same as WebP, which is smaller',
    params: ByClip,
    query: Patch({}),
    reply: binary('image/webp'),
  }),
  thumbnail: route({
    method: 'GET',
    path: '/clip/{clip_id}/thumbnail.jpg',
    access: 'media',
    capability: 'clips',
    scope: 'camera',
    summary: 'A small picture of the moment a clip is about',
    params: ByClip,
    query: Patch({}),
    reply: binary('image/jpeg'),
  }),
  markViewed: route({
    method: 'POST',
    path: '/clips/viewed',
    access: 'clips',
    summary:
      'Marks clips as viewed by the caller, or as not viewed; clips that do not exist for the caller are ignored',
    body: Strict({
      ids: Type.Array(Uuid, { minItems: 1, maxItems: MAX_VIEWED_CLIPS }),
      viewed: Type.Optional(Type.Boolean()),
    }),
    reply: noContent,
  }),
};
