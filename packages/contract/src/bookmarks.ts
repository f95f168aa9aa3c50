import { Type } from 'typebox';
import { noContent, route } from './route.ts';
import { Name, Nullable, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

export const MAX_BOOKMARK_DAYS = 31;

const ById = Strict({ id: Uuid });
const Note = Type.String({ minLength: 1, maxLength: 4000, pattern: '^[^\\u0000]*$' });

const Bookmark = Strict(
  {
    id: Uuid,
    /** Null for all cameras. */
    camera_id: Nullable(Uuid),
    start: Timestamp,
    end: Timestamp,
    label: Type.String(),
    note: Nullable(Type.String()),
    /** Its footage is not deleted by age or for space. */
    protected: Type.Boolean(),
    /** Null once that user was deleted. */
    created_by: Nullable(Strict({ id: Uuid, username: Type.String() })),
    created_at: Timestamp,
  },
  { $id: 'Bookmark' },
);

const editable = { start: Timestamp, end: Timestamp, label: Name, note: Nullable(Note), protected: Type.Boolean() };

export const bookmarks = {
  list: route({
    method: 'GET',
    path: '/bookmarks',
    access: 'playback',
    summary: 'Bookmarks of the caller’s cameras that touch a range, newest first',
    query: Patch({
      camera_ids: Type.Array(Uuid, { maxItems: 256 }),
      start: Timestamp,
      end: Timestamp,
      limit: Type.Integer({ minimum: 1, maximum: 500 }),
      cursor: Type.String({ maxLength: 200 }),
    }),
    reply: Strict({ items: Type.Array(Bookmark), next_cursor: Nullable(Type.String()) }),
  }),
  create: route({
    method: 'POST',
    path: '/bookmarks',
    access: 'playback',
    scope: 'camera',
    summary: `Marks a range of at most ${MAX_BOOKMARK_DAYS} days that is over. Protected by default if the caller has the capability protect; only an administrator may mark all cameras`,
    body: Strict({
      camera_id: Type.Optional(Nullable(Uuid)),
      start: Timestamp,
      end: Timestamp,
      label: Name,
      note: Type.Optional(Nullable(Note)),
      protected: Type.Optional(Type.Boolean()),
    }),
    status: 201,
    reply: Bookmark,
  }),
  get: route({
    method: 'GET',
    path: '/bookmarks/{id}',
    access: 'playback',
    scope: 'camera',
    summary: 'One bookmark',
    params: ById,
    reply: Bookmark,
  }),
  footage: route({
    method: 'GET',
    path: '/bookmarks/{id}/footage',
    access: 'playback',
    scope: 'camera',
    summary: 'How much footage of the caller’s cameras a bookmark covers',
    params: ById,
    reply: Strict({ segments: Type.Integer(), bytes: Type.Integer() }, { $id: 'BookmarkFootage' }),
  }),
  update: route({
    method: 'PUT',
    path: '/bookmarks/{id}',
    access: 'playback',
    scope: 'camera',
    summary: 'Changes a bookmark of the caller’s own, or any for an administrator; omitted fields are unchanged',
    params: ById,
    body: Patch(editable),
    reply: Bookmark,
  }),
  remove: route({
    method: 'DELETE',
    path: '/bookmarks/{id}',
    access: 'playback',
    scope: 'camera',
    summary: 'Removes a bookmark of the caller’s own, or any for an administrator; the footage stays until its age',
    params: ById,
    reply: noContent,
  }),
};
