import type { StreamName } from '../capture/stream.ts';

export interface LiveStreamFacts {
  /** The width of the pane, in device pixels rather than CSS pixels. */
  paneWidthPx: number;
  hasSubStream: boolean;
  /** Undefined until a stream was seen. */
  mainWidthPx: number | undefined;
  subWidthPx: number | undefined;
  /** The stream that is playing: near the threshold it stays, so that resizing a window does not switch back and forth. */
  current: StreamName | undefined;
}

// The usual width of sub streams.
const USUAL_SUB_WIDTH_PX = 640;
// Enlargement up to this factor is not visible.
const FREE_STRETCH = 1.25;
const STAY_MARGIN = 0.15;

/** The smaller stream wherever it is sharp enough: it needs a tenth of the bandwidth and decoding. */
export function chooseLiveStream(facts: LiveStreamFacts): StreamName {
  const { paneWidthPx, hasSubStream, mainWidthPx, subWidthPx, current } = facts;
  if (!hasSubStream) return 'main';
  if (subWidthPx !== undefined && mainWidthPx !== undefined && subWidthPx >= mainWidthPx) return 'sub';
  const enoughUntilPx = (subWidthPx ?? USUAL_SUB_WIDTH_PX) * FREE_STRETCH;
  const margin = current === 'sub' ? 1 + STAY_MARGIN : current === 'main' ? 1 - STAY_MARGIN : 1;
  return paneWidthPx <= enoughUntilPx * margin ? 'sub' : 'main';
}
