import { PICTURE_TIME_HEADER, type Routes } from '@holdfast/contract';
import {
  type CameraRow,
  type Conn,
  findAnyCamera,
  findCamera,
  findDefaultPolicyId,
  findVisibleCamera,
  insertCamera,
  listCameras,
  listVisibleCameraStreams,
  listVisibleRemovedCameras,
  lockFor,
  updateCamera,
} from '@holdfast/db';
import { auditChanges } from '@holdfast/domain';
import type { Deps } from '../deps.ts';
import { clientLeft } from '../http/client-left.ts';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { requireCapability } from '../http/require-capability.ts';
import { cameraFields } from './camera-fields.ts';
import { readCameraFootage } from './camera-footage.ts';
import { applyRecordedBy, editCameras, refuseBoth } from './edit-cameras.ts';
import { askDeviceStreams, createFindDevices, presentDevice } from './find-devices.ts';
import { createLiveFrame } from './live-frame.ts';
import {
  presentCameraConfig,
  presentCameraFootage,
  presentCameraLpr,
  presentCameras,
  presentRemovedCameras,
} from './present.ts';
import { probeCamera } from './probe-camera.ts';
import { createRecordedFrame } from './recorded-frame.ts';
import { removeCamera } from './remove-camera.ts';
import { restoreRemovedCamera } from './restore-removed-camera.ts';
import { requireContactableSources, sealSource } from './source-fields.ts';

export function cameraHandlers(
  deps: Pick<
    Deps,
    | 'db'
    | 'clock'
    | 'alerts'
    | 'secrets'
    | 'footage'
    | 'probeSource'
    | 'restreamHost'
    | 'rtspPort'
    | 'grabFrame'
    | 'grabRestreamFrame'
    | 'scalePicture'
    | 'extractFrame'
    | 'stillPermits'
    | 'discoverDevices'
    | 'listDeviceStreams'
    | 'outbound'
    | 'auditSpans'
  >,
): Handlers<Routes['cameras']> {
  const { db, clock, secrets, alerts, outbound, auditSpans } = deps;
  const liveFrame = createLiveFrame(deps);
  const recordedFrame = createRecordedFrame({ ...deps, permits: deps.stillPermits });
  const findDevices = createFindDevices(deps.discoverDevices);
  const find = async (conn: Conn, id: string) => {
    const camera = await findCamera(conn, id);
    if (!camera) throw new Problem('not-found');
    return camera;
  };

  return {
    list: async ({ caller }) => ({ items: presentCameras(await listVisibleCameraStreams(db, caller.userId)) }),

    frame: async ({ params, query, caller, request }) => {
      const wanted = {
        cameraId: params.id,
        userId: caller.userId,
        width: query.width,
        signal: clientLeft(request),
      };
      const pictureTime = (takenAtMs: number) => ({ [PICTURE_TIME_HEADER]: new Date(takenAtMs).toISOString() });
      if (query.ts === undefined) {
        const { jpeg, takenAtMs } = await liveFrame(wanted);
        await auditSpans.pictures(request, params.id);
        return { bytes: jpeg, headers: pictureTime(takenAtMs) };
      }
      requireCapability(caller, 'playback');
      if (!(await findVisibleCamera(db, wanted))) throw new Problem('not-found');
      const { jpeg, takenAtMs } = await recordedFrame({
        ...wanted,
        at: new Date(query.ts),
        nearestKeyframe: query.fast === '1',
      });
      await auditSpans.pictures(request, params.id);
      return { bytes: jpeg, headers: { 'cache-control': 'private, max-age=3600', ...pictureTime(takenAtMs) } };
    },

    listConfig: async () => ({ items: (await listCameras(db)).map(presentCameraConfig) }),

    get: async ({ params }) => presentCameraConfig(await find(db, params.id)),

    discover: async ({ request }) => ({
      items: (await findDevices(clientLeft(request))).map(presentDevice),
    }),

    deviceStreams: async ({ body, request }) => ({
      items: await askDeviceStreams(deps, { ...body, signal: clientLeft(request) }),
    }),

    test: ({ body, request }) =>
      probeCamera(deps, {
        text: body.url,
        converts: body.convert_video ?? false,
        signal: clientLeft(request),
      }),

    create: async ({ body, note }) => {
      const { policy_id, live_storage_id, ...edit } = body;
      refuseBoth(body, '/live_storage_id');
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
        await applyRecordedBy(tx, [camera], body);
        await note(tx, { id: camera.id, name: camera.name, cameraIds: [camera.id] });
        return presentCameraConfig(await find(tx, camera.id));
      });
    },

    updateMany: ({ body, note }) =>
      db.transaction().execute(async (tx) => ({
        items: (await editCameras({ tx, secrets, note }, body)).map(presentCameraConfig),
      })),

    update: async ({ params, body, note }) => {
      // Before the transaction, which must not wait for a name server.
      await requireContactableSources(outbound, body, await find(db, params.id));
      return db.transaction().execute(async (tx) => {
        const saved = await find(tx, params.id);
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

    listRemoved: async ({ caller }) => ({
      items: presentRemovedCameras(await listVisibleRemovedCameras(db, caller.userId)),
    }),

    remove: async ({ params, query, caller, note }) => {
      const protectedToo = query.protected === 'delete';
      if (protectedToo && query.footage === 'keep')
        throw invalidField('/query/protected', 'cannot be delete while the footage is kept');
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

    getLpr: async ({ params }) => presentCameraLpr(await find(db, params.id)),

    updateLpr: ({ params, body, note }) => {
      const change = {
        ...(body.engine !== undefined && { lprEngine: body.engine }),
        ...(body.min_confidence !== undefined && { lprMinConfidence: body.min_confidence }),
        ...(body.zones && { lprZones: body.zones }),
        ...(body.country !== undefined && { lprCountry: body.country }),
      };
      return db.transaction().execute(async (tx) => {
        const saved = await find(tx, params.id);
        if (Object.keys(change).length > 0) await updateCamera(tx, params.id, change);
        const [before, after] = [presentCameraLpr(saved), presentCameraLpr(await find(tx, params.id))];
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
