import type { FrameSize, InputBox } from '@holdfast/domain';
import type { DetectorOutput } from './model-description.ts';

export interface ScoredBox extends InputBox {
  score: number;
}

interface Output {
  values: Float32Array;
  dims: readonly number[];
}

/** Reads the boxes above a score from a detector's output; undefined if its shape does not match the layout. */
export function readBoxes(
  layout: DetectorOutput,
  output: Output,
  { input, score }: { input: FrameSize; score: number },
): ScoredBox[] | undefined {
  switch (layout) {
    case 'points':
      return readPoints(output, input, score);
    case 'yolov5':
      return readYoloV5(output, score);
    case 'yolov8':
      return readYoloV8(output, score);
    case 'end2end':
      return readEnd2End(output, score);
  }
}

const STRIDES = [8, 16, 32];
const POINT_COLUMNS = 5;

function readPoints({ values }: Output, { width, height }: FrameSize, score: number): ScoredBox[] | undefined {
  const columnsAt = (stride: number) => Math.floor(width / stride);
  const rowsAt = (stride: number) => Math.floor(height / stride);
  const points = STRIDES.reduce((sum, stride) => sum + columnsAt(stride) * rowsAt(stride), 0);
  if (values.length !== points * POINT_COLUMNS) return undefined;
  const boxes: ScoredBox[] = [];
  let at = 0;
  for (const stride of STRIDES)
    for (let row = 0; row < rowsAt(stride); row += 1)
      for (let column = 0; column < columnsAt(stride); column += 1, at += POINT_COLUMNS) {
        const found = values[at] ?? 0;
        if (found < score) continue;
        const [x, y] = [(column + 0.5) * stride, (row + 0.5) * stride];
        boxes.push({
          score: found,
          left: x - (values[at + 1] ?? 0),
          top: y - (values[at + 2] ?? 0),
          right: x + (values[at + 3] ?? 0),
          bottom: y + (values[at + 4] ?? 0),
        });
      }
  return boxes;
}

const aroundCentre = (score: number, [x = 0, y = 0, width = 0, height = 0]: readonly number[]): ScoredBox => ({
  score,
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
});

function readYoloV5({ values, dims }: Output, score: number): ScoredBox[] | undefined {
  const columns = dims.at(-1) ?? 0;
  if (columns < 5) return undefined;
  const boxes: ScoredBox[] = [];
  for (let at = 0; at + columns <= values.length; at += columns) {
    const classes = values.subarray(at + 5, at + columns);
    const found = (values[at + 4] ?? 0) * (classes.length === 0 ? 1 : Math.max(...classes));
    if (found >= score) boxes.push(aroundCentre(found, [...values.subarray(at, at + 4)]));
  }
  return boxes;
}

function readYoloV8({ values, dims }: Output, score: number): ScoredBox[] | undefined {
  const [rows = 0, count = 0] = dims.slice(-2);
  if (rows < 5 || rows > count || rows * count !== values.length) return undefined;
  const boxes: ScoredBox[] = [];
  for (let i = 0; i < count; i += 1) {
    let found = 0;
    for (let row = 4; row < rows; row += 1) found = Math.max(found, values[row * count + i] ?? 0);
    if (found < score) continue;
    boxes.push(
      aroundCentre(
        found,
        [0, 1, 2, 3].map((row) => values[row * count + i] ?? 0),
      ),
    );
  }
  return boxes;
}

function readEnd2End({ values, dims }: Output, score: number): ScoredBox[] | undefined {
  const columns = dims.at(-1) ?? 0;
  if (columns !== 6 && columns !== 7) return undefined;
  const [cornersAt, scoreAt] = columns === 7 ? [1, 6] : [0, 4];
  const boxes: ScoredBox[] = [];
  for (let at = 0; at + columns <= values.length; at += columns) {
    const found = values[at + scoreAt] ?? 0;
    const [left = 0, top = 0, right = 0, bottom = 0] = values.subarray(at + cornersAt, at + cornersAt + 4);
    if (found >= score) boxes.push({ score: found, left, top, right, bottom });
  }
  return boxes;
}
