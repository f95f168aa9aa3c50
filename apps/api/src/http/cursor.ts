import { MAX_PLATE_LENGTH, reasonCode } from '@holdfast/domain';
import { invalidField } from './problem.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const refuse = () => invalidField('/query/cursor', reasonCode('not-a-cursor'));

/** Opaque to callers: the position of the last item of a page. */
export const writeCursor = (...parts: (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

function readParts(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parts)) return parts;
  } catch {
    // Falls through to the refusal.
  }
  throw refuse();
}

export interface TimePosition {
  ts: Date;
  id: string;
}

function timePosition([tsMs, id, ...more]: unknown[]): TimePosition {
  const ts = new Date(typeof tsMs === 'number' ? tsMs : Number.NaN);
  if (Number.isNaN(ts.getTime()) || typeof id !== 'string' || !UUID.test(id) || more.length > 0) throw refuse();
  return { ts, id };
}

export const writeTimeCursor = ({ ts, id }: TimePosition): string => writeCursor(ts.getTime(), id);

export const readTimeCursor = (cursor: string | undefined): TimePosition | undefined =>
  cursor === undefined ? undefined : timePosition(readParts(cursor));

/** Of a list ordered by distance before time. */
export function readNearCursor(cursor: string | undefined): (TimePosition & { distance: number }) | undefined {
  if (cursor === undefined) return undefined;
  const [distance, ...position] = readParts(cursor);
  if (typeof distance !== 'number' || !(Number.isInteger(distance) && distance >= 0 && distance <= MAX_PLATE_LENGTH))
    throw refuse();
  return { distance, ...timePosition(position) };
}

export function readTextCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const [text, ...more] = readParts(cursor);
  if (typeof text !== 'string' || text.includes('\0') || more.length > 0) throw refuse();
  return text;
}

/** One item more than the page is read, to know whether there are more. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { present, cursor }: { present: (row: Row) => Item; cursor: (row: Row) => string },
): { items: Item[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(present),
    next_cursor: rows.length > limit && last !== undefined ? cursor(last) : null,
  };
}
