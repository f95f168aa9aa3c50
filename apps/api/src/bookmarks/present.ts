import type { BookmarkRow } from '@holdfast/db';

export const presentBookmark = (bookmark: BookmarkRow) => ({
  id: bookmark.id,
  camera_id: bookmark.cameraId,
  start: bookmark.startTs.toISOString(),
  end: bookmark.endTs.toISOString(),
  label: bookmark.label,
  note: bookmark.note,
  protected: bookmark.protected,
  created_by:
    bookmark.createdBy === null || bookmark.username === null
      ? null
      : { id: bookmark.createdBy, username: bookmark.username },
  created_at: bookmark.createdAt.toISOString(),
});
