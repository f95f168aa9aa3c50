import { integer, processEnvFields, sharedEnvFields } from '@holdfast/kit';

const { DATA_DIR, LOG_FORMAT, LOG_LEVEL, RECORDER_TZ } = processEnvFields;
const { HOST, PORT, FFMPEG_PATH } = sharedEnvFields;

export const envFields = {
  HOST,
  PORT,
  DATA_DIR,
  DEMO_RTSP_PORT: integer({
    fallback: 8654,
    min: 1,
    max: 65_535,
    describe: 'Port of the simulated cameras of the demo, on this machine',
  }),
  DEMO_HUB_PORT: integer({
    fallback: 8655,
    min: 1,
    max: 65_535,
    describe: 'Port of the simulated smart home of the demo, on this machine',
  }),
  DEMO_MQTT_PORT: integer({
    fallback: 8656,
    min: 1,
    max: 65_535,
    describe: 'Port of the MQTT broker of the simulated detector of the demo, on this machine',
  }),
  DEMO_DETECTOR_PORT: integer({
    fallback: 8657,
    min: 1,
    max: 65_535,
    describe: 'HTTP port of the simulated detector of the demo, on this machine',
  }),
  LOG_FORMAT,
  LOG_LEVEL,
  RECORDER_TZ,
  FFMPEG_PATH,
};
