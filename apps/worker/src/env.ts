import { type EnvOf, integer, text } from '@holdfast/kit';
import { type EngineModels, ownModels } from './engine/plate-engine.ts';

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
  LPR_READER_MODEL: text({
    describe: 'JSON description of a plate reader to use instead of the built-in one',
  }),
};

/** The operator's models where they are named, else ours. */
export const modelsOf = ({
  LPR_DETECTOR_MODEL,
  LPR_READER_MODEL,
}: Pick<EnvOf<typeof engineEnvFields>, 'LPR_DETECTOR_MODEL' | 'LPR_READER_MODEL'>): EngineModels => ({
  detector: LPR_DETECTOR_MODEL ?? ownModels.detector,
  reader: LPR_READER_MODEL ?? ownModels.reader,
});
