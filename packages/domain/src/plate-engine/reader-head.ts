import { BLANK, characterAt, columnOf, READER_COLUMNS } from './plate-characters.ts';

/**
 * The output of a reader model for one crop. `slots`: row n is the n-th character, with empty rows at the end. `ctc`: rows are
 * steps across the plate; a character may take several, with blanks between.
 */
export interface ReaderHead {
  kind: 'slots' | 'ctc';
  /** Rows of `READER_COLUMNS` probabilities. */
  probabilities: Float32Array;
}

const TINY = 1e-9;
const IMPOSSIBLE = -1e9;

const rowsOf = ({ probabilities }: ReaderHead): number => Math.floor(probabilities.length / READER_COLUMNS);

const at = ({ probabilities }: ReaderHead, row: number, column: number): number =>
  probabilities[row * READER_COLUMNS + column] ?? 0;

const logAt = (head: ReaderHead, row: number, column: number): number => Math.log(at(head, row, column) + TINY);

/** The most probable column of a row, except the given ones. */
function bestColumn(head: ReaderHead, row: number, without: readonly number[] = []): number {
  let best = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (let column = 0; column < READER_COLUMNS; column += 1) {
    const value = at(head, row, column);
    if (value > highest && !without.includes(column)) {
      highest = value;
      best = column;
    }
  }
  return best;
}

/** The text that a head reads on its own. */
export function headText(head: ReaderHead): string {
  let text = '';
  let previous = BLANK;
  for (let row = 0; row < rowsOf(head); row += 1) {
    const column = bestColumn(head, row);
    if (column !== BLANK && (head.kind === 'slots' || column !== previous)) text += characterAt(column);
    previous = column;
  }
  return text;
}

const SECOND_CHOICE_FLOOR = 0.02;

/** The text of a slots head with one character replaced by its second choice, for each one that has a probable one. */
export function secondChoices(head: ReaderHead): string[] {
  const text = headText(head);
  const texts: string[] = [];
  for (let row = 0, place = 0; row < rowsOf(head); row += 1) {
    const first = bestColumn(head, row);
    if (first === BLANK) continue;
    const second = bestColumn(head, row, [first, BLANK]);
    if (at(head, row, second) > SECOND_CHOICE_FLOOR)
      texts.push(text.slice(0, place) + characterAt(second) + text.slice(place + 1));
    place += 1;
  }
  return texts;
}

/** Mean of several slots heads of the same plate. */
export function meanOfSlots(heads: readonly ReaderHead[]): ReaderHead | undefined {
  const [first] = heads;
  if (first === undefined) return undefined;
  const probabilities = new Float32Array(first.probabilities.length);
  for (const head of heads)
    for (let i = 0; i < probabilities.length; i += 1)
      probabilities[i] = (probabilities[i] ?? 0) + (head.probabilities[i] ?? 0) / heads.length;
  return { kind: 'slots', probabilities };
}

/** The logarithm of the probability that a head gives to a text. */
export const logProbability = (head: ReaderHead, text: string): number =>
  head.kind === 'slots' ? slotsLogProbability(head, text) : ctcLogProbability(head, text);

function slotsLogProbability(head: ReaderHead, text: string): number {
  const rows = rowsOf(head);
  if (text.length > rows) return IMPOSSIBLE;
  let sum = 0;
  for (let row = 0; row < rows; row += 1)
    sum += logAt(head, row, row < text.length ? columnOf(text.charAt(row)) : BLANK);
  return sum;
}

/**
 * The forward algorithm over all alignments of the text with the steps. Each step's sum is taken out and kept as a
 * logarithm, so that nothing underflows and no logarithm is needed for a single alignment.
 */
function ctcLogProbability(head: ReaderHead, text: string): number {
  const labels = [BLANK, ...[...text].flatMap((character) => [columnOf(character), BLANK])];
  const maySkip = labels.map((label, i) => i >= 2 && label !== BLANK && label !== labels[i - 2]);
  const last = labels.length - 1;
  let forward = new Float64Array(labels.length);
  let next = new Float64Array(labels.length);
  let logScale = 0;
  for (let step = 0; step < rowsOf(head); step += 1) {
    let sum = 0;
    for (let i = 0; i <= last; i += 1) {
      let paths = step === 0 ? Number(i < 2) : (forward[i] ?? 0) + (forward[i - 1] ?? 0);
      if (step > 0 && maySkip[i]) paths += forward[i - 2] ?? 0;
      const value = paths * (at(head, step, labels[i] ?? BLANK) + TINY);
      next[i] = value;
      sum += value;
    }
    if (sum === 0) return IMPOSSIBLE;
    for (let i = 0; i <= last; i += 1) next[i] = (next[i] ?? 0) / sum;
    logScale += Math.log(sum);
    [forward, next] = [next, forward];
  }
  const ended = (forward[last] ?? 0) + (last > 0 ? (forward[last - 1] ?? 0) : 0);
  return ended === 0 ? IMPOSSIBLE : Math.max(IMPOSSIBLE, logScale + Math.log(ended));
}
