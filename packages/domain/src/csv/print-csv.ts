/** At the start of a file; by it spreadsheets recognise UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets run a cell that begins with one of these as a formula; some read the full-width signs as the ordinary ones. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/;
/** The prefix that `neutralizeFormula` puts before a cell. An apostrophe that was there before gets another one. */
const NEUTRALIZED = /^'(?=[=+\-@＝＋－＠\t\r\n'])/;

/** An apostrophe makes a spreadsheet show the cell as text. */
export const neutralizeFormula = (cell: string): string =>
  FORMULA_START.test(cell) || NEUTRALIZED.test(cell) ? `'${cell}` : cell;

/** The text as it was before `neutralizeFormula`. */
export const restoreFormula = (cell: string): string => cell.replace(NEUTRALIZED, '');

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** One line with its line break. No cell of it is a formula. */
export const printCsvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(neutralizeFormula(cell))).join(',')}\r\n`;
