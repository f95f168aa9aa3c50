import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import { fitWords, type WordsFit, type WordsPx } from './fit-words.ts';

interface Placed {
  badge: RefObject<HTMLElement | null>;
  layer: RefObject<HTMLElement | null>;
  pointPx: number;
  size: number;
  /** The digital zoom of the pane, which does not enlarge the badge. */
  zoom?: number;
}

/** A longer name is cut even where there is room. */
const MAX_NAME_PX = 190;
/** A browser gives whole pixels, the width of words has fractions. */
const ROUNDING_PX = 1;

const widthsOf = (badge: HTMLElement): WordsPx => {
  // The width that a cut element needs, and that of an element that is not drawn.
  const widthOf = (word: string) => {
    const element = badge.querySelector(`[data-word="${word}"]`);
    return element ? element.scrollWidth + ROUNDING_PX : 0;
  };
  return { name: Math.min(widthOf('name'), MAX_NAME_PX), state: widthOf('state'), age: widthOf('age') };
};

const isSame = (a: WordsFit | undefined, b: WordsFit) =>
  a?.side === b.side && a.size === b.size && a.maxPx === b.maxPx && a.drops === b.drops;

/** How the words of a badge are drawn, for its anchor. Measured after every change: they have any length. */
export function useWordsFit({ badge, layer, pointPx, size, zoom = 1 }: Placed) {
  const [fit, setFit] = useState<WordsFit>();
  useLayoutEffect(() => {
    if (!badge.current || !layer.current) return;
    const paneWidthPx = layer.current.clientWidth * zoom;
    const next = fitWords({ pointPx: pointPx * zoom, paneWidthPx, size, words: widthsOf(badge.current) });
    setFit((before) => (isSame(before, next) ? before : next));
  });
  return {
    'data-side': fit?.side ?? 'right',
    'data-drops': fit?.drops ?? 'none',
    style: { '--size': fit?.size ?? size, '--max-width': fit ? `${fit.maxPx}px` : 'none' } as CSSProperties,
  };
}
