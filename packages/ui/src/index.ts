export { moveTo, placeAfterKey } from './live/arrange.ts';
export { chaseEdge, type EdgeFacts, type EdgeMove, trimBefore } from './live/live-edge.ts';
export {
  isTrying,
  type LiveEvent,
  type LiveFacts,
  type LiveState,
  nextLive,
  type RefusalReason,
  type RetryReason,
  retryDelayMs,
} from './live/live-state.ts';
export { pageCount, type WallGrid, wallGrid } from './live/wall-grid.ts';
export { isZoomed, LARGEST_ZOOM, panBy, UNZOOMED, type Zoom, zoomAt, zoomTransform } from './live/zoom.ts';
export {
  centerOn,
  contains,
  keepInReach,
  LEAST_SPAN_MS,
  MOST_SPAN_MS,
  msPerPx,
  pan,
  resize,
  spanOf,
  type TimeScale,
  timeAt,
  xOf,
  zoomAround,
} from './timeline/time-scale.ts';
