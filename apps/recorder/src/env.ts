import { type EnvOf, processEnvFields, sharedEnvFields, text } from '@holdfast/kit';

const {
  HOST,
  PORT,
  RTSP_PORT,
  JWT_SECRET,
  MAINTENANCE_UNTIL,
  CAMERA_OFFLINE_BOOT_GRACE_SECS,
  FFMPEG_PATH,
  DETECTOR_MQTT_URL,
  DETECTOR_MQTT_PREFIX,
  DETECTOR_MQTT_USERNAME,
  DETECTOR_MQTT_PASSWORD,
  DETECTOR_HTTP_URL,
  SMARTHOME_BASE_URL,
  SMARTHOME_TOKEN,
} = sharedEnvFields;

export const envFields = {
  ...processEnvFields,
  HOST,
  PORT,
  RTSP_PORT,
  JWT_SECRET,
  MAINTENANCE_UNTIL,
  CAMERA_OFFLINE_BOOT_GRACE_SECS,
  FFMPEG_PATH,
  DETECTOR_MQTT_URL,
  DETECTOR_MQTT_PREFIX,
  DETECTOR_MQTT_USERNAME,
  DETECTOR_MQTT_PASSWORD,
  DETECTOR_HTTP_URL,
  SMARTHOME_BASE_URL,
  SMARTHOME_TOKEN,
  FOOTAGE_GROUP: text({
    describe:
      'Group (name or number) that may read footage, to share it over the network; without it only our own user can',
  }),
};

export type RecorderEnv = EnvOf<typeof envFields>;
