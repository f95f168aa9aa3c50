import { type EnvOf, processEnvFields, sharedEnvFields } from '@holdfast/kit';

const { HOST, PORT, RTSP_PORT, JWT_SECRET, MAINTENANCE_UNTIL, CAMERA_OFFLINE_BOOT_GRACE_SECS, FFMPEG_PATH } =
  sharedEnvFields;

export const envFields = {
  ...processEnvFields,
  HOST,
  PORT,
  RTSP_PORT,
  JWT_SECRET,
  MAINTENANCE_UNTIL,
  CAMERA_OFFLINE_BOOT_GRACE_SECS,
  FFMPEG_PATH,
};

export type RecorderEnv = EnvOf<typeof envFields>;
