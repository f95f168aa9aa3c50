import { type Database, listVisibleCameraIds } from '@holdfast/db';
import { holds } from '@holdfast/domain';
import type { Callers } from '../auth/callers.ts';

/** What a follower may see. */
export interface Viewer {
  userId: string;
  isAdmin: boolean;
  seesPlates: boolean;
  mayExport: boolean;
  cameraIds: ReadonlySet<string>;
}

/** Undefined once the session has ended. */
export async function readViewer(
  { db, callers }: { db: Database; callers: Callers },
  sessionId: string,
): Promise<Viewer | undefined> {
  const caller = await callers.ofSession(sessionId);
  if (!caller) return undefined;
  const { userId, capabilities } = caller;
  return {
    userId,
    isAdmin: holds(capabilities, 'admin'),
    seesPlates: holds(capabilities, 'view_plates'),
    mayExport: holds(capabilities, 'export'),
    cameraIds: new Set(await listVisibleCameraIds(db, userId)),
  };
}
