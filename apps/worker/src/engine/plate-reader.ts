import {
  type Candidate,
  type CropReading,
  calibratedConfidence,
  decodePlate,
  type NormalizedBox,
  withMargin,
} from '@holdfast/domain';
import { chromaSizeOf, type FullPicture } from '@holdfast/media';
import { loadModel, type Runtime } from './load-model.ts';
import { parseReaderDescription, type ReaderDescription } from './model-description.ts';
import { ModelFault } from './model-fault.ts';
import { columnsOf, toReaderColumns } from './reader-columns.ts';
import { type PixelBox, resamplePlane } from './resample.ts';
import { inputShape, toModelInput } from './tensor-input.ts';

export interface ReadPlate {
  /** The most probable first; empty where nothing can be read. */
  candidates: Candidate[];
  /** Of the first candidate, calibrated; zero where there is none. */
  confidence: number;
  /** How many crops it took. */
  crops: number;
}

export interface PlateReader {
  readonly description: ReaderDescription;
  read(picture: FullPicture, box: NormalizedBox): Promise<ReadPlate>;
}

/** How much wider the second crop is on every side: a detector's box may cut the first or the last character. */
const SECOND_CROP_MARGIN = 0.05;
const MOST_CANDIDATES = 8;

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
      throw new ModelFault(`The model of ${path} does not take its described input: ${String(err).split('\n', 1)[0]}`);
    });
    return heads.map(({ name, kind }) => {
      const data = results[name]?.data;
      if (!(data instanceof Float32Array) || data.length === 0 || data.length % columns.length !== 0)
        throw new ModelFault(`The output "${name}" of ${path} has no rows of ${columns.length} columns.`);
      return { kind, probabilities: toReaderColumns(data, { columns, softmax }) };
    });
  };
  const readCrop = (picture: FullPicture, box: NormalizedBox) =>
    run(input.channels === 1 ? greyCrop(picture, box, input) : colourCrop(picture, box, input));
  const judge = (crops: readonly CropReading[]): ReadPlate => {
    const candidates = decodePlate(crops).slice(0, MOST_CANDIDATES);
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

const pixelsOf = ([x, y, width, height]: NormalizedBox, size: { width: number; height: number }): PixelBox => ({
  left: x * size.width,
  top: y * size.height,
  right: (x + width) * size.width,
  bottom: (y + height) * size.height,
});

/** The box fills the input, whatever its shape. */
const greyCrop = (picture: FullPicture, box: NormalizedBox, size: { width: number; height: number }): Uint8Array =>
  resamplePlane({ plane: picture.luma, width: picture.width, height: picture.height }, pixelsOf(box, picture), size);

function colourCrop(picture: FullPicture, box: NormalizedBox, size: { width: number; height: number }): Uint8Array {
  const luma = greyCrop(picture, box, size);
  const half = chromaSizeOf(picture);
  const blue = resamplePlane({ plane: picture.blue, ...half }, pixelsOf(box, half), size);
  const red = resamplePlane({ plane: picture.red, ...half }, pixelsOf(box, half), size);
  const pixels = new Uint8ClampedArray(luma.length * 3);
  for (let i = 0; i < luma.length; i += 1) {
    const [y, b, r] = [luma[i] ?? 0, (blue[i] ?? 128) - 128, (red[i] ?? 128) - 128];
    pixels[i * 3] = y + 1.402 * r;
    pixels[i * 3 + 1] = y - 0.344 * b - 0.714 * r;
    pixels[i * 3 + 2] = y + 1.772 * b;
  }
  return new Uint8Array(pixels.buffer);
}
