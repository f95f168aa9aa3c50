import type {
  CameraRow,
  FootageSum,
  listVisibleCameraStreams,
  listVisibleCameras,
  listVisibleRemovedCameras,
} from '@holdfast/db';
import { lprEnabled } from '@holdfast/domain';
import type { CameraFootage } from './camera-footage.ts';

type VisibleCamera = Awaited<ReturnType<typeof listVisibleCameras>>[number];

type VisibleStream = Awaited<ReturnType<typeof listVisibleCameraStreams>>[number];

const presentBasics = (camera: VisibleCamera) => ({
  id: camera.id,
  name: camera.name,
  enabled: camera.enabled,
  has_sub_stream: camera.hasSubStream,
  policy_id: camera.policyId,
  lpr_engine: camera.lprEngine,
  lpr_enabled: lprEnabled(camera.lprEngine),
  created_at: camera.createdAt.toISOString(),
});

export const presentCameras = (rows: readonly VisibleStream[]) =>
  [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofOne) =>
    ofOne.slice(0, 1).map((camera) => ({ ...presentBasics(camera), streams: ofOne.flatMap(presentStream) })),
  );

type RemovedCamera = Awaited<ReturnType<typeof listVisibleRemovedCameras>>[number];

export const presentRemovedCameras = (rows: readonly RemovedCamera[]) =>
  [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofOne) =>
    ofOne.slice(0, 1).map((camera) => ({
      ...presentBasics(camera),
      streams: ofOne.flatMap(presentStream),
      removed_at: camera.removedAt.toISOString(),
      deleting: camera.footageFate !== 'keep',
      first_footage: camera.firstFootageTs.toISOString(),
      last_footage: camera.lastFootageTs.toISOString(),
      segments: camera.segments,
      bytes: camera.bytes,
    })),
  );

const HOUR_MS = 3_600_000;
const presentSum = ({ segments, bytes, milliseconds }: FootageSum) => ({
  segments,
  bytes,
  hours: milliseconds / HOUR_MS,
});

export const presentCameraFootage = ({ all, kept, bookmarks }: CameraFootage) => ({
  ...presentSum(all),
  protected: {
    ...presentSum(kept),
    bookmark_count: bookmarks[0]?.count ?? 0,
    bookmarks: bookmarks.map(({ id, cameraId, label, startTs, endTs }) => ({
      id,
      camera_id: cameraId,
      label,
      start: startTs.toISOString(),
      end: endTs.toISOString(),
    })),
  },
});

type StreamFacts = Pick<
  VisibleStream,
  'stream' | 'codec' | 'codecString' | 'width' | 'height' | 'fps' | 'audioCodec' | 'seenAt'
>;

const presentStream = ({ stream, codec, seenAt, ...seen }: StreamFacts) =>
  stream === null || codec === null || seenAt === null
    ? []
    : [
        {
          stream,
          codec,
          codec_string: seen.codecString,
          width: seen.width,
          height: seen.height,
          fps: seen.fps,
          audio_codec: seen.audioCodec,
          seen_at: seenAt.toISOString(),
        },
      ];

export const presentCameraConfig = (camera: CameraRow) => ({
  ...presentBasics({ ...camera, hasSubStream: camera.subUrl !== null }),
  main_url: camera.mainUrl,
  main_has_password: camera.mainPassword !== null,
  sub_url: camera.subUrl,
  sub_has_password: camera.subPassword !== null,
  record_audio: camera.recordAudio,
  convert_video: camera.convertVideo,
  motion_pixel_enabled: camera.motionPixelEnabled,
  motion_detector_enabled: camera.motionDetectorEnabled,
  motion_hub_enabled: camera.motionHubEnabled,
  motion_camera_enabled: camera.motionCameraEnabled,
  onvif_url: camera.onvifUrl,
  motion_mask: camera.motionMask,
  detector_camera_name: camera.detectorCameraName,
  lpr_min_confidence: camera.lprMinConfidence,
  lpr_zones: camera.lprZones,
  lpr_country: camera.lprCountry,
});

export const presentCameraLpr = (camera: CameraRow) => ({
  engine: camera.lprEngine,
  enabled: lprEnabled(camera.lprEngine),
  min_confidence: camera.lprMinConfidence,
  zones: camera.lprZones,
  country: camera.lprCountry,
});
