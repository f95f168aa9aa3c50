import { planLivePanes } from '@holdfast/domain';
import { pageCount, wallCells, wallGrid } from '@holdfast/ui';
import { useElementSize, useIdle, useMergedRef } from '@mantine/hooks';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { Pane } from '../../live/pane/pane.tsx';
import { PANE_BAR_PX } from '../../live/pane/pane-bar.tsx';
import type { useFullScreen } from '../../live/pane/use-full-screen.ts';
import { IconAlertTriangle } from '../../parts/icons/icons.ts';
import parts from '../../parts/parts.module.css';
import { Pager } from './pager.tsx';
import { useDragging } from './use-dragging.ts';
import { usePaneMoves } from './use-pane-moves.ts';
import { useSwipe } from './use-swipe.ts';
import type { Wall } from './use-wall.ts';
import { useWallKeys } from './use-wall-keys.ts';
import classes from './wall.module.css';

// Typical machines decode this many streams without dropping frames.
const MAX_MOVING = 16;
const MAX_MOVING_ON_PHONE = 6;
// Matches the gaps in wall.module.css.
const GAP_PX = 6;
const FULL_GAP_PX = 2;
const ASPECT = 16 / 9;
const IDLE_MS = 4_000;

interface WallPanesProps {
  wall: Wall;
  full: ReturnType<typeof useFullScreen>;
  onSwipeView: (by: 1 | -1) => void;
}

/** The panes of a wall: layout, which ones play live video, and keyboard navigation. */
export function WallPanes({ wall, full, onSwipeView }: WallPanesProps) {
  const { panes, solo, arrangement } = wall;
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>();
  const scrolled = useScrollOf(solo !== undefined);
  const area = useMergedRef(measured, scrolled);
  const barPx = full.isCovering ? 0 : PANE_BAR_PX;
  const size = { widthPx: width, heightPx: height, barPx };
  const grid = wallGrid({ layout: arrangement.layout, panes: panes.length, ...size });
  const pages = pageCount(panes.length, grid);
  const [wantedPage, setPage] = useState(0);
  const page = Math.min(wantedPage, pages - 1);
  const first = page * grid.perPage;
  // A camera maximized by the URL may be on another page.
  const onPage = panes.slice(first, first + grid.perPage);
  const shown = solo && !onPage.includes(solo) ? [solo] : onPage;
  const { cellPx, firstRowsPx, rowPx } = wallCells(grid, { ...size, gapPx: full.isCovering ? FULL_GAP_PX : GAP_PX });
  const isIdle = useIdle(IDLE_MS, { initialState: false });
  const { seen, noteSeen, away, noteAway } = usePaneNotes();

  const isPhone = width < 560;
  const moving = useMoving(shown, { seen, solo: solo?.id, most: isPhone ? MAX_MOVING_ON_PHONE : MAX_MOVING });
  const { announcement, move, onArrow } = usePaneMoves(wall, { grid, showPage: setPage });
  const { draggedId, gripEvents } = useDragging((cameraId, overId) =>
    move(
      cameraId,
      panes.findIndex(({ id }) => id === overId),
    ),
  );
  const swipe = useSwipe((by) => {
    if (!solo) return onSwipeView(by);
    if (document.querySelector('[data-solo][data-zoomed]')) return;
    const next = panes[panes.indexOf(solo) + by];
    if (next) wall.show(next.id);
  });
  const onFull = useCallback(
    (cameraId: string) => {
      if (full.isFull) return full.leave();
      wall.show(cameraId);
      full.enter();
    },
    [full, wall],
  );

  useWallKeys({ wall, full, page, pages, showPage: setPage });

  return (
    <>
      <AllAway cameras={shown} away={away} />
      <div ref={area} className={classes.area} data-fits={grid.fits || solo ? true : undefined} {...swipe}>
        <div
          className={classes.grid}
          data-idle={isIdle || undefined}
          style={{
            gridTemplateColumns: `repeat(${grid.columns}, ${cellPx > 0 ? `${cellPx}px` : 'minmax(0, 1fr)'})`,
            gridTemplateRows: firstRowsPx.map((px) => `${px}px`).join(' '),
            gridAutoRows: cellPx > 0 ? `${rowPx}px` : 'auto',
          }}
        >
          {shown.map((camera, i) => {
            const span = grid.firstSpan > 1 && i === 0 ? grid.firstSpan : 1;
            const isSolo = camera === solo;
            return (
              <div
                key={camera.id}
                className={classes.cell}
                data-solo={isSolo || undefined}
                style={span > 1 ? { gridColumn: `span ${span}`, gridRow: `span ${span}` } : undefined}
              >
                <Pane
                  camera={camera}
                  place={first + i}
                  count={panes.length}
                  widthPx={isSolo ? Math.min(width, (height - barPx) * ASPECT) : cellPx * span}
                  isLarge={isSolo || cellPx * span > 500}
                  isMoving={moving.has(camera.id)}
                  isSolo={isSolo}
                  isHiddenBySolo={solo !== undefined && !isSolo}
                  isDragged={draggedId === camera.id}
                  isFull={full.isFull}
                  gripEvents={gripEvents(camera.id)}
                  onSeen={noteSeen}
                  onSolo={wall.show}
                  onFull={onFull}
                  onArrow={onArrow}
                  onAway={noteAway}
                />
              </div>
            );
          })}
        </div>
      </div>
      {pages > 1 && !solo && <Pager page={page} pages={pages} onPage={setPage} />}
      <div className={parts.srOnly} role="status">
        {announcement}
      </div>
    </>
  );
}

/** If none of several cameras can be reached, the network is the more likely cause. */
function AllAway({ cameras, away }: { cameras: Wall['panes']; away: ReadonlySet<string> }) {
  const t = useT();
  const inUse = cameras.filter(({ enabled }) => enabled);
  if (inUse.length < 2 || !inUse.every(({ id }) => away.has(id))) return null;
  return (
    <div className={`${parts.problem} ${classes.allAway}`} role="status">
      <IconAlertTriangle size={20} aria-hidden />
      {t('wall.allAway')}
    </div>
  );
}

/** A single picture covers the visible part of a wall that was scrolled; the wall returns to where it was. */
function useScrollOf(hasSolo: boolean) {
  const area = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || !hasSolo) return;
    const before = element.scrollTop;
    element.scrollTop = 0;
    return () => {
      element.scrollTop = before;
    };
  }, [hasSolo]);
  return area;
}

function withNote(before: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (before.has(id) === isIn) return before;
  const next = new Set(before);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

function usePaneNotes() {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const noteSeen = useCallback((id: string, isIn: boolean) => setSeen((before) => withNote(before, id, isIn)), []);
  const noteAway = useCallback((id: string, isIn: boolean) => setAway((before) => withNote(before, id, isIn)), []);
  return { seen, noteSeen, away, noteAway };
}

function useMoving(
  shown: readonly { id: string; enabled: boolean }[],
  { seen, solo, most }: { seen: ReadonlySet<string>; solo: string | undefined; most: number },
): ReadonlySet<string> {
  const before = useRef<ReadonlySet<string>>(new Set());
  const moving = useMemo(
    () =>
      planLivePanes(
        // A disabled camera must not take a slot.
        shown.map(({ id, enabled }) => ({ id, isSeen: enabled && seen.has(id), isFocused: id === solo })),
        { most, moving: before.current },
      ),
    [shown, seen, solo, most],
  );
  useEffect(() => {
    before.current = moving;
  }, [moving]);
  return moving;
}
