import { MAX_LISTED_BOOKMARKS } from '@holdfast/contract';
import { type Conn, listProtectingBookmarks, sumCameraFootage, sumProtectedFootage } from '@holdfast/db';

export type CameraFootage = Awaited<ReturnType<typeof readCameraFootage>>;

/** How much footage a camera has, how much of it bookmarks protect, and which bookmarks. */
export async function readCameraFootage(conn: Conn, cameraId: string) {
  return {
    all: await sumCameraFootage(conn, cameraId),
    kept: await sumProtectedFootage(conn, cameraId),
    bookmarks: await listProtectingBookmarks(conn, cameraId, MAX_LISTED_BOOKMARKS),
  };
}
