export * from './access/capability.ts';
export * from './access/login-backoff.ts';
export * from './access/token-bucket.ts';
export * from './camera/source-url.ts';
export { type ClockReading, type ClockStep, findClockStep } from './capture/clock-step.ts';
export { diffByKey } from './capture/diff-by-key.ts';
export {
  type CaptureCamera,
  planStreams,
  type SilentStream,
  type StreamPlan,
  type WantedRecording,
  type WantedSource,
} from './capture/plan-streams.ts';
export { isScheduledOn, type WeekGrid } from './capture/schedule.ts';
export {
  type StorageHealth,
  type StreamName,
  type StreamState,
  storageHealths,
  streamNames,
  streamStates,
} from './capture/stream.ts';
export { type ClockLine, clockLines } from './export/clock-lines.ts';
export { type ExplainedGap, explainGaps } from './export/explain-gaps.ts';
export { type ExportState, exportStates } from './export/export-state.ts';
export { exportFileName, freeName } from './export/file-name.ts';
export {
  cutRuns,
  type ExportFilePlan,
  type ExportRun,
  mediaRange,
  type PlacedSegment,
  planExport,
} from './export/plan-export.ts';
export { type CameraFacts, explainCamera, type StreamStateSpan } from './gap/camera-ledger.ts';
export { coarsenGaps } from './gap/coarsen-gaps.ts';
export { explainWindow, type LedgerEntry, type LedgerFacts } from './gap/explain-window.ts';
export { causesFromChanges, type GapCause, type GapStateChange } from './gap/gap-cause.ts';
export { GAP_REASONS, type GapReason, gapRank } from './gap/gap-reason.ts';
export * from './net/host-header.ts';
export * from './plate/engine.ts';
export { type PlannedSegment, type PlayableSegment, planPlayback, RUN_TOLERANCE_MS } from './playback/plan-playback.ts';
export * from './policy/behavior.ts';
export * from './policy/lifecycle.ts';
export * from './policy/plan-camera-edit.ts';
export { isBreakerTripped, judgePrune, type PruneVerdict, type StorageMarker } from './retention/breaker.ts';
export { type ArchiveFacts, chooseArchiveMoves } from './retention/choose-archive-moves.ts';
export {
  type ArchiveMove,
  chooseVictims,
  type Deletion,
  type RetentionFacts,
  type RetentionPlan,
  type RetentionRule,
  type UnmetLimit,
} from './retention/choose-victims.ts';
export type {
  ProtectedRange,
  RetentionPolicy,
  StorageState,
  StoredSegment,
  Tier,
  TierLimits,
} from './retention/retention-facts.ts';
export { isSibling, parseSiblingName, type Sibling, siblingName } from './segment/collision.ts';
export { BORDER_TOLERANCE_MS, type Coverage, coverage, type SegmentSpan, spanOf } from './segment/coverage.ts';
export { parseSegmentName, segmentName } from './segment/name.ts';
export { nextStart, type SegmentStart } from './segment/next-start.ts';
export * from './settings/clip-settings.ts';
export * from './text/case.ts';
export {
  coveredMs,
  type Interval,
  intersectIntervals,
  intervalsOverlap,
  mergeIntervals,
  subtractIntervals,
} from './time/interval.ts';
