/** Layout of the canvas, in CSS pixels. */
export interface TimelineLayout {
  rulerPx: number;
  lanePx: number;
  lanes: number;
  heightPx: number;
  /** Camera names cover the lanes up to here; labels keep clear of them. */
  clearPx: number;
}

export const RULER_PX = 34;
const GAP_PX = 3;

export const layoutOf = ({
  lanes,
  lanePx,
  clearPx = 0,
}: Pick<TimelineLayout, 'lanes' | 'lanePx'> & { clearPx?: number }): TimelineLayout => ({
  rulerPx: RULER_PX,
  lanePx,
  lanes,
  clearPx,
  heightPx: RULER_PX + lanes * lanePx + GAP_PX,
});

export const laneTop = ({ rulerPx, lanePx }: TimelineLayout, lane: number): number => rulerPx + lane * lanePx;

export const laneBody = (layout: TimelineLayout, lane: number): { top: number; height: number } => ({
  top: laneTop(layout, lane) + GAP_PX,
  height: layout.lanePx - GAP_PX,
});

/** Many cameras get thin lanes, few get tall ones. */
export const lanePxFor = (lanes: number, { isTouch }: { isTouch: boolean }): number => {
  if (lanes <= 1) return isTouch ? 46 : 40;
  if (lanes <= 4) return isTouch ? 34 : 30;
  return lanes <= 9 ? 24 : 20;
};

const NARROW_PX = 560;
const NAMES_PX = 108;

/** The lanes of a timeline of this width. On a phone the names cover part of the lanes. */
export const lanesLayout = (lanes: number, { widthPx, isTouch }: { widthPx: number; isTouch: boolean }) => ({
  lanes,
  lanePx: lanePxFor(lanes, { isTouch }),
  clearPx: widthPx < NARROW_PX ? NAMES_PX : 0,
});
