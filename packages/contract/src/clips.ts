import { clipKinds } from '@holdfast/domain';
import { Type } from 'typebox';
import { EventNames, MAX_UNREAD, UNREAD_HOURS } from './events.ts';
import { CameraIds, Cursor, Limit } from './pages.ts';
import { binary, noContent, route } from './route.ts';
import { Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

export const MAX_VIEWED_CLIPS = 500;
/** Of `ids` in a list. */
export const MAX_LISTED_CLIPS = 100;
/** How many days a time of day is looked up in. */
export const MAX_TIME_OF_DAY_DAYS = 400;
/** Of a downloaded clip: when its first picture was taken. */
export const CLIP_START_HEADER = 'x-clip-start';

const ByClip = Strict({ clip_id: Uuid });
/** As a file to save, named after the camera and the time of its first picture. */
const Download = Type.Literal(1);
const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

/** A short overview of an event, a plate read or a bookmark. */
const Clip = Strict(
  {
    /** That of the event, plate read or bookmark. */
    id: Uuid,
    camera_id: Uuid,
    camera_name: Type.String(),
    kind: OneOf(clipKinds),
    label: Type.String(),
    sub_label: Nullable(Type.String()),
    score: Nullable(Type.Number()),
    /** The source that reported it; null for a bookmark. */
    source_id: Nullable(Type.String()),
    zones: Type.Array(Type.String()),
    /** Of the event; the clip itself begins a little earlier. */
    start_ts: Timestamp,
    /** Null while it is in progress. */
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
      /** Only these, as far as they match the other filters. */
      ids: Type.Array(Uuid, { minItems: 1, maxItems: MAX_LISTED_CLIPS }),
      labels: EventNames,
      zones: EventNames,
      source_ids: EventNames,
      /** Of the highest score. */
      min_score: Type.Number({ minimum: 0, maximum: 1 }),
      /** Viewed by the caller, or not. */
      viewed: Type.Boolean(),
      /** A time of day in `time_zone`, all three together. It passes midnight if it ends before it begins. */
      from_time: ClockTime,
      to_time: ClockTime,
      /** A name such as Europe/Berlin. */
      time_zone: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$' }),
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
  choices: route({
    method: 'GET',
    path: '/clips/choices',
    access: 'clips',
    summary: 'Labels, zones and sources of the newest events of each camera the caller may see, for filters',
    reply: Strict(
      {
        labels: Type.Array(Type.String()),
        zones: Type.Array(Type.String()),
        source_ids: Type.Array(Type.String()),
      },
      { $id: 'ClipChoices' },
    ),
  }),
  unviewed: route({
    method: 'GET',
    path: '/clips/unviewed',
    access: 'clips',
    summary: `How many detections and plates of the last ${UNREAD_HOURS} hours, and since their account was created, the caller has not viewed, counted up to ${MAX_UNREAD}`,
    reply: Strict(
      {
        count: Type.Integer(),
        /** Whether any clip at all is not viewed: older ones and plain motion too, bookmarks aside. */
        any: Type.Boolean(),
      },
      { $id: 'UnviewedClips' },
    ),
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
    query: Patch({ q: OneOf(['preview', 'full']), download: Download }),
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
    query: Patch({ download: Download }),
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
    query: Patch({ download: Download }),
    reply: binary('image/webp'),
  }),
  thumbnail: route({
    method: 'GET',
    path: '/clip/{clip_id}/thumbnail.jpg',
    access: 'media',
    capability: 'clips',
    scope: 'camera',
    summary: 'A small picture of the moment that a clip shows',
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
  markAllViewed: route({
    method: 'PUT',
    path: '/clips/viewed-until',
    access: 'clips',
    summary:
      'Marks all clips that began up to a moment, or up to now, as viewed by the caller, whatever was marked before; never moves backwards',
    body: Patch({ viewed_until: Timestamp }),
    reply: noContent,
  }),
};
