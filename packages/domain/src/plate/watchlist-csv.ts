import { CSV_LINE_CHARACTERS, type CsvRefusal, type CsvRow, csvRows } from '../csv/parse-csv.ts';
import { printCsvLine, restoreFormula } from '../csv/print-csv.ts';
import { type Reason, reasonCode } from '../reason/reason.ts';
import { cleanName, holdsHiddenCharacters } from '../text/name.ts';
import { type Plate, parsePlate } from './plate.ts';
import { plateFaultReason } from './plate-fault-reason.ts';

export const WATCHLIST_CSV_ROWS = 100_000;
/** The whole list is in memory, and each read is compared with it. */
export const MAX_WATCHLIST_ENTRIES = 100_000;
const COLUMNS = ['plate', 'kind', 'label', 'note', 'color', 'notify'] as const;
type Column = (typeof COLUMNS)[number];
const MAX_LABEL_LENGTH = 100;
const MAX_NOTE_LENGTH = 2000;
/** More would not be read, and a file of another kind has a fault on every line. */
const MAX_FAULTS = 100;

export interface WatchlistCsvEntry {
  plate: Plate;
  kind: 'watch' | 'ignore';
  label: string | null;
  note: string | null;
  color: string | null;
  notify: boolean;
}

export interface CsvFault {
  line: number;
  column: Column | null;
  reason: Reason;
}

export type WatchlistCsv =
  | { kind: 'entries'; entries: WatchlistCsvEntry[] }
  /** The first faults, and how many there are. */
  | { kind: 'refused'; faults: CsvFault[]; count: number };

export const printWatchlistHeader = (): string => printCsvLine(COLUMNS);

export const printWatchlistLine = ({ plate, kind, label, note, color, notify }: WatchlistCsvEntry): string =>
  printCsvLine([plate, kind, label ?? '', note ?? '', color ?? '', notify ? 'yes' : 'no']);

/** All entries of a file, or everything that is wrong with it: a list is imported as a whole or not at all. */
export function readWatchlistCsv(text: string): WatchlistCsv {
  const reading = readingWatchlistCsv(text);
  for (let step = reading.next(); ; step = reading.next()) if (step.done) return step.value;
}

type RefusedCsv = Extract<WatchlistCsv, { kind: 'refused' }>;

const refuse = (line: number, reason: Reason): RefusedCsv => ({
  kind: 'refused',
  faults: [{ line, column: null, reason }],
  count: 1,
});

/** The same, a line at a time: a long file must not hold up everything else. */
export function* readingWatchlistCsv(text: string): Generator<undefined, WatchlistCsv, undefined> {
  if (/[\0\uFFFD]/.test(text)) return refuse(lineOf(text, /[\0\uFFFD]/), reasonCode('csv-not-utf8'));
  const entries: WatchlistCsvEntry[] = [];
  const faults: CsvFault[] = [];
  const lineOfPlate = new Map<Plate, number>();
  let columns: Column[] | undefined;
  // The header is one more.
  const rows = csvRows(text, { maxRows: WATCHLIST_CSV_ROWS + 1 });
  for (let step = rows.next(); ; step = rows.next()) {
    yield;
    if (step.done) {
      if (step.value) return refuse(step.value.line, reasonOf(step.value.reason));
      break;
    }
    if (step.value === undefined) continue;
    const { line, cells } = step.value;
    if (columns === undefined) {
      const header = readHeader(step.value);
      if (header.kind === 'refused') return header;
      columns = header.columns;
      continue;
    }
    const found = readLine(columns, cells);
    if (found.kind === 'entry') {
      const before = lineOfPlate.get(found.entry.plate);
      if (before === undefined) {
        lineOfPlate.set(found.entry.plate, line);
        entries.push(found.entry);
      } else faults.push({ line, column: 'plate', reason: reasonCode('csv-listed-twice', { line: before }) });
    } else faults.push(...found.faults.map((fault) => ({ line, ...fault })));
  }
  if (columns === undefined) return refuse(1, reasonCode('csv-without-header'));
  if (faults.length === 0) return { kind: 'entries', entries };
  return { kind: 'refused', faults: faults.slice(0, MAX_FAULTS), count: faults.length };
}

