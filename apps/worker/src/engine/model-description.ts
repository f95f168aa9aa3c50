import type { Calibration } from '@holdfast/domain';
import { ModelFault } from './model-fault.ts';

interface ModelFile {
  /** In the folder of the description. */
  file: string;
  /** Checked at load if given; our own models always have it. */
  sha256: string | undefined;
}

export interface ModelInput {
  width: number;
  height: number;
  channels: 1 | 3;
  /** The model's input value for white. */
  white: number;
  type: 'float32' | 'uint8';
  layout: 'nchw' | 'nhwc';
}

/**
 * Output layout of a detector.
 * - `points`: ours; [points, 5]: score, then distances to left, top, right, bottom, for the points of strides 8, 16, 32
 * - `yolov5`: [boxes, 5 + classes]: centre, size, objectness, classes
 * - `yolov8`: [4 + classes, boxes]: centre, size, classes
 * - `end2end`: [boxes, 7]: picture, corners, class, score; or [boxes, 6]: corners, score, class
 */
const detectorOutputs = ['points', 'yolov5', 'yolov8', 'end2end'] as const;
export type DetectorOutput = (typeof detectorOutputs)[number];

export interface DetectorDescription extends ModelFile {
  input: ModelInput;
  output: DetectorOutput;
  /** The operating point: boxes with a lower score are ignored. */
  score: number;
  /** Boxes that overlap more than this are the same plate. */
  overlap: number;
}

export interface ReaderHeadDescription {
  /** The name of the model's output. */
  name: string;
  kind: 'slots' | 'ctc';
}

export interface ReaderDescription extends ModelFile {
  input: ModelInput;
  heads: readonly ReaderHeadDescription[];
  /** The character of each column; anything but A-Z and 0-9 is a blank. */
  alphabet: string;
  /** Whether the outputs are logits. */
  softmax: boolean;
  calibration: Calibration;
  /** Below this confidence a plate is read again from a wider crop. */
  secondCropBelow: number;
}

type Fields = Record<string, unknown>;

/** Parses a JSON description; `name` is the file name, for error messages. */
function fieldsOf(text: string, name: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ModelFault(`${name} is not JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ModelFault(`${name} is not a JSON object.`);
  return value as Fields;
}

function reader(fields: Fields, name: string) {
  const wrong = (key: string, wanted: string) => new ModelFault(`${name}: "${key}" must be ${wanted}.`);
  const optional = <T>(key: string, fallback: T, read: () => T): T => (fields[key] === undefined ? fallback : read());
  const text = (key: string): string => {
    const value = fields[key];
    if (typeof value !== 'string' || value === '') throw wrong(key, 'text');
    return value;
  };
  const within = (key: string, [min, max]: readonly [number, number]): number => {
    const value = fields[key];
    if (typeof value !== 'number' || !(value >= min && value <= max))
      throw wrong(key, `a number from ${min} to ${max}`);
    return value;
  };
  const whole = (key: string, [min, max]: readonly [number, number]): number => {
    const value = within(key, [min, max]);
    if (!Number.isInteger(value)) throw wrong(key, `a whole number from ${min} to ${max}`);
    return value;
  };
  const oneOf = <const T extends readonly unknown[]>(key: string, values: T): T[number] => {
    const found = values.find((value) => value === fields[key]);
    if (found === undefined) throw wrong(key, `one of ${values.join(', ')}`);
    return found;
  };
  return { wrong, optional, text, within, whole, oneOf };
}

function fileOf(fields: Fields, name: string): ModelFile {
  const { text, optional, wrong } = reader(fields, name);
  const file = text('file');
  if (/[/\\]/.test(file)) throw wrong('file', 'the name of a file beside the description');
  const sha256 = optional('sha256', undefined, () => text('sha256'));
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) throw wrong('sha256', '64 hexadecimal digits');
  return { file, sha256 };
}

function inputOf(fields: Fields, name: string, channels: 1 | 3): ModelInput {
  const value = fields.input;
  if (typeof value !== 'object' || value === null) throw new ModelFault(`${name}: "input" must be an object.`);
  const { whole, optional, oneOf, within } = reader(value as Fields, `${name}, input`);
  return {
    width: whole('width', [16, 4096]),
    height: whole('height', [16, 4096]),
    channels: optional('channels', channels, () => oneOf('channels', [1, 3])),
    white: optional('white', 255, () => within('white', [1, 255])),
    type: optional('type', 'float32', () => oneOf('type', ['float32', 'uint8'])),
    layout: optional('layout', 'nchw', () => oneOf('layout', ['nchw', 'nhwc'])),
  };
}

export function parseDetectorDescription(json: string, name: string): DetectorDescription {
  const fields = fieldsOf(json, name);
  const { oneOf, optional, within } = reader(fields, name);
  return {
    ...fileOf(fields, name),
    input: inputOf(fields, name, 3),
    output: oneOf('output', detectorOutputs),
    score: within('score', [0, 1]),
    overlap: optional('overlap', 0.45, () => within('overlap', [0, 1])),
  };
}

const MAX_ALPHABET = 128;

export function parseReaderDescription(json: string, name: string): ReaderDescription {
  const fields = fieldsOf(json, name);
  const { optional, within, text, wrong, oneOf } = reader(fields, name);
  const alphabet = text('alphabet');
  if (alphabet.length < 2 || alphabet.length > MAX_ALPHABET) throw wrong('alphabet', 'the character of each column');
  return {
    ...fileOf(fields, name),
    input: inputOf(fields, name, 1),
    heads: headsOf(fields, name),
    alphabet,
    softmax: optional('softmax', false, () => oneOf('softmax', [true, false])),
    calibration: calibrationOf(fields, name),
    secondCropBelow: optional('second_crop_below', 0, () => within('second_crop_below', [0, 1])),
  };
}

function headsOf(fields: Fields, name: string): ReaderHeadDescription[] {
  const { heads } = fields;
  if (!Array.isArray(heads) || heads.length === 0) throw new ModelFault(`${name}: "heads" must be a list of outputs.`);
  return heads.map((head: unknown) => {
    if (typeof head !== 'object' || head === null) throw new ModelFault(`${name}: each of "heads" must be an object.`);
    const { text, oneOf } = reader(head as Fields, `${name}, heads`);
    return { name: text('name'), kind: oneOf('kind', ['slots', 'ctc']) };
  });
}

/** Without one, the model's probabilities are used as they are. */
function calibrationOf(fields: Fields, name: string): Calibration {
  const { calibration } = fields;
  if (calibration === undefined) return { offset: 0, slope: 1 };
  if (typeof calibration !== 'object' || calibration === null)
    throw new ModelFault(`${name}: "calibration" must be an object.`);
  const { within } = reader(calibration as Fields, `${name}, calibration`);
  return { offset: within('offset', [-20, 20]), slope: within('slope', [0.01, 20]) };
}
