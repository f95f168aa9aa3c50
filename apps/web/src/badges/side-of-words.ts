import { type RefObject, useLayoutEffect, useState } from 'react';

export type Side = 'left' | 'right';

/** The words of a badge are right of its icon, unless they would be cut off there and have more room on the left. */
export const sideOfWords = (facts: { pointPx: number; wordsPx: number; paneWidthPx: number }): Side =>
  facts.pointPx + facts.wordsPx <= facts.paneWidthPx || facts.pointPx <= facts.paneWidthPx / 2 ? 'right' : 'left';

/** From the point to the edge of the icon. */
const HALF_ICON_PX = 12;

interface Placed {
  /** The badge with its words, before it is scaled. */
  badge: RefObject<HTMLElement | null>;
  layer: RefObject<HTMLElement | null>;
  pointPx: number;
  scale: number;
}

/** Measured after every change: states, languages and labels have words of any length. */
export function useSideOfWords({ badge, layer, pointPx, scale }: Placed): Side {
  const [side, setSide] = useState<Side>('right');
  useLayoutEffect(() => {
    if (!badge.current || !layer.current) return;
    const wordsPx = (badge.current.offsetWidth - HALF_ICON_PX) * scale;
    setSide(sideOfWords({ pointPx, wordsPx, paneWidthPx: layer.current.clientWidth }));
  });
  return side;
}
