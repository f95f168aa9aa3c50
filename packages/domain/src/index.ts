export * from './access/capability.ts';
export { isCommonPassword } from './access/common-passwords.ts';
export * from './access/login-backoff.ts';
export {
  type NameThrottle,
  releaseAttempt,
  type ThrottleVerdict,
  throttleAttempt,
  untouched,
} from './access/name-throttle.ts';
export { sessionEndMs } from './access/session-age.ts';
export * from './access/token-bucket.ts';
export {
  type AlertPictureForm,
  alertPictureForms,
  CLIP_PICTURE_WAIT_SECONDS,
  type ClipPicture,
  clipPictures,
  isLocalHost,
} from './alert/alert-picture.ts';
export { DELIVERY_TIMEOUT_SECONDS, MAX_DELIVERY_TRIES, type NextTry, nextTry } from './alert/backoff.ts';
export { ALERT_CHANNELS, type AlertChannel, alertText, CHANNEL_BASE_URLS, CHANNEL_TEXT } from './alert/channel-text.ts';
export { cooldownKey, inCooldown } from './alert/cooldown.ts';
export {
  ALERT_COOLDOWN_SECONDS,
  type AlertDefaults,
  type AlertRule,
  DEFAULT_ALERT_RULES,
} from './alert/default-rules.ts';
export { escapeText, TEXT_FORMATS, type TextFormat } from './alert/escape.ts';
export { ALERT_EVENT_KEYS, type AlertEventKey, isAlertEventKey } from './alert/event-keys.ts';
export { eventWithoutCause, faultSentence } from './alert/event-without-cause.ts';
export { type AlertDecision, type AlertFacts, decideAlert, type MuteReason } from './alert/gate.ts';
export { type PastedChannel, readPastedChannel } from './alert/pasted-channel.ts';
export { type AlertPlaceholder, type AlertValues, placeholdersOf } from './alert/placeholders.ts';
export {
  EVERY_DAY,
  inQuietHours,
  type ParsedQuietHours,
  parseQuietHours,
  type QuietHours,
} from './alert/quiet-hours.ts';
export { laterSnooze, MAX_SNOOZE_MS, snoozeFault } from './alert/snooze.ts';
export {
  fillTemplate,
  MAX_TEMPLATE_LENGTH,
  type ParsedTemplate,
  parseTemplate,
  type Template,
  type TemplateFault,
  type TemplatePart,
} from './alert/template.ts';
export {
  AUDIT_ACTIONS,
  AUDIT_DAYS,
  AUDIT_KINDS,
  type AuditAction,
  type AuditKind,
  auditActions,
} from './audit/actions.ts';
export { type AuditChanges, type AuditValue, auditChanges } from './audit/changes.ts';
export { createSpanBook, hoursOf, rangeOfHours, type SpanBook } from './audit/span-book.ts';
export { type BackupSchedule, isBackupDue, nextBackup } from './backup/backup-schedule.ts';
export { backupName, backupsAmong, surplusBackups } from './backup/kept-backups.ts';
export { recordingObstacle } from './camera/recordable.ts';
export * from './camera/source-url.ts';
export {
  type CameraEvent,
  type CameraEventLabel,
  type CameraNotification,
  cameraEventLabels,
  readCameraEvent,
} from './camera-events/camera-notification.ts';
export { type EventService, eventServiceOf } from './camera-events/event-service.ts';
export {
  beginSubscription,
  SUBSCRIPTION_LIFE_MS,
  type Subscription,
  type SubscriptionInput,
  type SubscriptionOrder,
  type SubscriptionStep,
  stepSubscription,
} from './camera-events/subscription.ts';
export { type ClockReading, type ClockStep, findClockStep } from './capture/clock-step.ts';
export { diffByKey } from './capture/diff-by-key.ts';
export { type LeaseAnswer, PATIENCE_AT_START_MS, recordsByLastKnownSettings } from './capture/fail-open-start.ts';
export {
  type ObservedStream,
  type Outage,
  type OutageNews,
  type StreamFootage,
  watchOutage,
} from './capture/outage.ts';
export {
  type CaptureCamera,
  planStreams,
  type StreamPlan,
  type UnrecordedStream,
  type WantedRecording,
  type WantedSource,
  type WatchedCamera,
} from './capture/plan-streams.ts';
export { isScheduledOn, type WeekGrid } from './capture/schedule.ts';
export {
  isStreamName,
  type StorageHealth,
  type StreamName,
  type StreamRef,
  type StreamState,
  storageHealths,
  streamKey,
  streamNames,
  streamStates,
} from './capture/stream.ts';
export { type StreamAlarm, streamAlarm } from './capture/stream-alarm.ts';
export { nextRemark, type Remark, remarkDetail, type StreamSigns } from './capture/stream-remark.ts';
export * from './clip/clip-window.ts';
export { clipEncoding } from './clip/copy-or-encode.ts';
export { takesDetectorClip } from './clip/detector-clip.ts';
export { admitWaiter, nextWaiter, type QueueAdmission, type QueueState, type Waiter } from './clip/fair-queue.ts';
export { type ClipPiece, clipLengthMs, planClip } from './clip/plan-clip.ts';
export { thumbnailMoment } from './clip/thumbnail-moment.ts';
export { CSV_BYTE_ORDER_MARK, printCsvLine } from './csv/print-csv.ts';
export {
  type EventLifecycle,
  isPlateEvent,
  type NormalizedEvent,
  PLATE_LABEL,
  type RecognizedPlate,
} from './event/normalized-event.ts';
export { type ClockLine, clockLines } from './export/clock-lines.ts';
export { type ExplainedGap, explainGaps } from './export/explain-gaps.ts';
export { type ExportState, exportStates } from './export/export-state.ts';
export { exportFileName, freeName } from './export/file-name.ts';
export {
  cutStretches,
  type ExportFilePlan,
  type FileStretch,
  mediaRange,
  type PlacedSegment,
  planExport,
} from './export/plan-export.ts';
export {
  LAPSE_RATE,
  LAPSE_SPEED,
  type LapsePicture,
  type LapsePlan,
  lapseClockLines,
  lapseStretches,
  planLapse,
} from './export/time-lapse.ts';
export { type CameraFacts, explainCamera, type StreamStateSpan } from './gap/camera-ledger.ts';
export { coarsenGaps } from './gap/coarsen-gaps.ts';
export { explainWindow, type LedgerEntry, type LedgerFacts } from './gap/explain-window.ts';
export type { GapCause } from './gap/gap-cause.ts';
export { GAP_REASONS, type GapReason, gapRank } from './gap/gap-reason.ts';
export { MAX_RESTART_MS, type RecorderSession, restartSpans } from './gap/restart-spans.ts';
export {
  boxCentre,
  type FrameSize,
  type NormalizedBox,
  readDetectorBox,
  readNormalizedBox,
  readPixelBox,
  withMargin,
} from './geometry/box.ts';
export { insidePolygon, insideZones, type Point, type Polygon, type Zones } from './geometry/polygon.ts';
export {
  type BadgeIcon,
  badgeIconGroups,
  badgeIcons,
  type DefaultIcons,
  deviceClassBadgeIcons,
  domainBadgeIcons,
  iconPairOf,
  isBadgeIcon,
} from './hub/badge-icons.ts';
export { type EntityState, isSameState, type ReportedState, type UnknownReason } from './hub/entity-state.ts';
export {
  areSensorStatesKnown,
  type HubAnswer,
  type HubHealth,
  judgeHubAnswer,
  shownState,
  startHubHealth,
} from './hub/hub-health.ts';
export {
  domainOf,
  type HubRole,
  hubRoleDomains,
  hubRoles,
  isEntityId,
  linkFault,
  MAX_ENTITY_ID_LENGTH,
  RESERVED_HUB_ROLE,
} from './hub/hub-link.ts';
export { type HubNews, type HubOutage, noOutage, stepHubOutage } from './hub/hub-outage.ts';
export { type HubVerdict, hubVerdict } from './hub/hub-verdict.ts';
export { OPENINGS, type Opening, openingOf } from './hub/opening.ts';
export { captionOf, type KnownLink, type LinkPlan, planLinks, type WantedLink } from './hub/plan-links.ts';
export { noActivity, SENSOR_GRACE_MS, type SensorActivity, stepSensorActivity } from './hub/sensor-activity.ts';
export { chooseLiveStream, type LiveStreamFacts } from './live/choose-stream.ts';
export { type LiveLayout, liveLayouts } from './live/layout.ts';
export { planLivePanes } from './live/plan-panes.ts';
export { type Combine, fillSlots, type HistoryPoint } from './machine-history/fill-slots.ts';
export {
  gridOf,
  HISTORY_RANGES,
  HISTORY_STEPS,
  type HistoryRange,
  historyRanges,
  type SlotGrid,
  stepStart,
} from './machine-history/history-range.ts';
export { type MachineCounters, type MachineRates, ratesBetween } from './machine-history/rates.ts';
export {
  type FragmentTimes,
  type FragmentVerdict,
  failOpenReason,
  judgeFragment,
  showsMotion,
} from './motion/fragment-verdict.ts';
export { keptBefore } from './motion/kept-before.ts';
export { type MotionSource, motionSources, type SourceHealth, type WatchingSource } from './motion/motion-source.ts';
export {
  LATE_SIGNAL_MS,
  type MotionInput,
  type MotionSettings,
  type MotionState,
  startMotion,
  stepMotion,
} from './motion/motion-state.ts';
export * from './net/address-block.ts';
export * from './net/host-header.ts';
export * from './net/lan-address.ts';
export { isSameOrigin } from './net/same-origin.ts';
export { type Cluster, clusterReads } from './passes/cluster.ts';
export type { EngineStats } from './passes/engine-stats.ts';
export { pairClusters } from './passes/pair.ts';
export { type Pass, type PassPosition, pageOfPasses } from './passes/pass.ts';
export { AB_FUZZ, AB_READ_CAP, AB_WINDOW_SECONDS, type PairingOptions, type PassRead } from './passes/read.ts';
export { type AbReport, type AbReportInput, buildAbReport } from './passes/report.ts';
export { bucketTsMs, isBucketTs, type PassTruth } from './passes/truth.ts';
export { type Verdict, verdictOf } from './passes/verdict.ts';
export type { GreyFrame } from './pixel-motion/grey-frame.ts';
export {
  emptyGrid,
  gridBits,
  isEmptyGrid,
  joinGrids,
  MOTION_COLUMNS,
  MOTION_GRID_BYTES,
  MOTION_ROWS,
  type MotionGrid,
  markBox,
} from './pixel-motion/motion-cells.ts';
export { PixelMotion, type PixelMotionSettings, type PixelVerdict } from './pixel-motion/pixel-motion.ts';
export * from './plates.ts';
export { chooseFootage, mainHoles } from './playback/choose-footage.ts';
export {
  DATE_TOLERANCE_MS,
  type PlannedSegment,
  type PlayableSegment,
  planPlayback,
  STRETCH_TOLERANCE_MS,
} from './playback/plan-playback.ts';
export { type VideoCodecName, videoCodecOf, videoCodecs } from './playback/video-codec.ts';
export * from './policy/behavior.ts';
export * from './policy/lifecycle.ts';
export { type BulkPolicyEdit, type BulkPolicyPlan, planBulkEdit } from './policy/plan-bulk-edit.ts';
export * from './policy/plan-camera-edit.ts';
export * from './preview/choose-previews.ts';
export * from './preview/preview-pack.ts';
export { addressReason } from './reason/address-reason.ts';
export {
  type ReadReason,
  type Reason,
  type ReasonCode,
  type ReasonValues,
  readReason,
  reasonCode,
  reasonSentences,
  reasonText,
  storedReason,
} from './reason/reason.ts';
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
export {
  type EstimateInput,
  estimateRetention,
  type RetentionEstimate,
  type RetentionLimit,
  type TierEstimate,
} from './retention/estimate-retention.ts';
export { defaultFloorBytes, type FloorPolicy, freeSpaceFloor } from './retention/free-space-floor.ts';
export {
  exceedsProtectedShare,
  PROTECTED_ALERT_SHARE,
  type StorageSpace,
  storageBudgetBytes,
} from './retention/protected-share.ts';
export type {
  ProtectedRange,
  RetentionPolicy,
  StorageState,
  StoredSegment,
  Tier,
  TierLimits,
} from './retention/retention-facts.ts';
export { type DiskUser, shareOfDisk } from './retention/share-disk.ts';
export { forecastStorage, type StorageFacts, type StorageForecast } from './retention/storage-forecast.ts';
export { isSibling, parseSiblingName, type Sibling, siblingName } from './segment/collision.ts';
export { BORDER_TOLERANCE_MS, type Coverage, coverage, type SegmentSpan, spanOf } from './segment/coverage.ts';
export { parseSegmentName, segmentName } from './segment/name.ts';
export { nextStart, type SegmentStart } from './segment/next-start.ts';
export * from './settings/clip-settings.ts';
export {
  SHARE_HOURS,
  type ShareState,
  shareEndMs,
  shareNeeds,
  shareState,
  shareStates,
} from './share/share-end.ts';
export { isSystemFolder } from './storage/system-folder.ts';
export * from './text/case.ts';
export * from './text/name.ts';
export { dailyWindows, type TimeOfDay } from './time/daily-windows.ts';
export {
  coveredMs,
  type Interval,
  intervalsOverlap,
  mergeIntervals,
  subtractIntervals,
} from './time/interval.ts';
export { localMinuteOfDay, localTimeText } from './time/local-clock.ts';
export { minuteOfDay, timeOfDay } from './time/minute-of-day.ts';
export * from './tls/certificate-renewal.ts';
export * from './tls/plain-request.ts';
