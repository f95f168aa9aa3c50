import { type Detection, fromLetterbox, letterboxOf, type NormalizedBox, suppressOverlaps } from '@holdfast/domain';
import type { FullPicture } from '@holdfast/media';
import type { InferenceSession } from 'onnxruntime-node';
import { readBoxes } from './detector-boxes.ts';
import { loadModel, type Runtime } from './load-model.ts';
import { type DetectorDescription, parseDetectorDescription } from './model-description.ts';
import { ModelFault } from './model-fault.ts';
import { inputShape, toModelInput } from './tensor-input.ts';

const MAX_PLATES = 12;
const WHOLE: NormalizedBox = [0, 0, 1, 1];

export interface PlateDetector {
  readonly description: DetectorDescription;
  /** The plates of a picture, highest score first. `region` is the part of it that `letterboxed` shows. */
  detect(picture: FullPicture, region?: NormalizedBox): Promise<Detection[]>;
}

export async function loadDetector(
  path: string,
  { runtime, threads }: { runtime: Runtime; threads: number },
): Promise<PlateDetector> {
  const { description, session } = await loadModel(path, parseDetectorDescription, { runtime, threads });
  const { input, output, score, overlap } = description;
  const run = async (pixels: Uint8Array) => {
    const tensor = new runtime.Tensor(input.type, toModelInput(pixels, input), inputShape(input, 1));
    const { values, dims } = await onlyOutput(session, tensor, path);
    const boxes = readBoxes(output, { values, dims }, { input, score });
    if (boxes === undefined)
      throw new ModelFault(
        `The model of ${path} has an output of the shape ${dims.join('x')}, which does not match "${output}".`,
      );
    return boxes;
  };
  // Detects a model of another shape at load and not at the first car.
  await run(new Uint8Array(input.width * input.height * input.channels));
  return {
    description,
    async detect(picture, region = WHOLE) {
      const boxes = await run(picture.letterboxed);
      const shown = { width: Math.round(picture.width * region[2]), height: Math.round(picture.height * region[3]) };
      const letterbox = letterboxOf(shown, input);
      const detections = boxes.flatMap((found) => {
        const box = fromLetterbox(found, { letterbox, region });
        return box === undefined ? [] : [{ score: found.score, box }];
      });
      return suppressOverlaps(detections, { overlap, most: MAX_PLATES });
    },
  };
}

type Tensor = InstanceType<Runtime['Tensor']>;

async function onlyOutput(session: InferenceSession, tensor: Tensor, path: string) {
  const [inputName = ''] = session.inputNames;
  const [outputName = ''] = session.outputNames;
  try {
    const result = (await session.run({ [inputName]: tensor }))[outputName];
    if (!(result?.data instanceof Float32Array)) throw new TypeError('its output is not float32');
    return { values: result.data, dims: result.dims };
  } catch (err) {
    throw new ModelFault(`The model of ${path} does not accept its described input: ${String(err).split('\n', 1)[0]}`);
  }
}
