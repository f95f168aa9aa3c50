import type { Routes } from '@holdfast/contract';
import { type Database, findAnyCamera, listVisibleRemovedCameras } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { Alerts } from '../alerts/alerts.ts';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { readCameraFootage } from './camera-footage.ts';
import { presentCameraConfig, presentCameraFootage, presentRemovedCameras } from './present.ts';
import { removeCamera } from './remove-camera.ts';
import { restoreRemovedCamera } from './restore-removed-camera.ts';

type RemovalHandlers = Pick<Handlers<Routes['cameras']>, 'listRemoved' | 'remove' | 'footage' | 'restore'>;

/** Removing cameras, with or without their footage, and bringing them back. */
export function cameraRemovalHandlers({
  db,
  clock,
  alerts,
}: {
  db: Database;
  clock: Clock;
  alerts: Alerts;
}): RemovalHandlers {
  return {
    listRemoved: async ({ caller }) => ({
      items: presentRemovedCameras(await listVisibleRemovedCameras(db, caller.userId)),
    }),

    remove: async ({ params, query, caller, note }) => {
      const protectedToo = query.protected === 'delete';
      if (protectedToo && query.footage === 'keep')
        throw invalidField('/query/protected', reasonCode('must-be-one-of', { allowed: 'keep' }));
      const footageFate = query.footage === 'keep' ? 'keep' : protectedToo ? 'delete_protected' : 'delete';
      await db
        .transaction()
        .execute((tx) =>
          removeCamera({ tx, alerts, note, nowMs: clock.now() }, { id: params.id, footageFate, caller }),
        );
      alerts.wake();
    },

    footage: async ({ params }) => {
      if (!(await findAnyCamera(db, params.id))) throw new Problem('not-found');
      return presentCameraFootage(await readCameraFootage(db, params.id));
    },

    restore: async ({ params, body, caller, note }) => {
      const camera = await db
        .transaction()
        .execute((tx) =>
          restoreRemovedCamera({ tx, alerts, note, nowMs: clock.now() }, { id: params.id, name: body.name, caller }),
        );
      alerts.wake();
      return presentCameraConfig(camera);
    },
  };
}
