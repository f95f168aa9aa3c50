import type { FeedItem } from './merge-feed.ts';

/** A line of the feed: the heading of a day, clips beside each other, or one system event. */
export type FeedRow<C, S> =
  | { kind: 'day'; key: string; dayMs: number }
  | { kind: 'clips'; key: string; clips: C[] }
  | { kind: 'system'; key: string; event: S };

interface RowOptions {
  columns: number;
  /** The start of the day of a moment. */
  dayOf(atMs: number): number;
}

export function feedRows<C extends { id: string; start_ts: string }, S extends { id: string; ts: string }>(
  items: readonly FeedItem<C, S>[],
  { columns, dayOf }: RowOptions,
): FeedRow<C, S>[] {
  const rows: FeedRow<C, S>[] = [];
  let dayMs: number | undefined;
  for (const item of items) {
    const atMs = Date.parse(item.kind === 'clip' ? item.clip.start_ts : item.event.ts);
    // Newest first: as long as the day has not begun before, it is the same.
    if (dayMs === undefined || atMs < dayMs) {
      dayMs = dayOf(atMs);
      rows.push({ kind: 'day', key: `day ${dayMs}`, dayMs });
    }
    const last = rows.at(-1);
    if (item.kind === 'system') rows.push({ kind: 'system', key: item.event.id, event: item.event });
    else if (last?.kind === 'clips' && last.clips.length < columns) last.clips.push(item.clip);
    else rows.push({ kind: 'clips', key: item.clip.id, clips: [item.clip] });
  }
  return rows;
}

/** The row that shows an item, by its id or by the key of the row; -1 where none does. */
export const rowOfItem = <C extends { id: string }, S>(rows: readonly FeedRow<C, S>[], id: string): number =>
  rows.findIndex((row) => row.key === id || (row.kind === 'clips' && row.clips.some((clip) => clip.id === id)));
