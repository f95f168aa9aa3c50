import type {
  CameraRow,
  listChannels,
  listNamedStreamStatus,
  listStorages,
  StorageStatusRow,
  SystemEventRow,
} from '@holdfast/db';
import type { AlertEventKey } from '@holdfast/domain';

type ChannelRow = Awaited<ReturnType<typeof listChannels>>[number];
type StreamRow = Awaited<ReturnType<typeof listNamedStreamStatus>>[number];
type StorageRow = Awaited<ReturnType<typeof listStorages>>[number];

/** The bundle contains only the scheme of an address, never its host, path or query. */
const schemeOf = (url: string | null): string | null =>
  url === null ? null : (/^([a-z]+):/.exec(url)?.[1] ?? 'other');

export const bundleCamera = (camera: CameraRow) => ({
  id: camera.id,
  name: camera.name,
  enabled: camera.enabled,
  policy_id: camera.policyId,
  main: schemeOf(camera.mainUrl),
  sub: schemeOf(camera.subUrl),
  main_has_password: camera.mainPassword !== null,
  sub_has_password: camera.subPassword !== null,
  record_audio: camera.recordAudio,
  convert_video: camera.convertVideo,
  motion_pixel_enabled: camera.motionPixelEnabled,
  motion_detector_enabled: camera.motionDetectorEnabled,
  motion_hub_enabled: camera.motionHubEnabled,
  motion_camera_enabled: camera.motionCameraEnabled,
  lpr_engine: camera.lprEngine,
  created_at: camera.createdAt,
});

export const bundleChannel = ({ id, kind, enabled, attachImage, attachClip }: ChannelRow) => ({
  id,
  kind,
  enabled,
  attach_image: attachImage,
  attach_clip: attachClip,
});

export const bundleStream = (row: StreamRow) => ({
  camera_id: row.cameraId,
  stream: row.stream,
  state: row.state,
  detail: row.detail,
  since: row.since,
  bitrate_bps: row.bitrateBps,
  last_segment_end: row.lastSegmentEndTs,
  segment_lag_ms: row.segmentLagMs,
  restarts: row.restarts,
  codecs: row.codecs,
  width: row.width,
  height: row.height,
  fps: row.fps,
  audio_codec: row.audioCodec,
});

export const bundleStorage = ({ id, name, isDefault }: StorageRow, status: StorageStatusRow | undefined) => ({
  id,
  name,
  is_default: isDefault,
  state: status?.state ?? null,
  detail: status?.detail ?? null,
  free_bytes: status?.freeBytes ?? null,
  total_bytes: status?.totalBytes ?? null,
  pending_bytes: status?.pendingBytes ?? null,
  pruning_stopped_at: status?.pruneStoppedAt ?? null,
});

/** Events whose sentence names the user who caused them. */
const NAMING_USERS: ReadonlySet<string> = new Set<AlertEventKey>(['camera_removed', 'camera_restored']);

/** The data of an event may name people, so only its sentence is included, and only if it names no user. */
export const bundleEvent = ({ eventKey, cameraId, ts, detail, mutedBy }: SystemEventRow) => ({
  event_key: eventKey,
  camera_id: cameraId,
  ts,
  detail: NAMING_USERS.has(eventKey) ? null : detail,
  muted_by: mutedBy,
});
