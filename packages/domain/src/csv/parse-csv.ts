import { CSV_BYTE_ORDER_MARK } from './print-csv.ts';

/** A row of a table, with its line number as editors show it. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export interface CsvRefusal {
  kind: 'refused';
  reason: 'open-quote' | 'line-too-long' | 'too-many-rows';
  line: number;
}

/** Parsing a line blocks the process, so its length is limited. */
export const CSV_LINE_CHARACTERS = 20_000;

/**
 * Programs in countries with a decimal comma write semicolons. The most frequent separator of the header decides, which
 * has no quotes in practice.
 */
export function separatorOf(text: string): ',' | ';' | '\t' {
  const header = /^[^\r\n]*/.exec(text.slice(0, CSV_LINE_CHARACTERS))?.[0] ?? '';
  const count = (separator: string) => header.split(separator).length;
  if (count('\t') > Math.max(count(','), count(';'))) return '\t';
  return count(';') > count(',') ? ';' : ',';
}

/**
 * Parses a table row by row: RFC 4180 with the extensions of spreadsheets (other separators, bare line feeds, a byte
 * order mark). An empty line is undefined: a file may consist of millions of them.
 */
export function* csvRows(
  raw: string,
  { maxRows }: { maxRows: number },
): Generator<CsvRow | undefined, CsvRefusal | undefined, undefined> {
  const text = raw.startsWith(CSV_BYTE_ORDER_MARK) ? raw.slice(1) : raw;
  const separator = separatorOf(text);
  let rows = 0;
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const startLine = line;
    const cells: string[] = [];
    const longest = at + CSV_LINE_CHARACTERS;
    for (;;) {
      const cell = readCell(text, at, { separator, longest });
      if (cell === undefined) return { kind: 'refused', reason: 'open-quote', line: startLine };
      if (cell.end > longest) return { kind: 'refused', reason: 'line-too-long', line: startLine };
      cells.push(cell.text);
      line += cell.lineBreaks;
      at = cell.end;
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    line += 1;
    if (cells.length === 1 && cells[0] === '') {
      yield undefined;
      continue;
    }
    if (rows === maxRows) return { kind: 'refused', reason: 'too-many-rows', line: startLine };
    rows += 1;
    yield { line: startLine, cells };
  }
  return undefined;
}

interface Cell {
  text: string;
  /** Of the character after the cell: a separator, a line break or the end of the text. */
  end: number;
  lineBreaks: number;
}

/** The cell at a position, read a little beyond `longest` at most; undefined if its quotation mark is not closed. */
function readCell(text: string, start: number, limits: { separator: string; longest: number }): Cell | undefined {
  const { separator, longest } = limits;
  if (text[start] !== '"') {
    let end = start;
    const last = Math.min(text.length, longest + 1);
    while (end < last && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { text: text.slice(start, end), end, lineBreaks: 0 };
  }
  let content = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    content += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"' || at > longest) break;
    content += '"';
    at += 1;
  }
  if (at > longest) return { text: content, end: at, lineBreaks: 0 };
  // Text after the closing mark belongs to the cell, as spreadsheets read it.
  const rest = readCell(text, at, limits);
  const tail = rest?.text ?? '';
  return { text: content + tail, end: rest?.end ?? at, lineBreaks: content.split('\n').length - 1 };
}
