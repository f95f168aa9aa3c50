import type { FileRead } from './read-file.ts';

/** File names come from anywhere: without control characters they cannot steer the terminal. */
export const plainText = (text: string): string => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '?');

const columns: readonly { title: string; of: (read: FileRead) => string }[] = [
  { title: 'file', of: ({ file }) => plainText(file) },
  { title: 'second', of: ({ second }) => (second === null ? '' : second.toFixed(1)) },
  { title: 'plate', of: ({ plate }) => plate },
  { title: 'read as', of: ({ plate, plate_raw }) => (plate === plate_raw ? '' : plate_raw) },
  { title: 'confidence', of: ({ confidence }) => `${(confidence * 100).toFixed(0)} %` },
  { title: 'frames', of: ({ frames }) => String(frames) },
];

/** Reads as a text table. */
export function readsTable(reads: readonly FileRead[]): string {
  const rows = [columns.map(({ title }) => title), ...reads.map((read) => columns.map(({ of }) => of(read)))];
  const widths = columns.map((_, i) => rows.reduce((most, row) => Math.max(most, row[i]?.length ?? 0), 0));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
