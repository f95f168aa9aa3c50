import type { Routes } from '@holdfast/contract';
import { type Conn, type Database, listWorkerCameras, readLprConfig, updateLprConfig } from '@holdfast/db';
import { auditChanges, lprEnabled } from '@holdfast/domain';
import type { Callers } from '../auth/callers.ts';
import { digestOf, newRandomToken } from '../auth/random-token.ts';
import { mayServeCamera } from '../http/caller.ts';
import type { Handlers } from '../http/mount.ts';

export function lprConfigHandlers({ db, callers }: { db: Database; callers: Callers }): Handlers<Routes['lprConfig']> {
  const show = async (conn: Conn) => {
    const config = await readLprConfig(conn);
    return { enabled: config.enabled, retention: config.retentionDays, watchlist_fuzz: config.watchlistFuzz };
  };

  return {
    get: () => show(db),

    update: async ({ body, note }) => {
      const change = {
        ...(body.enabled !== undefined && { enabled: body.enabled }),
        ...(body.retention !== undefined && { retentionDays: body.retention }),
        ...(body.watchlist_fuzz !== undefined && { watchlistFuzz: body.watchlist_fuzz }),
      };
      const after = await db.transaction().execute(async (tx) => {
        const before = await show(tx);
        if (Object.keys(change).length > 0) await updateLprConfig(tx, change);
        const saved = await show(tx);
        await note(tx, { details: { changes: auditChanges({ before, after: saved }) } });
        return saved;
      });
      // Whether plates are enabled is part of the cached caller.
      callers.forget();
      return after;
    },

    rotateToken: ({ note }) =>
      db.transaction().execute(async (tx) => {
        const token = newRandomToken();
        await updateLprConfig(tx, { ingestTokenDigest: digestOf(token) });
        await note(tx);
        return { token };
      }),

    workerConfig: async ({ query, caller }) => {
      const cameras = (await listWorkerCameras(db, query.camera_id)).filter(({ id }) => mayServeCamera(caller, id));
      return {
        cameras: cameras.map((camera) => ({
          camera_id: camera.id,
          enabled: camera.enabled && lprEnabled(camera.lprEngine),
          min_confidence: camera.lprMinConfidence,
          zones: camera.lprZones,
          country: camera.lprCountry,
        })),
      };
    },
  };
}
