import type { Routes } from '@holdfast/contract';
import { type Database, findVisibleCamera } from '@holdfast/db';
import { type Clock, MEDIA_TOKEN_MS, type Tokens } from '@holdfast/kit';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';

export function mediaTokenHandlers({
  db,
  tokens,
  clock,
}: {
  db: Database;
  tokens: Tokens;
  clock: Clock;
}): Handlers<Routes['mediaToken']> {
  return {
    create: async ({ query, caller }) => {
      const camera = await findVisibleCamera(db, { cameraId: query.camera_id, userId: caller.userId });
      if (!camera) throw new Problem('not-found');
      const expiresAt = new Date(clock.now() + MEDIA_TOKEN_MS);
      const token = await tokens.signMedia({
        userId: caller.userId,
        sessionId: caller.sessionId,
        cameraId: camera.id,
        expiresAt,
      });
      return { token, expires_at: expiresAt.toISOString() };
    },
  };
}
