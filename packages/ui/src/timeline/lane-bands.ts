/** Where the parts of a lane are, from its top. */
export interface LaneBands {
  /** Symbols of events and plates. */
  glyph: { centerPx: number; radiusPx: number };
  /** Doors and windows that were open. */
  opening: { topPx: number; heightPx: number };
  motion: { topPx: number; heightPx: number };
}

const BOOKMARK_PX = 4;

/** Symbols above, then openings, and motion along the bottom; nothing covers anything else, however thin the lane is. */
export function laneBands(heightPx: number): LaneBands {
  const motionPx = Math.max(4, Math.round(heightPx * 0.42));
  const openingPx = heightPx >= 24 ? 3 : 2;
  const openingTopPx = heightPx - motionPx - openingPx - 1;
  const radiusPx = Math.max(2, Math.min(5, Math.floor((openingTopPx - 1) / 2)));
  return {
    glyph: { centerPx: Math.max(radiusPx, Math.min(BOOKMARK_PX + 2 + radiusPx, openingTopPx - radiusPx)), radiusPx },
    opening: { topPx: openingTopPx, heightPx: openingPx },
    motion: { topPx: heightPx - motionPx, heightPx: motionPx },
  };
}
