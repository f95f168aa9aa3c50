import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NormalizedBox } from '@holdfast/domain';
import type { PlateCrop, PlateScene, PlateSet } from './plate-sets.ts';

interface Label {
  crop: string;
  source: string;
  original: string;
  box: [number, number, number, number];
  text: string;
  lines: 1 | 2;
  region: string;
  q: 'sure' | 'unsure' | 'no';
}
interface Boxes {
  image: string;
  source: string;
  original: string;
  boxes: [number, number, number, number][];
}
interface Correction {
  image: string;
  box: [number, number, number, number];
  kind: 'plate' | 'ignore';
}

const VALIDATION_PERCENT = 12;
const MAX_TEXT_LENGTH = 10;

/** The same split as in training: decided by the text alone, so that no car is on both sides. */
const isValidationText = (text: string) =>
  BigInt(`0x${createHash('md5').update(text).digest('hex')}`) % 100n < BigInt(VALIDATION_PERCENT);

const readLines = async <T>(path: string): Promise<T[]> =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

const fromCorners = ([left, top, right, bottom]: readonly number[]): NormalizedBox => [
  left ?? 0,
  top ?? 0,
  (right ?? 0) - (left ?? 0),
  (bottom ?? 0) - (top ?? 0),
];

/** The part of the photographs that no model was trained on. */
export async function readValidationSet(folder: string): Promise<PlateSet> {
  const labels = await readLines<Label>(join(folder, 'crops', 'labels.jsonl'));
  const held = labels.filter(
    ({ text, q }) => q !== 'no' && /^[A-Z0-9]+$/.test(text) && text.length <= MAX_TEXT_LENGTH && isValidationText(text),
  );
  const crops = held.map(
    ({ crop, box: [left, top, right, bottom], text, lines, region, q }): PlateCrop => ({
      path: join(folder, 'crops', crop),
      boxIn: ({ width, height }) => fromCorners([left / width, top / height, right / width, bottom / height]),
      text,
      lines,
      region,
      isSure: q === 'sure',
    }),
  );
  return { title: `the validation split of ${folder}`, crops, scenes: await readScenes(folder, labels) };
}

async function readScenes(folder: string, labels: readonly Label[]): Promise<PlateScene[]> {
  const keyOf = ({ source, original }: { source: string; original: string }) => `${source}/${original}`;
  const texts = new Map<string, string[]>();
  for (const label of labels)
    if (label.text !== '') texts.set(keyOf(label), [...(texts.get(keyOf(label)) ?? []), label.text]);
  const corrections = await readLines<Correction>(join(folder, 'detector', 'corrections.jsonl'));
  const scenes = await readLines<Boxes>(join(folder, 'detector', 'boxes.jsonl'));
  return scenes
    .filter((scene) => texts.get(keyOf(scene))?.some(isValidationText))
    .map((scene) => {
      const added = corrections.filter(({ image }) => image === scene.image);
      const of = (kind: Correction['kind']) =>
        added.filter((one) => one.kind === kind).map(({ box }) => fromCorners(box));
      const written = texts.get(keyOf(scene)) ?? [];
      return {
        path: join(folder, 'detector', 'images', scene.image),
        source: scene.source,
        boxes: [...scene.boxes.map(fromCorners), ...of('plate')],
        ignore: of('ignore'),
        text: written.length === 1 ? written[0] : undefined,
      };
    });
}
