import { PICTURE_TIME_HEADER, type Routes } from '@holdfast/contract';
import {
  type Conn,
  findCamera,
  findDefaultPolicyId,
  findVisibleCamera,
  insertCamera,
  listCameras,
  listVisibleCameraStreams,
  lockFor,
  updateCamera,
} from '@holdfast/db';
import type { Deps } from '../deps.ts';
import { clientLeft } from '../http/client-left.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { requireCapability } from '../http/require-capability.ts';
import { cameraFields } from './camera-fields.ts';
import { askDeviceStreams, createFindDevices, presentDevice } from './find-devices.ts';
import { createLiveFrame } from './live-frame.ts';
import { presentCameraConfig, presentCameraLpr, presentCameras } from './present.ts';
import { probeCamera } from './probe-camera.ts';
import { createRecordedFrame } from './recorded-frame.ts';
import { removeCamera } from './remove-camera.ts';
import { sealSource } from './source-fields.ts';

export function cameraHandlers(
  deps: Pick<
    Deps,
    | 'db'
    | 'clock'
    | 'secrets'
    | 'dataDir'
    | 'probeSource'
    | 'restreamHost'
    | 'rtspPort'
    | 'grabFrame'
    | 'scalePicture'
    | 'extractFrame'
    | 'stillPermits'
    | 'discoverDevices'
    | 'listDeviceStreams'
  >,
): Handlers<Routes['cameras']> {
  const { db, clock, secrets } = deps;
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
      if (query.ts === undefined) return { bytes: await liveFrame(wanted) };
      requireCapability(caller, 'playback');
      if (!(await findVisibleCamera(db, wanted))) throw new Problem('not-found');
      const { jpeg, takenAtMs } = await recordedFrame({
        ...wanted,
        at: new Date(query.ts),
        nearestKeyframe: query.fast === '1',
      });
      const headers = {
        'cache-control': 'private, max-age=3600',
        [PICTURE_TIME_HEADER]: new Date(takenAtMs).toISOString(),
      };
      return { bytes: jpeg, headers };
    },

    listConfig: async () => ({ items: (await listCameras(db)).map(presentCameraConfig) }),

    get: async ({ params }) => presentCameraConfig(await find(db, params.id)),

    discover: async ({ request }) => ({
      items: (await findDevices(clientLeft(request))).map(presentDevice),
    }),

    deviceStreams: async ({ body, request }) => ({
      items: await askDeviceStreams(deps, { ...body, signal: clientLeft(request) }),
    }),

    test: ({ body, request }) => probeCamera(deps, { text: body.url, signal: clientLeft(request) }),

    create: async ({ body }) => {
      const main = sealSource(secrets, body.main_url, '/main_url');
      const fields = {
        ...cameraFields(body, secrets),
        name: body.name,
        mainUrl: main.url,
        mainPassword: main.password,
      };
      return db.transaction().execute(async (tx) => {
        await lockFor(tx, 'policies');
        const policyId = await findDefaultPolicyId(tx);
        return presentCameraConfig(await insertCamera(tx, { ...fields, policyId }));
      });
    },

    update: ({ params, body }) =>
      db.transaction().execute(async (tx) => {
        const saved = await find(tx, params.id);
        const change = cameraFields(body, secrets, saved);
        if (Object.keys(change).length === 0) return presentCameraConfig(saved);
        const camera = await updateCamera(tx, params.id, change);
        if (!camera) throw new Problem('not-found');
        return presentCameraConfig(camera);
      }),

    remove: ({ params, query }) =>
      db
        .transaction()
        .execute((tx) => removeCamera(tx, params.id, { footageFate: query.footage, removedAt: new Date(clock.now()) })),

    getLpr: async ({ params }) => presentCameraLpr(await find(db, params.id)),

    updateLpr: async ({ params, body }) => {
      await find(db, params.id);
      const change = {
        ...(body.engine !== undefined && { lprEngine: body.engine }),
        ...(body.min_confidence !== undefined && { lprMinConfidence: body.min_confidence }),
        ...(body.zones && { lprZones: body.zones }),
      };
      if (Object.keys(change).length > 0) await updateCamera(db, params.id, change);
      return presentCameraLpr(await find(db, params.id));
    },
  };
}
