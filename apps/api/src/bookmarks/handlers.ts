import type { Routes } from '@holdfast/contract';
import {
  type BookmarkReader,
  type BookmarkRow,
  type Caller,
  type Conn,
  type Database,
  deleteBookmark,
  findBookmark,
  findVisibleCamera,
  insertBookmark,
  listBookmarks,
  sumBookmarkFootage,
  updateBookmark,
} from '@holdfast/db';
import { auditChanges, holds, reasonCode } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { requireCapability } from '../http/require-capability.ts';
import { bookmarkRange } from './bookmark-range.ts';
import { presentBookmark } from './present.ts';

const PAGE = 100;

const readerOf = ({ userId, capabilities }: Caller): BookmarkReader => ({
  userId,
  isAdmin: holds(capabilities, 'admin'),
});

export function bookmarkHandlers({ db, clock }: { db: Database; clock: Clock }): Handlers<Routes['bookmarks']> {
  const find = async (conn: Conn, reader: BookmarkReader, id: string): Promise<BookmarkRow> => {
    const bookmark = await findBookmark(conn, reader, id);
    if (!bookmark) throw new Problem('not-found');
    return bookmark;
  };
  const findOwn = async (conn: Conn, reader: BookmarkReader, id: string): Promise<BookmarkRow> => {
    const bookmark = await find(conn, reader, id);
    if (!reader.isAdmin && bookmark.createdBy !== reader.userId)
      throw new Problem('forbidden', { reason: reasonCode('not-your-bookmark') });
    return bookmark;
  };

  return {
    list: async ({ query, caller }) => {
      const limit = query.limit ?? PAGE;
      const rows = await listBookmarks(db, readerOf(caller), {
        cameraIds: query.camera_ids,
        start: query.start === undefined ? undefined : new Date(query.start),
        end: query.end === undefined ? undefined : new Date(query.end),
        after: readTimeCursor(query.cursor),
        limit: limit + 1,
      });
      return pageOf(rows, limit, {
        present: presentBookmark,
        cursor: ({ startTs, id }) => writeTimeCursor({ ts: startTs, id }),
      });
    },

    get: async ({ params, caller }) => presentBookmark(await find(db, readerOf(caller), params.id)),

    footage: async ({ params, caller }) => {
      const reader = readerOf(caller);
      return sumBookmarkFootage(db, reader, await find(db, reader, params.id));
    },

    create: ({ body, caller, note }) =>
      db.transaction().execute(async (tx) => {
        const reader = readerOf(caller);
        const cameraId = body.camera_id ?? null;
        if (cameraId === null && !reader.isAdmin) throw invalidField('/camera_id', reasonCode('camera-required'));
        if (cameraId !== null && !(await findVisibleCamera(tx, { cameraId, userId: caller.userId })))
          throw new Problem('not-found');
        const mayProtect = holds(caller.capabilities, 'protect');
        if (body.protected) requireCapability(caller, 'protect');
        const { id } = await insertBookmark(tx, {
          ...bookmarkRange({ start: new Date(body.start), end: new Date(body.end) }, clock.now()),
          cameraId,
          label: body.label,
          note: body.note ?? null,
          protected: body.protected ?? mayProtect,
          createdBy: caller.userId,
          createdAt: new Date(clock.now()),
        });
        const bookmark = await find(tx, reader, id);
        await note(tx, auditedBookmark(bookmark));
        return presentBookmark(bookmark);
      }),

    update: ({ params, body, caller, note }) =>
      db.transaction().execute(async (tx) => {
        const reader = readerOf(caller);
        const saved = await findOwn(tx, reader, params.id);
        const isMoved = body.start !== undefined || body.end !== undefined;
        const isProtected = body.protected ?? saved.protected;
        // The owner may edit the text; extending the protection requires the capability.
        if (isProtected && (isMoved || !saved.protected)) requireCapability(caller, 'protect');
        const range = {
          start: body.start === undefined ? saved.startTs : new Date(body.start),
          end: body.end === undefined ? saved.endTs : new Date(body.end),
        };
        await updateBookmark(tx, saved.id, {
          ...(isMoved ? bookmarkRange(range, clock.now()) : { startTs: saved.startTs, endTs: saved.endTs }),
          label: body.label ?? saved.label,
          note: body.note === undefined ? saved.note : body.note,
          protected: isProtected,
        });
        const bookmark = await find(tx, reader, saved.id);
        const [before, after] = [presentBookmark(saved), presentBookmark(bookmark)];
        await note(tx, { ...auditedBookmark(bookmark), details: { changes: auditChanges({ before, after }) } });
        return after;
      }),

    remove: ({ params, caller, note }) =>
      db.transaction().execute(async (tx) => {
        const bookmark = await findOwn(tx, readerOf(caller), params.id);
        await deleteBookmark(tx, bookmark.id);
        await note(tx, auditedBookmark(bookmark));
        return undefined;
      }),
  };
}

const auditedBookmark = (bookmark: BookmarkRow) => ({
  id: bookmark.id,
  name: bookmark.label,
  cameraIds: bookmark.cameraId === null ? [] : [bookmark.cameraId],
  details: {
    start: bookmark.startTs.toISOString(),
    end: bookmark.endTs.toISOString(),
    protected: bookmark.protected,
  },
});
