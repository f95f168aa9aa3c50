import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlate } from './plate.ts';
import {
  printWatchlistHeader,
  printWatchlistLine,
  readWatchlistCsv,
  WATCHLIST_CSV_ROWS,
  type WatchlistCsvEntry,
} from './watchlist-csv.ts';

const faultsOf = (text: string) => {
  const read = readWatchlistCsv(text);
  return read.kind === 'refused' ? read.faults.map(({ line, column, reason }) => [line, column, reason]) : [];
};

describe('a watch list as a file', () => {
  it('needs only plates, and has the defaults of the form', () =>
    expect(readWatchlistCsv('plate\nab-c 123\n')).toEqual({
      kind: 'entries',
      entries: [{ plate: 'ABC123', kind: 'watch', label: null, note: null, color: null, notify: true }],
    }));

  it('may have its columns in any order and separators of any spreadsheet', () =>
    expect(readWatchlistCsv('\uFEFFNotify;Kind;Plate;Note\r\nnein;IGNORE;x1;"two\nlines"\r\n')).toEqual({
      kind: 'entries',
      entries: [{ plate: 'X1', kind: 'ignore', label: null, note: 'two\nlines', color: null, notify: false }],
    }));

  it.each([
    ['', [[1, null, 'csv-without-header']]],
    ['ABC123,watch\n', [[1, null, 'csv-without-header']]],
    ['plate,owner\n', [[1, null, 'csv-unknown-column?name=owner']]],
    ['plate,plate\n', [[1, null, 'duplicate-entries']]],
    ['plate\n---\n', [[2, 'plate', 'plate-without-characters']]],
    [`plate\n${'A'.repeat(33)}\n`, [[2, 'plate', 'plate-too-long?limit=32']]],
    ['plate,kind\nA1\n', [[2, null, 'csv-cell-count?found=1&expected=2']]],
    ['plate,color\nA1,red\n', [[2, 'color', 'color-format']]],
    ['plate,label\nA1,a\u0007b\n', [[2, 'label', 'invalid-characters']]],
    ['plate,note\nA1,"not closed\n', [[2, null, 'csv-open-quote']]],
    ['plate\nA1\nB2\na-1\n', [[4, 'plate', 'csv-listed-twice?line=2']]],
    ['plate\nA\uFFFD1\n', [[2, null, 'csv-not-utf8']]],
    ['plate\nA1\0\n', [[2, null, 'csv-not-utf8']]],
  ])('is refused as a whole, with the line: %j', (text, faults) => expect(faultsOf(text)).toEqual(faults));

  it('has every fault of every line named, up to a hundred', () => {
    const read = readWatchlistCsv(`plate,kind,color\n${'-,block,red\n'.repeat(70)}`);
    expect(read.kind === 'refused' && [read.count, read.faults.length]).toEqual([210, 100]);
    expect(read.kind === 'refused' && read.faults.slice(0, 3).map(({ column }) => column)).toEqual([
      'plate',
      'kind',
      'color',
    ]);
  });

  it('may have a hundred thousand lines, and not one more', () => {
    const lines = Array.from({ length: WATCHLIST_CSV_ROWS }, (_, n) => `P${n}`);
    const full = readWatchlistCsv(`plate\n${lines.join('\n')}\n`);
    expect(full.kind === 'entries' && full.entries.length).toBe(WATCHLIST_CSV_ROWS);
    expect(faultsOf(`plate\n${lines.join('\n')}\nONE1\n`)).toEqual([
      [WATCHLIST_CSV_ROWS + 2, null, `csv-too-many-lines?limit=${WATCHLIST_CSV_ROWS}`],
    ]);
  });

  it('is imported as it was exported, formulas included', () => {
    const text = fc.string({ minLength: 1, maxLength: 40 }).filter((one) => one.trim() === one && one !== '');
    const entry: fc.Arbitrary<WatchlistCsvEntry> = fc.record({
      plate: fc.stringMatching(/^[A-Z0-9]{1,32}$/).map(toPlate),
      kind: fc.constantFrom('watch', 'ignore'),
      label: fc.option(fc.constantFrom('=1+1', '-', "'=x", 'Anna; "the", boss', '@home')),
      note: fc.option(text),
      color: fc.option(fc.constantFrom('#00FF00', '#abcdef')),
      notify: fc.boolean(),
    });
    const lists = fc.uniqueArray(entry, { selector: ({ plate }) => plate });
    fc.assert(
      fc.property(lists, (entries) => {
        const printed = printWatchlistHeader() + entries.map(printWatchlistLine).join('');
        expect(readWatchlistCsv(printed)).toEqual({ kind: 'entries', entries });
      }),
    );
  });
});
