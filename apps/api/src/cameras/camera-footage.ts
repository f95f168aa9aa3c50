import { MAX_LISTED_BOOKMARKS } from '@holdfast/contract';
import { type Conn, listProtectingBookmarks, sumCameraFootage, sumProtectedFootage } from '@holdfast/db';

export type CameraFootage = Awaited<ReturnType<typeof readCameraFootage>>;

/** How much there is of a camera, how much of it bookmarks protect, and which. */
export async function readCameraFootage(conn: Conn, cameraId: string) {
  return {
    all: await sumCameraFootage(conn, cameraId),
    kept: await sumProtectedFootage(conn, cameraId),
    bookmarks: await listProtectingBookmarks(conn, cameraId, MAX_LISTED_BOOKMARKS),
  };
}
