import type { Routes } from '@holdfast/contract';
import { findVisibleCamera } from '@holdfast/db';
import { MEDIA_TOKEN_MS } from '@holdfast/kit';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';

export function mediaTokenHandlers({
  db,
  tokens,
  clock,
}: Pick<Deps, 'db' | 'tokens' | 'clock'>): Handlers<Routes['mediaToken']> {
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
