import type { StreamName } from '../capture/stream.ts';

export interface LiveStreamFacts {
  /** What the pane has to show with, in pixels of the screen rather than of the page. */
  paneWidthPx: number;
  hasSubStream: boolean;
  /** Undefined until a stream was seen. */
  mainWidthPx: number | undefined;
  subWidthPx: number | undefined;
  /** What is playing now: near the border it stays, so that a window being resized does not flip to and fro. */
  current: StreamName | undefined;
}

// What second streams usually are.
const USUAL_SUB_WIDTH_PX = 640;
// Stretched by this much nobody sees the difference.
const FREE_STRETCH = 1.25;
const STAY_MARGIN = 0.15;

/** The smaller stream wherever it is sharp enough: it costs the network and the decoder a tenth. */
export function chooseLiveStream(facts: LiveStreamFacts): StreamName {
  const { paneWidthPx, hasSubStream, mainWidthPx, subWidthPx, current } = facts;
  if (!hasSubStream) return 'main';
  if (subWidthPx !== undefined && mainWidthPx !== undefined && subWidthPx >= mainWidthPx) return 'sub';
  const enoughUntilPx = (subWidthPx ?? USUAL_SUB_WIDTH_PX) * FREE_STRETCH;
  const margin = current === 'sub' ? 1 + STAY_MARGIN : current === 'main' ? 1 - STAY_MARGIN : 1;
  return paneWidthPx <= enoughUntilPx * margin ? 'sub' : 'main';
}
