export { moveTo, placeAfterKey } from './live/arrange.ts';
export { chaseEdge, type EdgeFacts, type EdgeMove, trimBefore } from './live/live-edge.ts';
export {
  type AddressAnswer,
  createLivePlayer,
  type LiveForm,
  type LivePlayer,
  type LivePlayerOptions,
  type LiveSnapshot,
} from './live/live-player.ts';
export type { SessionStats } from './live/live-session.ts';
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
export { createPictureMemory, type PictureMemory } from './live/picture-memory.ts';
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
