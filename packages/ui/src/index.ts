export {
  type AreaBox,
  type AreaPoint,
  areaBetween,
  areaText,
  frameInPane,
  moveArea,
} from './area/area-box.ts';
export { type FeedRow, feedRows, rowOfItem } from './feed/feed-rows.ts';
export { type FeedItem, mergeFeed } from './feed/merge-feed.ts';
export {
  currentOf,
  newReview,
  nextReview,
  type Review,
  type ReviewStep,
  unseenCount,
  upcomingClips,
} from './feed/review.ts';
export { type RowsInView, rowAt, rowOffsets, rowsInView } from './feed/virtual-rows.ts';
export { moveTo, placeAfterKey } from './live/arrange.ts';
export { type FrameBox, type FramePoint, fitFrame, frameOf, paneOf, type Size } from './live/frame-fit.ts';
export type { AddressAnswer } from './live/live-connections.ts';
export { chaseEdge, type EdgeFacts, type EdgeMove, trimBefore } from './live/live-edge.ts';
export type { LiveForm, LiveTransport } from './live/live-form.ts';
export {
  createLivePlayer,
  type LivePlayer,
  type LivePlayerOptions,
  type LiveSnapshot,
  restingSnapshot,
} from './live/live-player.ts';
export type { SessionStats } from './live/live-session.ts';
export {
  isFresh,
  isTrying,
  type LiveEvent,
  type LiveFacts,
  type LiveState,
  nextLive,
  type RefusalReason,
  type RetryReason,
  retryDelayMs,
} from './live/live-state.ts';
export { createPictureMemory, type KeptPicture, type PictureMemory } from './live/picture-memory.ts';
export { pageCount, type WallCells, type WallGrid, wallCells, wallGrid } from './live/wall-grid.ts';
export type { WhepAnswer, WhepServer } from './live/whep-session.ts';
export { isZoomed, MAX_ZOOM, panBy, UNZOOMED, type Zoom, zoomAt, zoomTransform } from './live/zoom.ts';
export { findJump, mergeRuns } from './playback/footage-finder.ts';
export { preloadHls } from './playback/hls-session.ts';
export type { PlaylistReply, PlaylistRequest } from './playback/pane-player.ts';
export type { PaneFault } from './playback/pane-state.ts';
export type { PaneView } from './playback/pane-view.ts';
export type { Playback } from './playback/playback.ts';
export {
  createPlaybackController,
  type PlaybackController,
  type PlaybackServer,
} from './playback/playback-controller.ts';
export type { PlaybackView } from './playback/playback-engine.ts';
export type { Pointing } from './playback/pointing.ts';
export { SPEEDS } from './playback/speeds.ts';
export type { TimelineController } from './playback/timeline-controller.ts';
export type { MarkRequest } from './playback/timeline-data.ts';
export type { Preview, PreviewWish } from './preview/preview-store.ts';
export type { Scrubber } from './preview/scrubber.ts';
export { type Glyph, glyphOf } from './timeline/glyph.ts';
export { clip, type Gap, join, type LaneData, type Span, spanAt } from './timeline/lane.ts';
export { laneBody, lanePxFor, layoutOf, RULER_PX } from './timeline/layout.ts';
export type { MarkKind, TimelineMark } from './timeline/mark.ts';
export type { TimeLabels } from './timeline/paint-ruler.ts';
export { familyOf, type ReasonFamily, type TimelinePalette } from './timeline/palette.ts';
export { createTileStore, type TileRequest, type TileStore } from './timeline/tile-store.ts';
export { levelFor, tilesFor } from './timeline/tiles.ts';
export { createTimeLabels } from './timeline/time-labels.ts';
export {
  centerOn,
  clampToLimits,
  contains,
  MAX_SPAN_MS,
  MIN_SPAN_MS,
  msPerPx,
  pan,
  resize,
  spanOf,
  type TimeScale,
  timeAt,
  xOf,
  zoomAround,
} from './timeline/time-scale.ts';
export type { TimelineLook } from './timeline/timeline-painter.ts';
export { createTimelineView, type TimelineView } from './timeline/timeline-view.ts';
export { addDays, createZone, DAY_MS, startOfDay, type Zone } from './timeline/zone.ts';
