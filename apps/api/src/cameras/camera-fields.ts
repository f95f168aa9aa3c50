import type { Routes, StaticOf } from '@holdfast/contract';
import type { CameraFields, CameraRow } from '@holdfast/db';
import type { SecretBox } from '@holdfast/kit';
import { requireServiceUrl, sealSource } from './source-fields.ts';

type Edit = StaticOf<Routes['cameras']['update']['body']>;

/** Body names to column names, for the fields that the body has. */
const plainFields = {
  name: 'name',
  enabled: 'enabled',
  record_audio: 'recordAudio',
  convert_video: 'convertVideo',
  motion_pixel_enabled: 'motionPixelEnabled',
  motion_detector_enabled: 'motionDetectorEnabled',
  motion_hub_enabled: 'motionHubEnabled',
  motion_camera_enabled: 'motionCameraEnabled',
  motion_mask: 'motionMask',
  detector_camera_name: 'detectorCameraName',
  lpr_engine: 'lprEngine',
} as const satisfies Partial<Record<keyof Edit, keyof CameraFields>>;

export function cameraFields(edit: Edit, secrets: SecretBox, saved?: CameraRow): Partial<CameraFields> {
  const plain = Object.entries(plainFields)
    .filter(([wire]) => edit[wire as keyof typeof plainFields] !== undefined)
    .map(([wire, column]) => [column, edit[wire as keyof typeof plainFields]]);
  return {
    ...(Object.fromEntries(plain) as Partial<CameraFields>),
    ...mainSource(edit, secrets, saved),
    ...subSource(edit, secrets, saved),
    ...service(edit),
  };
}

function mainSource({ main_url }: Edit, secrets: SecretBox, saved?: CameraRow): Partial<CameraFields> {
  if (main_url === undefined) return {};
  const { url, password } = sealSource(
    secrets,
    main_url,
    '/main_url',
    saved && { url: saved.mainUrl, password: saved.mainPassword },
  );
  return { mainUrl: url, mainPassword: password };
}

function subSource({ sub_url }: Edit, secrets: SecretBox, saved?: CameraRow): Partial<CameraFields> {
  if (sub_url === undefined) return {};
  if (sub_url === null) return { subUrl: null, subPassword: null };
  const { url, password } = sealSource(
    secrets,
    sub_url,
    '/sub_url',
    saved && { url: saved.subUrl, password: saved.subPassword },
  );
  return { subUrl: url, subPassword: password };
}

function service({ onvif_url }: Edit): Partial<CameraFields> {
  if (onvif_url === undefined) return {};
  return { onvifUrl: onvif_url === null ? null : requireServiceUrl(onvif_url, '/onvif_url') };
}
