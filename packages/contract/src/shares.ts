import { SHARE_HOURS, shareStates } from '@holdfast/domain';
import { Type } from 'typebox';
import { CLIP_START_HEADER } from './clips.ts';
import { ById } from './identifiers.ts';
import { Cursor, Limit } from './pages.ts';
import { binary, noContent, route } from './route.ts';
import { Nullable, OneOf, Password, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

export const shareKinds = ['clip', 'export'] as const;
export const MAX_SHARE_OPENINGS = 200;

/** A link with which people without an account watch one clip or export. */
const Share = Strict(
  {
    id: Uuid,
    kind: OneOf(shareKinds),
    /** Of the clip or export. */
    subject_id: Uuid,
    cameras: Type.Array(Type.String()),
    start: Timestamp,
    end: Timestamp,
    /** Revoked by a user, or because its creator lost a right or a camera was removed. Gone: its content was deleted. */
    state: OneOf(shareStates),
    has_password: Type.Boolean(),
    /** Null once that user was deleted. */
    created_by: Nullable(Strict({ id: Uuid, username: Type.String() })),
    created_at: Timestamp,
    expires_at: Timestamp,
    revoked_at: Nullable(Timestamp),
    open_count: Type.Integer(),
    last_opened_at: Nullable(Timestamp),
  },
  { $id: 'Share' },
);

const ShareOpening = Strict(
  {
    opened_at: Timestamp,
    client_address: Nullable(Type.String()),
    user_agent: Nullable(Type.String()),
  },
  { $id: 'ShareOpening' },
);

/** The content of the page of a link. */
const SharedVideo = Strict(
  {
    id: Uuid,
    cameras: Type.Array(Type.String()),
    /** When its first picture was taken, and the end of its range. */
    start: Timestamp,
    end: Timestamp,
    time_zone: Type.String(),
    media_type: Type.String(),
    /** Of a time-lapse: how many times as fast as the footage; otherwise null. */
    speed: Nullable(Type.Integer()),
    expires_at: Timestamp,
    /** For a player; null if the file is no video. */
    video_url: Nullable(Type.String()),
    download_url: Type.String(),
  },
  { $id: 'SharedVideo' },
);

export const shares = {
  create: route({
    method: 'POST',
    path: '/shares',
    access: 'export',
    scope: 'camera',
    summary: `Makes a link to a clip or a finished export, for ${SHARE_HOURS.fallback} hours unless asked otherwise; only if an administrator has turned sharing on. The address is shown once`,
    body: Strict({
      kind: OneOf(shareKinds),
      id: Uuid,
      expires_in_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: SHARE_HOURS.max })),
      password: Type.Optional(Password),
    }),
    status: 201,
    reply: Strict({
      share: Share,
      /** A path of this server, or a whole address if PUBLIC_URL is set. */
      url: Type.String(),
    }),
  }),
  list: route({
    method: 'GET',
    path: '/shares',
    access: 'export',
    summary:
      'The caller’s own links, newest first, and those that ended in the last 30 days; an administrator sees all',
    query: Patch({ limit: Limit(500), cursor: Cursor }),
    reply: Strict({
      /** Whether sharing is turned on. */
      enabled: Type.Boolean(),
      items: Type.Array(Share),
      next_cursor: Nullable(Type.String()),
    }),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/shares/{id}',
    access: 'export',
    scope: 'camera',
    summary: 'Revokes a link at once; it stays in the list for 30 days',
    params: ById,
    reply: noContent,
  }),
  openings: route({
    method: 'GET',
    path: '/shares/{id}/openings',
    access: 'export',
    scope: 'camera',
    summary: `When a link was opened, and from where; the newest ${MAX_SHARE_OPENINGS}`,
    params: ById,
    reply: Strict({ items: Type.Array(ShareOpening) }),
  }),
  page: route({
    method: 'GET',
    path: '/share',
    access: 'public',
    summary:
      'The page that shows what a link shares; the token is in the fragment of its address and never sent in a URL',
    reply: binary('text/html'),
  }),
  open: route({
    method: 'POST',
    path: '/shares/open',
    access: 'public',
    summary:
      'Opens a link and sets a cookie for its file. An unknown, expired or revoked link and a wrong password all get the same 404',
    body: Strict({
      token: Type.String({ minLength: 1, maxLength: 200 }),
      password: Type.Optional(Type.String({ maxLength: 256 })),
    }),
    reply: SharedVideo,
  }),
  video: route({
    method: 'GET',
    path: '/share/{id}/video.mp4',
    access: 'share',
    summary: 'The video of an opened link, for a player; of a clip its preview. Supports range requests',
    params: ById,
    reply: binary('video/mp4'),
  }),
  download: route({
    method: 'GET',
    path: '/share/{id}/download',
    access: 'share',
    summary:
      'The file of an opened link. A clip has its original quality and begins at a keyframe, visibly; its name contains that time',
    params: ById,
    reply: binary('video/mp4', { [CLIP_START_HEADER]: 'Of a clip: when its first picture was taken' }),
  }),
};
