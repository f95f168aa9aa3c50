import { integer, processEnvFields, sharedEnvFields } from '@holdfast/kit';

const { DATA_DIR, LOG_FORMAT, LOG_LEVEL, RECORDER_TZ } = processEnvFields;
const { HOST, FFMPEG_PATH } = sharedEnvFields;

const range = { min: 1, max: 65_535 };

export const envFields = {
  HOST,
  PORT: integer({ ...range, fallback: 8080, describe: sharedEnvFields.PORT.describe }),
  RTSP_PORT: integer({ ...range, fallback: 8554, describe: sharedEnvFields.RTSP_PORT.describe }),
  DATA_DIR,
  DEMO_RTSP_PORT: integer({
    ...range,
    fallback: 8654,
    describe: 'Port of the simulated cameras of the demo, on this machine',
  }),
  DEMO_HUB_PORT: integer({
    ...range,
    fallback: 8655,
    describe: 'Port of the simulated smart home of the demo, on this machine',
  }),
  DEMO_MQTT_PORT: integer({
    ...range,
    fallback: 8656,
    describe: 'Port of the MQTT broker of the simulated detector of the demo, on this machine',
  }),
  DEMO_DETECTOR_PORT: integer({
    ...range,
    fallback: 8657,
    describe: 'HTTP port of the simulated detector of the demo, on this machine',
  }),
  LOG_FORMAT,
  LOG_LEVEL,
  RECORDER_TZ,
  FFMPEG_PATH,
};