function reasonOf(reason: CsvRefusal['reason']): Reason {
  switch (reason) {
    case 'open-quote':
      return reasonCode('csv-open-quote');
    case 'line-too-long':
      return reasonCode('too-long', { limit: CSV_LINE_CHARACTERS });
    case 'too-many-rows':
      return reasonCode('csv-too-many-lines', { limit: WATCHLIST_CSV_ROWS });
  }
}

function readHeader({ line, cells }: CsvRow): { kind: 'columns'; columns: Column[] } | RefusedCsv {
  const columns = cells.map((cell) => restoreFormula(cell).trim().toLowerCase());
  const unknown = columns.find((name) => !isColumn(name));
  if (!columns.includes('plate')) return refuse(line, reasonCode('csv-without-header'));
  if (unknown !== undefined) return refuse(line, reasonCode('csv-unknown-column', { name: unknown.slice(0, 40) }));
  if (new Set(columns).size < columns.length) return refuse(line, reasonCode('duplicate-entries'));
  return { kind: 'columns', columns: columns as Column[] };
}

const isColumn = (name: string): name is Column => (COLUMNS as readonly string[]).includes(name);
function lineOf(text: string, what: RegExp): number {
  const end = text.search(what);
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

type Fault = Omit<CsvFault, 'line'>;

function readLine(
  columns: readonly Column[],
  cells: readonly string[],
): { kind: 'entry'; entry: WatchlistCsvEntry } | { kind: 'faults'; faults: Fault[] } {
  if (cells.length !== columns.length)
    return {
      kind: 'faults',
      faults: [
        { column: null, reason: reasonCode('csv-cell-count', { found: cells.length, expected: columns.length }) },
      ],
    };
  const faults: Fault[] = [];
  const of = (column: Column): string => restoreFormula(cells[columns.indexOf(column)] ?? '').trim();
  const fault = <T>(column: Column, reason: Reason, instead: T): T => {
    faults.push({ column, reason });
    return instead;
  };
  const plate = readPlate(of('plate'), (reason) => fault('plate', reason, undefined));
  const entry = {
    kind: readKind(of('kind')) ?? fault('kind', reasonCode('must-be-one-of', { allowed: 'watch, ignore' }), 'watch'),
    label: readLabel(of('label'), (reason) => fault('label', reason, undefined)),
    note: readNote(of('note'), (reason) => fault('note', reason, undefined)),
    color: readColor(of('color')) ?? fault('color', reasonCode('color-format'), null),
    notify: readNotify(of('notify')) ?? fault('notify', reasonCode('must-be-one-of', { allowed: 'yes, no' }), true),
  } as const;
  if (plate === undefined || faults.length > 0) return { kind: 'faults', faults };
  return { kind: 'entry', entry: { plate, ...entry, color: entry.color === '' ? null : entry.color } };
}

type Refuse = (reason: Reason) => undefined;

function readPlate(cell: string, refuse: Refuse): Plate | undefined {
  const parsed = parsePlate(cell);
  if (parsed.kind === 'plate') return parsed.plate;
  return refuse(plateFaultReason(parsed.reason));
}

function readKind(cell: string): 'watch' | 'ignore' | undefined {
  const kind = cell.toLowerCase();
  return kind === '' || kind === 'watch' ? 'watch' : kind === 'ignore' ? 'ignore' : undefined;
}

function readLabel(cell: string, refuse: Refuse): string | null {
  const label = cleanName(cell);
  if (label === '') return null;
  if (label.length > MAX_LABEL_LENGTH) return refuse(reasonCode('too-long', { limit: MAX_LABEL_LENGTH })) ?? null;
  return holdsHiddenCharacters(label) ? (refuse(reasonCode('invalid-characters')) ?? null) : label;
}

function readNote(cell: string, refuse: Refuse): string | null {
  if (cell === '') return null;
  return cell.length > MAX_NOTE_LENGTH ? (refuse(reasonCode('too-long', { limit: MAX_NOTE_LENGTH })) ?? null) : cell;
}

/** Empty for none. */
const readColor = (cell: string): string | undefined =>
  cell === '' || /^#[0-9A-Fa-f]{6}$/.test(cell) ? cell : undefined;

function readNotify(cell: string): boolean | undefined {
  const answer = cell.toLowerCase();
  if (['', 'yes', 'true', '1', 'ja'].includes(answer)) return true;
  return ['no', 'false', '0', 'nein'].includes(answer) ? false : undefined;
}
