import { describe, expect, it } from 'vitest';
import { readBoxes } from './detector-boxes.ts';
import { parseDetectorDescription, parseReaderDescription } from './model-description.ts';
import { columnsOf, toReaderColumns } from './reader-columns.ts';

const input = { width: 64, height: 64 };
const options = { input, score: 0.5 };
const box = { left: 10, top: 20, right: 30, bottom: 30 };
const near = (boxes: ReturnType<typeof readBoxes>) =>
  boxes?.map(({ score, ...edges }) => [Number(score.toFixed(3)), edges]);

describe('the boxes of a detector', () => {
  it('of our model are distances from points', () => {
    const values = new Float32Array((64 + 16 + 4) * 5);
    // The third point of the second row of stride 8 lies at (20, 12).
    values.set([0.9, 10, -8, 10, 18], (8 + 2) * 5);
    expect(near(readBoxes('points', { values, dims: [1, 84, 5] }, options))).toEqual([[0.9, box]]);
    expect(readBoxes('points', { values: values.subarray(5), dims: [1, 83, 5] }, options)).toBeUndefined();
  });

  it.each([
    ['yolov5', [20, 25, 20, 10, 0.9, 1, 0, 0, 1, 1, 0.3, 1], [1, 2, 6]],
    ['yolov8', [20, 0, 0, 0, 0, 25, 0, 0, 0, 0, 20, 1, 1, 1, 1, 10, 1, 1, 1, 1, 0.9, 0.3, 0.3, 0.3, 0.3], [1, 5, 5]],
    ['end2end', [0, 10, 20, 30, 30, 0, 0.9, 0, 0, 0, 1, 1, 0, 0.2], [2, 7]],
    ['end2end', [10, 20, 30, 30, 0.9, 0, 0, 0, 1, 1, 0.2, 0], [1, 2, 6]],
  ] as const)('of %s are read by its layout', (layout, values, dims) => {
    expect(near(readBoxes(layout, { values: Float32Array.from(values), dims }, options))).toEqual([[0.9, box]]);
  });
});

describe('the columns of a reader', () => {
  it('of another alphabet are mapped to ours, with other characters as blanks', () => {
    const columns = columnsOf('_BA-');
    const probabilities = toReaderColumns(Float32Array.of(0.1, 0.6, 0.1, 0.2), { columns, softmax: false });
    expect([...probabilities].flatMap((value, i) => (value > 0 ? [[i, Number(value.toFixed(2))]] : []))).toEqual([
      [10, 0.1],
      [11, 0.6],
      [36, 0.3],
    ]);
  });

  it('are converted from logits to probabilities', () => {
    const probabilities = toReaderColumns(Float32Array.of(2, 2, -90), { columns: columnsOf('AB_'), softmax: true });
    expect(probabilities[10]).toBeCloseTo(0.5, 5);
    expect(probabilities[36]).toBeCloseTo(0, 5);
  });
});

describe('the description of a model', () => {
  const detector = { file: 'd.onnx', input: { width: 640, height: 640, white: 1 }, output: 'yolov8', score: 0.4 };
  const reader = {
    file: 'r.onnx',
    input: { width: 140, height: 70, type: 'uint8', layout: 'nhwc' },
    alphabet: 'AB_',
    heads: [{ name: 'o', kind: 'slots' }],
  };

  it('has defaults', () => {
    expect(parseDetectorDescription(JSON.stringify(detector), 'd.json')).toMatchObject({
      sha256: undefined,
      overlap: 0.45,
      input: { channels: 3, type: 'float32', layout: 'nchw', white: 1 },
    });
    expect(parseReaderDescription(JSON.stringify(reader), 'r.json')).toMatchObject({
      softmax: false,
      calibration: { offset: 0, slope: 1 },
      secondCropBelow: 0,
      input: { channels: 1, type: 'uint8', layout: 'nhwc' },
    });
  });

  it.each([
    ['{', 'd.json is not JSON.'],
    ['[]', 'd.json is not a JSON object.'],
    [
      JSON.stringify({ ...detector, file: '../d.onnx' }),
      'd.json: "file" must be the name of a file beside the description.',
    ],
    [
      JSON.stringify({ ...detector, output: 'ssd' }),
      'd.json: "output" must be one of points, yolov5, yolov8, end2end.',
    ],
    [JSON.stringify({ ...detector, score: 2 }), 'd.json: "score" must be a number from 0 to 1.'],
    [
      JSON.stringify({ ...detector, input: { width: 1.5, height: 9 } }),
      'd.json, input: "width" must be a number from 16 to 4096.',
    ],
    [JSON.stringify({ ...detector, sha256: 'abc' }), 'd.json: "sha256" must be 64 hexadecimal digits.'],
  ])('%j is refused with a sentence', (json, sentence) => {
    expect(() => parseDetectorDescription(json, 'd.json')).toThrow(sentence);
  });

  it.each([
    [{ ...reader, heads: [] }, 'r.json: "heads" must be a list of outputs.'],
    [{ ...reader, heads: [{ name: 'o', kind: 'rnn' }] }, 'r.json, heads: "kind" must be one of slots, ctc.'],
    [
      { ...reader, calibration: { offset: 0, slope: 0 } },
      'r.json, calibration: "slope" must be a number from 0.01 to 20.',
    ],
  ])('%j of a reader is refused with a sentence', (description, sentence) => {
    expect(() => parseReaderDescription(JSON.stringify(description), 'r.json')).toThrow(sentence);
  });
});
