import { headText, logProbability, meanOfSlots, type ReaderHead, secondChoices } from './reader-head.ts';

/** The heads of one model over one crop of a plate. */
export type CropReading = readonly ReaderHead[];

export interface Candidate {
  text: string;
  /** Mean over crops and heads of the logarithm of the text's probability. */
  logProbability: number;
}

const MAX_TEXT_LENGTH = 16;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The probability of a text by all heads of all crops of one plate. */
export const jointLogProbability = (crops: readonly CropReading[], text: string): number =>
  meanOf(crops.map((heads) => meanOf(heads.map((head) => logProbability(head, text)))));

/**
 * Reads one plate from one or more crops. Each head proposes texts, and all heads score all of them: where one head drops or
 * doubts a character, the others decide. The most probable comes first.
 */
export function decodePlate(crops: readonly CropReading[]): Candidate[] {
  const heads = crops.flat();
  const slots = heads.filter(({ kind }) => kind === 'slots');
  const mean = meanOfSlots(slots);
  const proposers = mean && slots.length > 1 ? [...heads, mean] : heads;
  const texts = new Set(
    proposers.flatMap((head) => [headText(head), ...(head.kind === 'slots' ? secondChoices(head) : [])]),
  );
  return [...texts]
    .filter((text) => text.length > 0 && text.length <= MAX_TEXT_LENGTH)
    .map((text) => ({ text, logProbability: jointLogProbability(crops, text) }))
    .sort((a, b) => b.logProbability - a.logProbability || (a.text < b.text ? -1 : 1));
}
