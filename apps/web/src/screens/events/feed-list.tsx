import { createZone, type FeedItem, type FeedRow, feedRows, rowOfItem, startOfDay } from '@holdfast/ui';
import { useElementSize, useReducedMotion } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Clip, queries, type SystemEvent } from '../../api/queries.ts';
import { useMarkViewed } from '../../clips/clip-actions.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { ClipCard } from './clip-card.tsx';
import { EventRow } from './event-row.tsx';
import own from './events.module.css';
import { useVirtualRows } from './use-virtual-rows.ts';

type Row = FeedRow<Clip, SystemEvent>;

interface FeedListProps {
  items: readonly FeedItem<Clip, SystemEvent>[];
  isNew(event: SystemEvent): boolean;
  /** Whether more can be loaded. */
  hasMore: boolean;
  onEnd(): void;
  onOpen(clipId: string): void;
}

const GAP_PX = 14;
const DAY_PX = 46;
const CAPTION_PX = 84;
const LINE_PX = 104;
/** A guess, until it is measured: a chip, a sentence and a line of facts. */
const SYSTEM_PX = 108;
const MIN_CARD_PX = 230;
const NARROW_PX = 560;
/** Rows before the end at which more is loaded. */
const AHEAD = 12;

export function FeedList({ items, isNew, hasMore, onEnd, onOpen }: FeedListProps) {
  const { t, format } = useI18n();
  const list = useRef<HTMLElement>(null);
  const { ref: measured, width } = useElementSize<HTMLDivElement>();
  const mark = useMarkViewed();
  const isStill = useReducedMotion();
  const removedCameras = useQuery(queries.removedCameras).data;
  const removed = useMemo(() => new Set(removedCameras?.map(({ id }) => id)), [removedCameras]);
  const [zone] = useState(() => createZone(Intl.DateTimeFormat().resolvedOptions().timeZone));
  const isNarrow = width > 0 && width < NARROW_PX;
  const columns = isNarrow || width === 0 ? 1 : Math.max(2, Math.floor((width + GAP_PX) / (MIN_CARD_PX + GAP_PX)));
  const cardPx = isNarrow ? LINE_PX : (((width - GAP_PX * (columns - 1)) / columns) * 9) / 16 + CAPTION_PX + GAP_PX;
  const rows = useMemo(
    () => feedRows(items, { columns, dayOf: (atMs) => startOfDay(zone, atMs) }),
    [items, columns, zone],
  );
  const heightOf = useCallback(
    (row: Row) => (row.kind === 'day' ? DAY_PX : row.kind === 'clips' ? cardPx : SYSTEM_PX),
    [cardPx],
  );
  const findAgain = useCallback((key: string) => rowOfItem(rows, key), [rows]);
  const { shown, abovePx, belowPx, measure } = useVirtualRows({ list, rows, keyOf, heightOf, findAgain });
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows.length - AHEAD) onEnd();
  }, [hasMore, last, rows.length, onEnd]);

  return (
    <div ref={measured}>
      <section
        ref={list}
        className={own.feed}
        aria-label={t('feed.list')}
        data-narrow={isNarrow || undefined}
        style={{ '--columns': columns, '--card': `${cardPx - GAP_PX}px` } as CSSProperties}
      >
        <div style={{ height: abovePx }} />
        {width > 0 &&
          shown.flatMap(({ row }) =>
            row.kind === 'clips' ? (
              // Not in an element for each row: when something arrives, cards change rows, and would lose focus and picture.
              row.clips.map((clip, n) => (
                <ClipCard
                  key={clip.id}
                  clip={clip}
                  startsRow={n === 0}
                  isRemoved={removed.has(clip.camera_id)}
                  isStill={isStill}
                  onMark={mark}
                  onOpen={onOpen}
                />
              ))
            ) : (
              <RowBox key={row.key} row={row} measure={measure}>
                {row.kind === 'day' && (
                  <h2 className={own.day}>{format.day(new Date(row.dayMs + 12 * 3_600_000).toISOString())}</h2>
                )}
                {row.kind === 'system' && <EventRow event={row.event} isNew={isNew(row.event)} />}
              </RowBox>
            ),
          )}
        <div style={{ height: belowPx }} />
      </section>
    </div>
  );
}

const keyOf = (row: Row): string => row.key;

/** A row with its space below; the height of a system event depends on its text. */
function RowBox({
  row,
  measure,
  children,
}: {
  row: Row;
  measure: (key: string, heightPx: number) => void;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(measure);
  latest.current = measure;
  const isMeasured = row.kind === 'system';
  useEffect(() => {
    const element = box.current;
    if (!element || !isMeasured) return;
    const observer = new ResizeObserver(() => latest.current(row.key, element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isMeasured, row.key]);
  return (
    <div ref={box} data-row={row.key} className={own.rowBox} data-kind={row.kind}>
      {children}
    </div>
  );
}
