import {
  type Candidate,
  type CropReading,
  calibratedConfidence,
  decodePlate,
  type NormalizedBox,
  withMargin,
} from '@holdfast/domain';
import type { FullPicture } from '@holdfast/media';
import { colourCrop, greyCrop } from './crop-pixels.ts';
import { loadModel, type Runtime } from './load-model.ts';
import { parseReaderDescription, type ReaderDescription } from './model-description.ts';
import { ModelFault } from './model-fault.ts';
import { columnsOf, toReaderColumns } from './reader-columns.ts';
import { inputShape, toModelInput } from './tensor-input.ts';

export interface ReadPlate {
  /** Most probable first; empty if nothing can be read. */
  candidates: Candidate[];
  /** Calibrated confidence of the first candidate; zero without one. */
  confidence: number;
  /** Number of crops read. */
  crops: number;
}

export interface PlateReader {
  readonly description: ReaderDescription;
  read(picture: FullPicture, box: NormalizedBox): Promise<ReadPlate>;
}

/** Extra margin of the second crop on every side: a detector's box may cut the first or last character. */
const SECOND_CROP_MARGIN = 0.05;
const MAX_CANDIDATES = 8;

export async function loadReader(
  path: string,
  { runtime, threads }: { runtime: Runtime; threads: number },
): Promise<PlateReader> {
  const { description, session } = await loadModel(path, parseReaderDescription, { runtime, threads });
  const { input, heads, alphabet, softmax, calibration, secondCropBelow } = description;
  const columns = columnsOf(alphabet);
  const [inputName = ''] = session.inputNames;
  const missing = heads.find(({ name }) => !session.outputNames.includes(name));
  if (missing)
    throw new ModelFault(
      `The model of ${path} has no output "${missing.name}", only ${session.outputNames.join(', ')}.`,
    );

  const run = async (pixels: Uint8Array): Promise<CropReading> => {
    const tensor = new runtime.Tensor(input.type, toModelInput(pixels, input), inputShape(input, 1));
    const results = await session.run({ [inputName]: tensor }).catch((err: unknown) => {
      throw new ModelFault(
        `The model of ${path} does not accept its described input: ${String(err).split('\n', 1)[0]}`,
      );
    });
    return heads.map(({ name, kind }) => {
      const { data, dims = [] } = results[name] ?? {};
      // Some models return all rows flattened into one.
      const rowLength = dims.length > 2 ? dims.at(-1) : columns.length;
      if (
        !(data instanceof Float32Array) ||
        data.length === 0 ||
        data.length % columns.length !== 0 ||
        rowLength !== columns.length
      )
        throw new ModelFault(`The output "${name}" of ${path} has no rows of ${columns.length} columns.`);
      return { kind, probabilities: toReaderColumns(data, { columns, softmax }) };
    });
  };
  const readCrop = (picture: FullPicture, box: NormalizedBox) =>
    run(input.channels === 1 ? greyCrop(picture, box, input) : colourCrop(picture, box, input));
  const judge = (crops: readonly CropReading[]): ReadPlate => {
    const candidates = decodePlate(crops).slice(0, MAX_CANDIDATES);
    const [best] = candidates;
    const confidence = best === undefined ? 0 : calibratedConfidence(best.logProbability, calibration);
    return { candidates, confidence, crops: crops.length };
  };

  await run(new Uint8Array(input.width * input.height * input.channels));
  return {
    description,
    async read(picture, box) {
      const first = await readCrop(picture, box);
      const once = judge([first]);
      if (once.confidence >= secondCropBelow) return once;
      return judge([first, await readCrop(picture, withMargin(box, SECOND_CROP_MARGIN))]);
    },
  };
}
