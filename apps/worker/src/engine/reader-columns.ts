import { BLANK, PLATE_CHARACTERS, READER_COLUMNS } from '@holdfast/domain';

/** For each column of a model, our column of the same character; unknown characters map to the blank. */
export const columnsOf = (alphabet: string): number[] =>
  [...alphabet.toUpperCase()].map((character) => {
    const column = PLATE_CHARACTERS.indexOf(character);
    return column === -1 ? BLANK : column;
  });

/** A model's rows as probabilities over our columns. */
export function toReaderColumns(
  values: Float32Array,
  { columns, softmax }: { columns: readonly number[]; softmax: boolean },
): Float32Array {
  const width = columns.length;
  const rows = Math.floor(values.length / width);
  const probabilities = new Float32Array(rows * READER_COLUMNS);
  for (let row = 0; row < rows; row += 1) {
    const own = values.subarray(row * width, (row + 1) * width);
    const highest = softmax ? Math.max(...own) : 0;
    const weights = softmax ? own.map((value) => Math.exp(value - highest)) : own;
    const sum = softmax ? weights.reduce((a, b) => a + b, 0) : 1;
    for (let column = 0; column < width; column += 1) {
      const at = row * READER_COLUMNS + (columns[column] ?? BLANK);
      probabilities[at] = (probabilities[at] ?? 0) + (weights[column] ?? 0) / sum;
    }
  }
  return probabilities;
}
