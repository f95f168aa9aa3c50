/** More than a tall window shows. */
export const FIRST_ROWS = 12;

/**
 * The rows that are drawn without delay: those that can be seen, and those that are on the page already, so that the list of a
 * reader who has scrolled down does not become shorter. The others follow when the browser has time.
 */
export function rowsAtOnce<Row extends { id: string }>(rows: readonly Row[], drawn: readonly Row[]): readonly Row[] {
  if (rows === drawn) return rows;
  const ids = new Set(drawn.map(({ id }) => id));
  return rows.filter(({ id }, index) => index < FIRST_ROWS || ids.has(id));
}
