import { type RowsInView, rowAt, rowOffsets, rowsInView } from '@holdfast/ui';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

const AROUND_PX = 600;

interface VirtualRows<R> {
  /** The rows to render, with their number. */
  shown: readonly { row: R; index: number }[];
  abovePx: number;
  belowPx: number;
  /** Reports the height of a row whose text decides it. */
  measure(key: string, heightPx: number): void;
}

interface Options<R> {
  list: RefObject<HTMLElement | null>;
  rows: readonly R[];
  keyOf(row: R): string;
  /** Known in advance, or a guess until it is measured. */
  heightOf(row: R): number;
  /** The row that now shows what the row with this key showed before. */
  findAgain(key: string): number;
}

/**
 * Only the rows near the window are in the page, so a list of ten thousand scrolls like one of ten. What is at the top of the
 * window stays there when something arrives above it, and the row with the focus stays in the page.
 */
export function useVirtualRows<R>({ list, rows, keyOf, heightOf, findAgain }: Options<R>): VirtualRows<R> {
  const [measured, setMeasured] = useState<ReadonlyMap<string, number>>(new Map());
  const offsets = useMemo(
    () => rowOffsets(rows.map((row) => measured.get(keyOf(row)) ?? heightOf(row))),
    [rows, measured, keyOf, heightOf],
  );
  const [range, setRange] = useState<RowsInView>({ first: 0, end: 12 });
  const [focused, setFocused] = useState<string>();
  const top = useRef<{ key: string; offsetPx: number } | undefined>(undefined);

  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const element = list.current;
      if (!element) return;
      const topPx = -element.getBoundingClientRect().top;
      const next = rowsInView(offsets, { topPx, heightPx: innerHeight, aroundPx: AROUND_PX });
      setRange((before) => (before.first === next.first && before.end === next.end ? before : next));
      const row = topPx > 0 ? rows[rowAt(offsets, topPx)] : undefined;
      top.current = row && { key: keyOf(row), offsetPx: offsets[rowAt(offsets, topPx)] ?? 0 };
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [list, offsets, rows, keyOf]);

  useLayoutEffect(() => {
    if (!top.current) return;
    const place = findAgain(top.current.key);
    const offsetPx = place < 0 ? undefined : offsets[place];
    if (offsetPx === undefined || offsetPx === top.current.offsetPx) return;
    window.scrollBy(0, offsetPx - top.current.offsetPx);
    top.current = { ...top.current, offsetPx };
  }, [offsets, findAgain]);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const note = ({ target }: FocusEvent) =>
      setFocused(target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined);
    const forget = () => setFocused(undefined);
    element.addEventListener('focusin', note);
    element.addEventListener('focusout', forget);
    return () => {
      element.removeEventListener('focusin', note);
      element.removeEventListener('focusout', forget);
    };
  }, [list]);

  const end = Math.min(range.end, rows.length);
  const first = Math.min(range.first, end);
  const shown = rows.slice(first, end).map((row, n) => ({ row, index: first + n }));
  const kept = focused === undefined ? -1 : findAgain(focused);
  const keptRow = kept >= 0 && (kept < first || kept >= end) ? rows[kept] : undefined;
  const keptPx = keptRow === undefined ? 0 : (offsets[kept + 1] ?? 0) - (offsets[kept] ?? 0);
  const isAbove = kept < first;
  if (keptRow !== undefined) shown[isAbove ? 'unshift' : 'push']({ row: keptRow, index: kept });
  return {
    shown,
    abovePx: (offsets[first] ?? 0) - (isAbove ? keptPx : 0),
    belowPx: (offsets.at(-1) ?? 0) - (offsets[end] ?? 0) - (isAbove ? 0 : keptPx),
    measure: (key, heightPx) =>
      setMeasured((before) => (before.get(key) === heightPx ? before : new Map(before).set(key, heightPx))),
  };
}
