import { PICTURE_TIME_HEADER, type Routes } from '@holdfast/contract';
import { type Database, findVisibleCamera, listCameras, listVisibleCameraStreams } from '@holdfast/db';
import { holds } from '@holdfast/domain';
import type { Clock, OutboundRule, Permits, SecretBox } from '@holdfast/kit';
import type {
  DeviceDiscovery,
  DeviceStreamLister,
  FrameExtractor,
  FrameGrabber,
  PictureScaler,
  SourceProber,
} from '@holdfast/media';
import type { Alerts } from '../alerts/alerts.ts';
import type { AuditSpans } from '../audit/audit-spans.ts';
import type { FootageFiles } from '../footage/footage-files.ts';
import { clientLeft } from '../http/client-left.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { requireCapability } from '../http/require-capability.ts';
import { cameraEditHandlers } from './edit-handlers.ts';
import { createFindDevices, presentDevice, readDeviceStreams } from './find-devices.ts';
import { CameraOffline, createLiveFrame } from './live-frame.ts';
import { presentCameraConfig, presentCameras } from './present.ts';
import { probeCamera } from './probe-camera.ts';
import { createRecordedFrame } from './recorded-frame.ts';
import { cameraRemovalHandlers } from './removal-handlers.ts';
import { requireCamera } from './require-cameras.ts';

export function cameraHandlers(deps: {
  db: Database;
  clock: Clock;
  alerts: Alerts;
  secrets: SecretBox;
  footage: FootageFiles;
  probeSource: SourceProber;
  restreamHost: string;
  rtspPort: number;
  grabFrame: FrameGrabber;
  grabRestreamFrame: FrameGrabber;
  scalePicture: PictureScaler;
  extractFrame: FrameExtractor;
  stillPermits: Permits;
  discoverDevices: DeviceDiscovery;
  listDeviceStreams: DeviceStreamLister;
  outbound: OutboundRule;
  auditSpans: AuditSpans;
}): Handlers<Routes['cameras']> {
  const { db, auditSpans } = deps;
  const liveFrame = createLiveFrame(deps);
  const recordedFrame = createRecordedFrame({ ...deps, permits: deps.stillPermits });
  const findDevices = createFindDevices(deps.discoverDevices);

  return {
    ...cameraEditHandlers(deps),
    ...cameraRemovalHandlers(deps),

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
        const { jpeg, takenAtMs } = await liveFrame(wanted).catch((err: unknown) => {
          throw err instanceof CameraOffline && !holds(caller.capabilities, 'admin') ? err.withoutCause() : err;
        });
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

    get: async ({ params }) => presentCameraConfig(await requireCamera(db, params.id)),

    discover: async ({ request }) => ({
      items: (await findDevices(clientLeft(request))).map(presentDevice),
    }),

    deviceStreams: async ({ body, request }) => ({
      items: await readDeviceStreams(deps, { ...body, signal: clientLeft(request) }),
    }),

    test: ({ body, request }) =>
      probeCamera(deps, {
        text: body.url,
        converts: body.convert_video ?? false,
        signal: clientLeft(request),
      }),
  };
}
