import type { Routes } from '@holdfast/contract';
import { type CameraRow, type Database, findDefaultPolicyId, insertCamera, lockFor, updateCamera } from '@holdfast/db';
import { auditChanges } from '@holdfast/domain';
import type { OutboundRule, SecretBox } from '@holdfast/kit';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { cameraFields } from './camera-fields.ts';
import { applyPolicyOrStorage, editCameras, refusePolicyAndStorage } from './edit-cameras.ts';
import { presentCameraConfig, presentCameraLpr } from './present.ts';
import { requireCamera } from './require-cameras.ts';
import { requireContactableSources, sealSource } from './source-fields.ts';

type EditHandlers = Pick<Handlers<Routes['cameras']>, 'create' | 'updateMany' | 'update' | 'getLpr' | 'updateLpr'>;

/** Adding cameras and changing their settings. */
export function cameraEditHandlers({
  db,
  secrets,
  outbound,
}: {
  db: Database;
  secrets: SecretBox;
  outbound: OutboundRule;
}): EditHandlers {
  return {
    create: async ({ body, note }) => {
      const { policy_id, live_storage_id, ...edit } = body;
      refusePolicyAndStorage(body, '/live_storage_id');
      await requireContactableSources(outbound, body);
      const main = sealSource(secrets, body.main_url, '/main_url');
      const fields = {
        ...cameraFields(edit, secrets),
        name: body.name,
        mainUrl: main.url,
        mainPassword: main.password,
      };
      return db.transaction().execute(async (tx) => {
        await lockFor(tx, 'policies');
        const policyId = await findDefaultPolicyId(tx);
        const camera = await insertCamera(tx, { ...fields, policyId });
        await applyPolicyOrStorage(tx, [camera], body);
        await note(tx, { id: camera.id, name: camera.name, cameraIds: [camera.id] });
        return presentCameraConfig(await requireCamera(tx, camera.id));
      });
    },

    updateMany: ({ body, note }) =>
      db.transaction().execute(async (tx) => ({
        items: (await editCameras({ tx, secrets, note }, body)).map(presentCameraConfig),
      })),

    update: async ({ params, body, note }) => {
      // Before the transaction, which must not wait for a name server.
      await requireContactableSources(outbound, body, await requireCamera(db, params.id));
      return db.transaction().execute(async (tx) => {
        const saved = await requireCamera(tx, params.id);
        const change = cameraFields(body, secrets, saved);
        if (Object.keys(change).length === 0) return presentCameraConfig(saved);
        const camera = await updateCamera(tx, params.id, change);
        if (!camera) throw new Problem('not-found');
        const [before, after] = [presentCameraConfig(saved), presentCameraConfig(camera)];
        const changes = auditChanges({ before, after, sent: changedPasswords(saved, camera) });
        await note(tx, { id: camera.id, name: camera.name, cameraIds: [camera.id], details: { changes } });
        return after;
      });
    },

    getLpr: async ({ params }) => presentCameraLpr(await requireCamera(db, params.id)),

    updateLpr: ({ params, body, note }) => {
      const change = {
        ...(body.engine !== undefined && { lprEngine: body.engine }),
        ...(body.min_confidence !== undefined && { lprMinConfidence: body.min_confidence }),
        ...(body.zones && { lprZones: body.zones }),
        ...(body.country !== undefined && { lprCountry: body.country }),
      };
      return db.transaction().execute(async (tx) => {
        const saved = await requireCamera(tx, params.id);
        if (Object.keys(change).length > 0) await updateCamera(tx, params.id, change);
        const [before, after] = [presentCameraLpr(saved), presentCameraLpr(await requireCamera(tx, params.id))];
        const { id, name } = saved;
        await note(tx, { id, name, cameraIds: [id], details: { changes: auditChanges({ before, after }) } });
        return after;
      });
    },
  };
}

/** Passwords are never presented; that they changed is noted all the same. */
const changedPasswords = (
  before: Pick<CameraRow, 'mainPassword' | 'subPassword'>,
  after: Pick<CameraRow, 'mainPassword' | 'subPassword'>,
) => ({
  ...(before.mainPassword !== after.mainPassword && { main_password: null }),
  ...(before.subPassword !== after.subPassword && { sub_password: null }),
});
