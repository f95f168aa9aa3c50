import { type Detection, type NormalizedBox, overlapOf } from '@holdfast/domain';

export interface JudgedRead {
  text: string;
  truth: string;
  confidence: number;
}

/** O and 0, I and 1 are drawn alike on most plates. */
const foldLookAlike = (text: string) => text.replaceAll('O', '0').replaceAll('I', '1');
export const isRight = ({ text, truth }: JudgedRead) => foldLookAlike(text) === foldLookAlike(truth);

export const shareOf = <T>(items: readonly T[], fits: (item: T) => boolean): number =>
  items.length === 0 ? Number.NaN : items.filter(fits).length / items.length;

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (a.charAt(i) === b.charAt(j) ? 0 : 1);
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Wrong, missing and extra characters by all characters. */
export const characterError = (reads: readonly JudgedRead[]): number => {
  const edits = reads.map(({ text, truth }) => editDistance(foldLookAlike(text), foldLookAlike(truth)));
  return edits.reduce((a, b) => a + b, 0) / reads.reduce((sum, { truth }) => sum + truth.length, 0);
};

const BINS = 10;

/** The calibration error: how far the confidence is from the share of correct reads, on average over ten bins. */
export function calibrationError(reads: readonly JudgedRead[]): number {
  let error = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    const inBin = reads.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin);
    if (inBin.length === 0) continue;
    const mean = inBin.reduce((sum, { confidence }) => sum + confidence, 0) / inBin.length;
    error += (inBin.length / reads.length) * Math.abs(mean - shareOf(inBin, isRight));
  }
  return error;
}

export interface DetectedScene {
  detections: readonly Detection[];
  boxes: readonly NormalizedBox[];
  ignore: readonly NormalizedBox[];
}

const FOUND_OVERLAP = 0.5;
const NEAR_OVERLAP = 0.3;
const IGNORED_OVERLAP = 0.15;

/** The share of plates that are found at the score with this many false boxes per picture. */
export function recallAt(scenes: readonly DetectedScene[], falseBoxesEach: number): { recall: number; score: number } {
  const judged: { score: number; isFound: boolean }[] = [];
  for (const { detections, boxes, ignore } of scenes) {
    const found = new Set<number>();
    for (const { score, box } of [...detections].sort((a, b) => b.score - a.score)) {
      const overlaps = boxes.map((truth) => overlapOf(truth, box));
      const best = overlaps.indexOf(Math.max(...overlaps, 0));
      const overlap = overlaps[best] ?? 0;
      if (overlap > FOUND_OVERLAP && !found.has(best)) {
        found.add(best);
        judged.push({ score, isFound: true });
      } else if (overlap <= NEAR_OVERLAP && !ignore.some((region) => overlapOf(region, box) > IGNORED_OVERLAP))
        judged.push({ score, isFound: false });
    }
  }
  const plates = scenes.reduce((sum, { boxes }) => sum + boxes.length, 0);
  let [found, wrong] = [0, 0];
  let reached = { recall: 0, score: 1 };
  for (const { score, isFound } of judged.sort((a, b) => b.score - a.score)) {
    if (isFound) found += 1;
    else wrong += 1;
    if (wrong / scenes.length <= falseBoxesEach) reached = { recall: found / plates, score };
  }
  return reached;
}
