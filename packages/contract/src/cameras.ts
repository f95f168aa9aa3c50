import { lprEngines, streamNames, videoCodecs } from '@holdfast/domain';
import { Type } from 'typebox';
import { ById, CAMERA_IDS_BODY_BYTES } from './identifiers.ts';
import { POLYGONS_BODY_BYTES, Polygons } from './polygons.ts';
import { binary, noContent, route } from './route.ts';
import { Name, Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

const SourceAddress = Type.String({ minLength: 1, maxLength: 2048 });
/** A full motion mask, and room for the other fields. */
const CAMERA_BODY_BYTES = POLYGONS_BODY_BYTES + 64 * 1024;
/** For a recorded still: the time of the picture. */
export const PICTURE_TIME_HEADER = 'x-picture-time';
const DetectorName = Type.String({ minLength: 1, maxLength: 100 });

/** Format of a stream when it was last seen, so that a client knows in advance whether it can play it. */
const CameraStream = Strict(
  {
    stream: OneOf(streamNames),
    codec: OneOf(videoCodecs),
    /** RFC 6381, such as `avc1.640028`, for `MediaSource.isTypeSupported`. */
    codec_string: Nullable(Type.String()),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    fps: Nullable(Type.Number()),
    /** RFC 6381 as well (`mp4a.40.2`, `ulaw`, `alaw`, `opus`); null without known audio. */
    audio_codec: Nullable(Type.String()),
    seen_at: Timestamp,
  },
  { $id: 'CameraStream' },
);

const camera = {
  id: Uuid,
  name: Type.String(),
  enabled: Type.Boolean(),
  has_sub_stream: Type.Boolean(),
  policy_id: Uuid,
  lpr_engine: OneOf(lprEngines),
  /** Mirrors `lpr_engine`. */
  lpr_enabled: Type.Boolean(),
  created_at: Timestamp,
};

/** Visible to every user of the camera. */
const Camera = Strict(
  {
    ...camera,
    /** Streams that were ever seen, also while the camera is offline. */
    streams: Type.Array(CameraStream),
  },
  { $id: 'Camera' },
);

/** A removed camera that still has footage, for playback and exports. */
const RemovedCamera = Strict(
  {
    ...camera,
    streams: Type.Array(CameraStream),
    removed_at: Timestamp,
    /** Its footage is being deleted, except what bookmarks protect. */
    deleting: Type.Boolean(),
    first_footage: Timestamp,
    last_footage: Timestamp,
    segments: Type.Integer(),
    bytes: Type.Integer(),
  },
  { $id: 'RemovedCamera' },
);

const footageSum = { segments: Type.Integer(), bytes: Type.Integer(), hours: Type.Number() };
export const MAX_LISTED_BOOKMARKS = 20;

/** The footage that would be removed with a camera. */
const CameraFootage = Strict(
  {
    /** All footage, including protected footage. */
    ...footageSum,
    /** Footage that bookmarks protect: it stays unless the request has `protected=delete`. */
    protected: Strict({
      ...footageSum,
      bookmark_count: Type.Integer(),
      /** The newest ones. A bookmark without a camera is for all cameras and outlives this one. */
      bookmarks: Type.Array(
        Strict({
          id: Uuid,
          camera_id: Nullable(Uuid),
          label: Type.String(),
          start: Timestamp,
          end: Timestamp,
        }),
        { maxItems: MAX_LISTED_BOOKMARKS },
      ),
    }),
  },
  { $id: 'CameraFootage' },
);

/** ISO 3166 alpha-2: country of most plates. Its formats distinguish O from 0 and I from 1. */
export const Country = Type.String({ pattern: '^[A-Z]{2}$' });
export const LprZones = Strict({ include: Polygons, exclude: Polygons });

/** Visible to administrators. Addresses have no password, and `***` for one in the path or query; sending it back keeps it. */
const CameraConfig = Strict(
  {
    ...camera,
    main_url: Type.String(),
    main_has_password: Type.Boolean(),
    sub_url: Nullable(Type.String()),
    sub_has_password: Type.Boolean(),
    /** Null follows the policy. */
    record_audio: Nullable(Type.Boolean()),
    /** Its video is re-encoded as H.264, because it sends neither H.264 nor H.265. */
    convert_video: Type.Boolean(),
    motion_pixel_enabled: Type.Boolean(),
    motion_detector_enabled: Type.Boolean(),
    motion_hub_enabled: Type.Boolean(),
    /** Motion that the camera notices itself, over ONVIF. */
    motion_camera_enabled: Type.Boolean(),
    /** Its ONVIF service; null if it is at the host of the main stream, at `/onvif/device_service`. */
    onvif_url: Nullable(Type.String()),
    motion_mask: Polygons,
    detector_camera_name: Nullable(Type.String()),
    lpr_min_confidence: Type.Number(),
    lpr_zones: LprZones,
    lpr_country: Nullable(Country),
  },
  { $id: 'CameraConfig' },
);

const editable = {
  name: Name,
  enabled: Type.Boolean(),
  main_url: SourceAddress,
  sub_url: Nullable(SourceAddress),
  record_audio: Nullable(Type.Boolean()),
  convert_video: Type.Boolean(),
  motion_pixel_enabled: Type.Boolean(),
  motion_detector_enabled: Type.Boolean(),
  motion_hub_enabled: Type.Boolean(),
  motion_camera_enabled: Type.Boolean(),
  onvif_url: Nullable(Type.String({ minLength: 1, maxLength: 500 })),
  motion_mask: Polygons,
  detector_camera_name: Nullable(DetectorName),
  lpr_engine: OneOf(lprEngines),
};

/** For how the camera is recorded: a policy, or the storage of a policy like the one it would have. */
const recordedBy = { policy_id: Nullable(Uuid), live_storage_id: Uuid };
const MAX_EDITED_CAMERAS = 1_000;
const GroupIds = Type.Array(Uuid, { uniqueItems: true, maxItems: 100 });

const CameraProbe = Strict(
  {
    video: Nullable(
      Strict({ codec: Type.String(), width: Type.Integer(), height: Type.Integer(), fps: Nullable(Type.Number()) }),
    ),
    audio: Nullable(Strict({ codec: Type.String(), sample_rate: Type.Integer(), channels: Type.Integer() })),
    /** One picture, base64. */
    jpeg: Nullable(Type.String()),
  },
  { $id: 'CameraProbe' },
);

/** A discovered camera. */
const FoundDevice = Strict(
  {
    address: Type.String(),
    service_url: Type.String(),
    name: Nullable(Type.String()),
    hardware: Nullable(Type.String()),
  },
  { $id: 'FoundDevice' },
);

/** A stream as reported by the camera; its address has no login. */
const DeviceStream = Strict(
  {
    name: Type.String(),
    url: Type.String(),
    codec: Nullable(Type.String()),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
  },
  { $id: 'DeviceStream' },
);

const LprSettings = Strict(
  {
    engine: OneOf(lprEngines),
    enabled: Type.Boolean(),
    min_confidence: Type.Number(),
    zones: LprZones,
    country: Nullable(Country),
  },
  { $id: 'CameraLprSettings' },
);

export const cameras = {
  list: route({
    method: 'GET',
    path: '/cameras',
    access: 'user',
    summary: 'The cameras the caller may see, by name',
    reply: Strict({ items: Type.Array(Camera) }),
  }),
  listRemoved: route({
    method: 'GET',
    path: '/cameras/removed',
    access: 'user',
    summary: 'Removed cameras with footage that the caller may see, most recently removed first',
    reply: Strict({ items: Type.Array(RemovedCamera) }),
  }),
  frame: route({
    method: 'GET',
    path: '/cameras/{id}/frame.jpg',
    access: 'media',
    scope: 'camera',
    summary: 'A current picture of the camera, or of a recorded moment; fast uses the keyframe before it',
    params: ById,
    query: Patch({ ts: Timestamp, width: Type.Integer({ minimum: 16, maximum: 3840 }), fast: OneOf(['0', '1']) }),
    reply: binary('image/jpeg', {
      [PICTURE_TIME_HEADER]: 'When the picture was taken: of a recorded moment with `fast` earlier than was asked for',
    }),
  }),
  listConfig: route({
    method: 'GET',
    path: '/config/cameras',
    access: 'admin',
    summary: 'All cameras with their settings, by name',
    reply: Strict({ items: Type.Array(CameraConfig) }),
  }),
  create: route({
    method: 'POST',
    path: '/config/cameras',
    access: 'admin',
    summary: 'Adds a camera; without policy_id or live_storage_id it joins the Default policy',
    body: Type.Interface(
      [Type.Partial(Type.Object({ ...editable, ...recordedBy }))],
      { name: Name, main_url: SourceAddress },
      { additionalProperties: false },
    ),
    bodyLimitBytes: CAMERA_BODY_BYTES,
    status: 201,
    reply: CameraConfig,
  }),
  updateMany: route({
    method: 'PUT',
    path: '/config/cameras',
    access: 'admin',
    summary: 'Changes the same settings of many cameras, all or none; omitted fields are unchanged',
    body: Strict({
      camera_ids: Type.Array(Uuid, { uniqueItems: true, minItems: 1, maxItems: MAX_EDITED_CAMERAS }),
      settings: Patch({
        enabled: editable.enabled,
        record_audio: editable.record_audio,
        motion_pixel_enabled: editable.motion_pixel_enabled,
        motion_detector_enabled: editable.motion_detector_enabled,
        motion_hub_enabled: editable.motion_hub_enabled,
        motion_camera_enabled: editable.motion_camera_enabled,
        ...recordedBy,
        add_group_ids: GroupIds,
        remove_group_ids: GroupIds,
      }),
    }),
    bodyLimitBytes: CAMERA_IDS_BODY_BYTES,
    reply: Strict({ items: Type.Array(CameraConfig) }),
  }),
  test: route({
    method: 'POST',
    path: '/config/cameras/test',
    access: 'admin',
    summary: 'Connects to an address and returns its streams with one picture',
    body: Strict({ url: SourceAddress, convert_video: Type.Optional(Type.Boolean()) }),
    reply: CameraProbe,
  }),
  discover: route({
    method: 'POST',
    path: '/cameras/discover',
    access: 'admin',
    summary: 'Searches the networks of this machine for ONVIF cameras for a few seconds',
    reply: Strict({ items: Type.Array(FoundDevice) }),
  }),
  deviceStreams: route({
    method: 'POST',
    path: '/cameras/discover/streams',
    access: 'admin',
    summary: 'The streams of an ONVIF camera on this network, largest first',
    body: Strict({
      service_url: Type.String({ minLength: 1, maxLength: 500 }),
      username: Type.String({ maxLength: 100 }),
      password: Type.String({ maxLength: 256 }),
    }),
    reply: Strict({ items: Type.Array(DeviceStream) }),
  }),
  get: route({
    method: 'GET',
    path: '/config/cameras/{id}',
    access: 'admin',
    summary: 'One camera with its settings',
    params: ById,
    reply: CameraConfig,
  }),
  update: route({
    method: 'PUT',
    path: '/config/cameras/{id}',
    access: 'admin',
    summary: 'Changes a camera; omitted fields are unchanged',
    params: ById,
    body: Patch(editable),
    bodyLimitBytes: CAMERA_BODY_BYTES,
    reply: CameraConfig,
  }),
  remove: route({
    method: 'DELETE',
    path: '/config/cameras/{id}',
    access: 'admin',
    summary:
      'Removes a camera and keeps or deletes its footage, also of a camera removed before; protected footage stays unless protected=delete',
    params: ById,
    query: Strict({
      footage: OneOf(['keep', 'delete']),
      protected: Type.Optional(OneOf(['keep', 'delete'])),
    }),
    reply: noContent,
  }),
  footage: route({
    method: 'GET',
    path: '/config/cameras/{id}/footage',
    access: 'admin',
    summary:
      'How much footage a camera has, removed or not, and how much of it is protected: what removing it would delete',
    params: ById,
    reply: CameraFootage,
  }),
  restore: route({
    method: 'POST',
    path: '/config/cameras/{id}/restore',
    access: 'admin',
    summary: 'Restores a removed camera with its remaining footage; under another name if its own is in use',
    params: ById,
    body: Patch({ name: Name }),
    reply: CameraConfig,
  }),
  getLpr: route({
    method: 'GET',
    path: '/config/cameras/{id}/lpr',
    access: 'admin',
    summary: 'The plate settings of a camera',
    params: ById,
    reply: LprSettings,
  }),
  updateLpr: route({
    method: 'PUT',
    path: '/config/cameras/{id}/lpr',
    access: 'admin',
    summary: 'Changes the plate settings of a camera; omitted fields are unchanged',
    params: ById,
    body: Patch({
      engine: OneOf(lprEngines),
      min_confidence: Type.Number({ minimum: 0, maximum: 1 }),
      zones: LprZones,
      country: Nullable(Country),
    }),
    bodyLimitBytes: 2 * POLYGONS_BODY_BYTES,
    reply: LprSettings,
  }),
};
