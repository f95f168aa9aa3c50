import { type EnvOf, integer, processEnvFields, secret, sharedEnvFields, text } from '@holdfast/kit';
import { type EngineModels, ownModels } from './engine/own-models.ts';

export const engineEnvFields = {
  LPR_ORT_THREADS: integer({ fallback: 1, min: 1, max: 64, describe: 'Threads of the plate models' }),
  LPR_CV_THREADS: integer({
    fallback: 1,
    min: 1,
    max: 64,
    describe: 'Threads that decode pictures for the plate worker',
  }),
  LPR_DETECTOR_MODEL: text({
    describe: 'JSON description of a plate detector to use instead of the built-in one',
  }),
  LPR_READER_MODEL: text({ describe: 'JSON description of a plate reader to use instead of the built-in one' }),
};

const { DATA_DIR, LOG_FORMAT, LOG_LEVEL } = processEnvFields;
const { FFMPEG_PATH } = sharedEnvFields;
const RTSP_URL = /^rtsps?:\/\/[^\s/]+\/\S+$/i;
const seconds = (options: { fallback: number; describe: string }) => integer({ min: 1, max: 3_600, ...options });

export const envFields = {
  DATA_DIR,
  LOG_FORMAT,
  LOG_LEVEL,
  FFMPEG_PATH,
  API_BASE_URL: text({
    pattern: /^https?:\/\/\S+$/,
    accepts: 'an http:// or https:// URL',
    describe: 'Address of the API that the plate worker loads its settings from and sends reads to',
  }),
  LPR_INGEST_TOKEN: secret({ describe: 'Ingest token of the plate worker' }),
  LPR_CAMERA_ID: text({
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    accepts: 'the id of a camera',
    describe: 'Camera that the plate worker reads',
  }),
  LPR_RTSP_URL: secret({
    pattern: RTSP_URL,
    accepts: 'an rtsp:// URL',
    describe: "The camera's main stream in the restream, with its login",
  }),
  LPR_RTSP_SUB_URL: secret({
    pattern: RTSP_URL,
    accepts: 'an rtsp:// URL',
    describe: "The camera's sub stream, if it cannot be derived from the main one",
  }),
  ...engineEnvFields,
  LPR_SAMPLE_FPS: integer({ fallback: 5, min: 1, max: 30, describe: 'Frames per second that the plate worker reads' }),
  LPR_PASS_GAP_SECONDS: seconds({
    fallback: 2,
    describe: 'A pass ends when the plate has not been seen for this long',
  }),
  LPR_PASS_MAX_SECONDS: seconds({ fallback: 15, describe: 'A plate that stays in view is sent after this long' }),
  LPR_REAPPEAR_GAP_SECONDS: seconds({
    fallback: 45,
    describe: 'A plate is sent again when it was out of view for this long',
  }),
  LPR_QUEUE_MAX_BYTES: integer({
    fallback: 64 * 1024 * 1024,
    min: 1_048_576,
    describe: 'Maximum size of the reads queued on disk for the API',
  }),
  LPR_QUEUE_MAX_HOURS: integer({
    fallback: 72,
    min: 1,
    max: 8_760,
    describe: 'Maximum age of the reads queued on disk for the API',
  }),
};

/** Keys without which the worker has nothing to do. */
export const requiredKeys = ['API_BASE_URL', 'LPR_INGEST_TOKEN', 'LPR_CAMERA_ID', 'LPR_RTSP_URL'] as const;

/** The configured models, otherwise our own. */
export const modelsOf = ({
  LPR_DETECTOR_MODEL,
  LPR_READER_MODEL,
}: Pick<EnvOf<typeof engineEnvFields>, 'LPR_DETECTOR_MODEL' | 'LPR_READER_MODEL'>): EngineModels => ({
  detector: LPR_DETECTOR_MODEL ?? ownModels.detector,
  reader: LPR_READER_MODEL ?? ownModels.reader,
});
