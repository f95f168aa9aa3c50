// Printed by `npm run gen` from a freshly migrated database; edit the migrations instead.
import type { AlertChannel, Behavior, Capability, ClipPicture, EventLifecycle, ExportState, GapReason, HubRole, LiveLayout, LprEngine, MuteReason, Plate, PolicyOrigin, StorageHealth, StreamName, StreamState, Tier, VideoCodecName, WatchingSource } from '@holdfast/domain';
import type { DeliveryState, FootageFate, Generated, GeneratedAlways, HubStatusState, Json, JsonObject, Polygon, Timestamp, WatchlistKind, Zones } from './column-types.ts';

export interface AlertCooldown {
  cooldownKey: string;
  lastSentAt: Timestamp | null;
}

export interface AlertDelivery {
  channelId: string;
  claimedUntil: Timestamp | null;
  createdAt: Timestamp;
  failedTries: Generated<number>;
  finishedAt: Timestamp | null;
  id: Generated<string>;
  lastError: string | null;
  nextTryAt: Timestamp | null;
  state: Generated<DeliveryState>;
  systemEventId: string;
}

export interface AlertRule {
  bodyTemplate: string;
  bypassQuietHours: boolean;
  cooldownSeconds: number;
  enabled: boolean;
  eventKey: string;
  quietDays: Generated<string>;
  quietEnd: string | null;
  quietStart: string | null;
  snoozedUntil: Timestamp | null;
  titleTemplate: string;
}

export interface AlertSnooze {
  singleton: Generated<boolean>;
  snoozedUntil: Timestamp | null;
}

export interface AppUser {
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  passwordHash: string;
  roleId: string;
  username: string;
  usernameKey: string;
}

export interface AuditEntry {
  action: string;
  cameraIds: Generated<string[]>;
  clientAddress: string | null;
  details: Generated<Json<JsonObject>>;
  id: Generated<string>;
  objectId: string | null;
  objectName: string | null;
  spanKey: string | null;
  ts: Timestamp;
  userId: string | null;
  username: string | null;
}

export interface BackupRun {
  endedAt: Timestamp | null;
  error: string | null;
  fileName: string | null;
  id: GeneratedAlways<number>;
  queuedAt: Timestamp;
  reason: 'manual' | 'schedule';
  sizeBytes: number | null;
  state: Generated<'queued' | 'running' | 'done' | 'failed'>;
}

export interface BackupSchedule {
  changedAt: Generated<Timestamp>;
  days: Generated<string>;
  enabled: Generated<boolean>;
  keep: Generated<number>;
  minuteOfDay: Generated<number>;
  singleton: Generated<boolean>;
}

export interface Bookmark {
  cameraId: string | null;
  createdAt: Generated<Timestamp>;
  createdBy: string | null;
  endTs: Timestamp;
  id: Generated<string>;
  label: string;
  note: string | null;
  protected: Generated<boolean>;
  startTs: Timestamp;
}

export interface Camera {
  convertVideo: Generated<boolean>;
  createdAt: Generated<Timestamp>;
  detectorCameraName: string | null;
  enabled: Generated<boolean>;
  footageFate: FootageFate | null;
  id: Generated<string>;
  lprCountry: string | null;
  lprEngine: Generated<LprEngine>;
  lprMinConfidence: Generated<number>;
  lprZones: Generated<Json<Zones>>;
  mainPassword: Buffer | null;
  mainUrl: string;
  motionCameraEnabled: Generated<boolean>;
  motionDetectorEnabled: Generated<boolean>;
  motionHubEnabled: Generated<boolean>;
  motionMask: Generated<Json<Polygon[]>>;
  motionPixelEnabled: Generated<boolean>;
  name: string;
  nameKey: string;
  onvifUrl: string | null;
  policyId: string;
  recordAudio: boolean | null;
  removedAt: Timestamp | null;
  subPassword: Buffer | null;
  subUrl: string | null;
}

export interface CameraGroup {
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  name: string;
  nameKey: string;
}

export interface CameraGroupMember {
  cameraId: string;
  groupId: string;
}

export interface CameraHubLink {
  backgroundColor: string | null;
  cameraId: string;
  deviceClass: string | null;
  entityId: string;
  id: Generated<string>;
  label: string | null;
  opacity: Generated<number>;
  outline: Generated<boolean>;
  overlayColor: string | null;
  overlayIcon: string | null;
  overlayShowAge: Generated<boolean>;
  overlayShowState: Generated<boolean>;
  position: number;
  role: HubRole;
  shape: Generated<'dot' | 'pill'>;
  size: Generated<number>;
  x: number | null;
  y: number | null;
}

export interface CameraScope {
  cameraId: string | null;
  userId: string | null;
}

export interface ClipMark {
  userId: string;
  viewedUntil: Timestamp;
}

export interface ClipView {
  clipId: string;
  userId: string;
  viewed: Generated<boolean>;
  viewedAt: Timestamp;
}

export interface DetectorConfig {
  catchupHours: Generated<number>;
  enabled: boolean | null;
  httpBaseUrl: string | null;
  minScore: Generated<number>;
  mqttPassword: Buffer | null;
  mqttPrefix: string | null;
  mqttUrl: string | null;
  mqttUsername: string | null;
  singleton: Generated<boolean>;
  sourceId: Generated<string>;
}

export interface EffectivePolicy {
  archiveAfterHours: number | null;
  archiveEnabled: boolean | null;
  archiveMaxBytes: number | null;
  archiveRetentionHours: number | null;
  archiveStorageId: string | null;
  cameraId: string | null;
  createdAt: Timestamp | null;
  id: string | null;
  isDefault: boolean | null;
  liveMaxBytes: number | null;
  liveRetentionHours: number | null;
  liveStorageId: string | null;
  maxRetentionDays: number | null;
  minFreeBytes: number | null;
  mode: string | null;
  motionPostSeconds: number | null;
  motionPreSeconds: number | null;
  motionSensitivity: string | null;
  motionThreshold: number | null;
  name: string | null;
  nameKey: string | null;
  origin: string | null;
  recordAudio: boolean | null;
  recordStream: string | null;
  schedule: string[] | null;
}

export interface Event {
  box: number[] | null;
  cameraId: string;
  endTs: Timestamp | null;
  id: Generated<string>;
  label: string;
  lifecycle: EventLifecycle;
  providerEventId: string;
  raw: Json<JsonObject> | null;
  recognizedPlate: string | null;
  score: number | null;
  snapshotUrl: string | null;
  sourceId: string;
  subLabel: string | null;
  topScore: number | null;
  ts: Timestamp;
  updatedAt: Timestamp;
  zones: Generated<string[]>;
}

export interface FootageCounter {
  bytes: number;
  cameraId: string;
  segments: number;
  storageId: string;
  tier: Tier;
}

export interface FootageDeletion {
  cameraId: string;
  endTs: Timestamp;
  id: GeneratedAlways<number>;
  reason: GapReason;
  startTs: Timestamp;
  stream: StreamName;
}

export interface FootageExport {
  attempts: Generated<number>;
  audio: boolean;
  burnClock: boolean;
  claim: string | null;
  claimedAt: Timestamp | null;
  createdAt: Timestamp;
  createdBy: string | null;
  endTs: Timestamp;
  expiresAt: Timestamp;
  failure: string | null;
  fileName: string | null;
  finishedAt: Timestamp | null;
  id: Generated<string>;
  manifest: string | null;
  mediaType: string | null;
  progress: Generated<number>;
  sizeBytes: number;
  speed: number | null;
  startTs: Timestamp;
  state: Generated<ExportState>;
}

export interface FootageExportCamera {
  cameraId: string;
  exportId: string;
  name: string;
  position: number;
}

export interface FootageExtent {
  cameraId: string;
  reachMs: number;
  stream: string;
}

export interface FootageGone {
  cameraId: string;
  hour: Timestamp;
  notedAt: Generated<Timestamp>;
}

export interface FootageRun {
  cameraId: string;
  endTs: Timestamp;
  kind: string;
  startTs: Timestamp;
  stream: string;
}

export interface HubConfig {
  baseUrl: string | null;
  certificate: string | null;
  enabled: boolean | null;
  singleton: Generated<boolean>;
  token: Buffer | null;
}

export interface HubOfferCamera {
  cameraId: string;
}

export interface HubOfferConfig {
  broker: Generated<'own' | 'detector'>;
  discoveryPrefix: Generated<string>;
  enabled: Generated<boolean>;
  instance: Generated<string>;
  mqttPassword: Buffer | null;
  mqttUrl: string | null;
  mqttUsername: string | null;
  plates: Generated<boolean>;
  singleton: Generated<boolean>;
}

export interface HubOfferPublished {
  cameraId: string;
  discoveryPrefix: string;
}

export interface HubStateSpan {
  cameraId: string;
  endTs: Timestamp | null;
  entityId: string;
  known: boolean;
  startTs: Timestamp;
  value: string;
}

export interface HubStatus {
  outageSince: Timestamp | null;
  reason: string | null;
  seenAt: Timestamp | null;
  since: Generated<Timestamp>;
  singleton: Generated<boolean>;
  state: Generated<HubStatusState>;
}

export interface LiveView {
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  layout: LiveLayout;
  name: string;
  nameKey: string;
  userId: string;
}

export interface LiveViewCamera {
  cameraId: string;
  position: number;
  viewId: string;
}

export interface LoginBackoff {
  blockedUntil: Timestamp | null;
  failures: number;
  source: string;
  updatedAt: Generated<Timestamp>;
  usernameKey: string;
}

export interface LprConfig {
  enabled: Generated<boolean>;
  ingestTokenDigest: Buffer | null;
  retentionDays: Generated<number>;
  singleton: Generated<boolean>;
  watchlistFuzz: Generated<number>;
}

export interface MachineSample {
  cameraBps: number | null;
  cpu: number | null;
  cpuPeak: number | null;
  diskReadBytesPerS: number | null;
  diskWrittenBytesPerS: number | null;
  memoryTotalBytes: number | null;
  memoryUsedBytes: number | null;
  networkInBps: number | null;
  networkOutBps: number | null;
  samples: number;
  stepSeconds: number;
  ts: Timestamp;
}

export interface MotionSourceStatus {
  able: boolean;
  cameraId: string;
  reason: string | null;
  since: Timestamp;
  source: WatchingSource;
}

export interface MotionView {
  cameraId: string;
  ceiling: number;
  floor: number;
  grid: string;
  moving: boolean;
  score: number;
  ts: Timestamp;
}

export interface NotificationChannel {
  attachClip: Generated<ClipPicture>;
  attachImage: boolean;
  baseUrl: string;
  createdAt: Generated<Timestamp>;
  enabled: Generated<boolean>;
  id: Generated<string>;
  kind: AlertChannel;
  name: string;
  nameKey: string;
  ownerUserId: string | null;
  platesOutsideConfirmed: Generated<boolean>;
  secret: Buffer | null;
  target: string | null;
}

export interface PassTruth {
  bucketTs: Timestamp;
  cameraId: string;
  confirmedAt: Timestamp;
  plate: Plate;
}

export interface PlateCrop {
  jpeg: Buffer;
  plateReadId: string;
}

export interface PlateRead {
  alerted: Generated<boolean>;
  bbox: number[] | null;
  cameraId: string;
  confidence: number | null;
  cropBytes: number | null;
  eventId: string | null;
  id: Generated<string>;
  plate: Plate;
  plateRaw: string;
  providerEventId: string;
  region: string | null;
  snapshotUrl: string | null;
  sourceId: string;
  ts: Timestamp;
  vehicle: Json<JsonObject> | null;
}

export interface PlateStorage {
  cropBytes: Generated<number>;
  crops: Generated<number>;
  reads: Generated<number>;
  slot: number;
}

export interface PlateWorker {
  cameraId: string;
  startedAt: Generated<Timestamp>;
  tokenDigest: Buffer;
}

export interface ProcessHeartbeat {
  beatAt: Timestamp;
  process: string;
  startedAt: Timestamp;
  version: string;
}

export interface ProcessWarning {
  cameraId: string | null;
  count: number;
  detail: string | null;
  id: GeneratedAlways<number>;
  level: 'warn' | 'error' | 'fatal';
  message: string;
  process: 'api' | 'recorder';
  ts: Timestamp;
}

export interface RaisedEvent {
  cameraId: string | null;
  data: Generated<Json<JsonObject>>;
  detail: string;
  eventKey: string;
  id: GeneratedAlways<number>;
  ts: Generated<Timestamp>;
}

export interface RecordRequest {
  cameraId: string;
  fromTs: Timestamp;
  id: Generated<string>;
  untilTs: Timestamp;
  userId: string;
}

export interface RecorderLease {
  clockBelievedAt: Timestamp | null;
  epoch: Generated<number>;
  expiresAt: Timestamp | null;
  holder: string | null;
  singleton: Generated<boolean>;
}

export interface RecorderRestart {
  requestedAt: Timestamp | null;
  requestedBy: string | null;
  singleton: Generated<boolean>;
  takenAt: Timestamp | null;
}

export interface RecorderRun {
  beatAt: Timestamp;
  endedAt: Timestamp | null;
  id: GeneratedAlways<number>;
  restart: Generated<boolean>;
  startedAt: Timestamp;
}

export interface RecordingPolicy {
  archiveAfterHours: number | null;
  archiveEnabled: Generated<boolean>;
  archiveMaxBytes: number | null;
  archiveRetentionHours: number | null;
  archiveStorageId: string | null;
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  isDefault: Generated<boolean>;
  liveMaxBytes: number | null;
  liveRetentionHours: Generated<number>;
  liveStorageId: string;
  maxRetentionDays: number | null;
  minFreeBytes: number | null;
  mode: Generated<Behavior['mode']>;
  motionPostSeconds: Generated<number>;
  motionPreSeconds: Generated<number>;
  motionSensitivity: Generated<Behavior['motionSensitivity']>;
  motionThreshold: number | null;
  name: string;
  nameKey: string;
  origin: PolicyOrigin;
  recordAudio: Generated<boolean>;
  recordStream: Generated<Behavior['recordStream']>;
  schedule: string[] | null;
}

export interface RestreamAccount {
  password: Buffer;
  singleton: Generated<boolean>;
  username: string;
}

export interface Role {
  allCameras: Generated<boolean>;
  capabilities: Generated<Capability[]>;
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  name: string;
  nameKey: string;
}

export interface RoleCamera {
  cameraId: string;
  roleId: string;
}

export interface SeenPlate {
  folded: GeneratedAlways<string>;
  head: GeneratedAlways<string>;
  middle: GeneratedAlways<string>;
  plate: string;
  reads: number;
  tail: GeneratedAlways<string>;
}

export interface Segment {
  cameraId: string;
  durationMs: number;
  endTs: Timestamp;
  hasMotion: Generated<boolean>;
  id: GeneratedAlways<number>;
  motionGrid: string | null;
  parameterHash: string;
  path: string;
  preciseStartTs: Timestamp;
  sizeBytes: number;
  startTs: Timestamp;
  storageId: string;
  stream: StreamName;
  tier: Generated<Tier>;
}

export interface ServerSettings {
  clipOverviewSeconds: Generated<number>;
  clipPreRollSeconds: Generated<number>;
  eventRetentionDays: number | null;
  sharingEnabled: Generated<boolean>;
  singleton: Generated<boolean>;
}

export interface Session {
  clientAddress: string | null;
  createdAt: Generated<Timestamp>;
  expiresAt: Timestamp;
  id: Generated<string>;
  remember: Generated<boolean>;
  userAgent: string | null;
  userId: string;
}

export interface Share {
  cameraIds: string[];
  cameraNames: string[];
  createdAt: Timestamp;
  createdBy: string | null;
  endTs: Timestamp;
  expiresAt: Timestamp;
  id: Generated<string>;
  kind: 'clip' | 'export';
  lastOpenedAt: Timestamp | null;
  needs: Capability[];
  openCount: Generated<number>;
  passwordHash: string | null;
  revokedAt: Timestamp | null;
  startTs: Timestamp;
  subjectId: string;
  tokenDigest: Buffer;
}

export interface ShareOpening {
  clientAddress: string | null;
  id: GeneratedAlways<number>;
  openedAt: Timestamp;
  shareId: string;
  userAgent: string | null;
}

export interface Storage {
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  isDefault: Generated<boolean>;
  name: string;
  nameKey: string;
  path: string;
}

export interface StorageSample {
  freeBytes: number;
  stepSeconds: number;
  storageId: string;
  ts: Timestamp;
}

export interface StorageStatus {
  detail: string | null;
  freeBytes: number | null;
  marker: string | null;
  pendingBytes: Generated<number>;
  pruneApprovedAt: Timestamp | null;
  pruneStoppedAt: Timestamp | null;
  state: StorageHealth;
  storageId: string;
  totalBytes: number | null;
  updatedAt: Timestamp;
}

export interface StreamFacts {
  audioCodec: string | null;
  cameraId: string;
  codec: VideoCodecName;
  codecString: string | null;
  fps: number | null;
  height: number | null;
  seenAt: Timestamp;
  stream: StreamName;
  width: number | null;
}

export interface StreamStateChange {
  cameraId: string;
  id: GeneratedAlways<number>;
  maintenanceUntil: Timestamp | null;
  reason: GapReason | null;
  stream: StreamName;
  ts: Timestamp;
}

export interface StreamStatus {
  audioCodec: string | null;
  bitrateBps: number | null;
  cameraId: string;
  codecs: string | null;
  detail: string | null;
  fps: number | null;
  height: number | null;
  lastSegmentEndTs: Timestamp | null;
  restarts: Generated<number>;
  segmentLagMs: number | null;
  since: Timestamp;
  state: StreamState;
  stream: StreamName;
  updatedAt: Timestamp;
  width: number | null;
}

export interface SystemEvent {
  cameraId: string | null;
  data: Generated<Json<JsonObject>>;
  detail: string;
  eventKey: string;
  id: Generated<string>;
  mutedBy: MuteReason | null;
  plateReadId: string | null;
  recordedAt: Generated<Timestamp>;
  ts: Timestamp;
}

export interface SystemEventMark {
  seenUntil: Timestamp;
  userId: string;
}

export interface UserCamera {
  cameraId: string;
  userId: string;
}

export interface VideoConversion {
  cameraId: string;
  endedAt: Timestamp | null;
  startedAt: Timestamp;
}

export interface WatchlistEntry {
  color: string | null;
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  kind: Generated<WatchlistKind>;
  label: string | null;
  note: string | null;
  notify: Generated<boolean>;
  plate: Plate;
}

export interface WatchlistRevision {
  revision: Generated<string>;
  singleton: Generated<boolean>;
}

export interface DB {
  alertCooldown: AlertCooldown;
  alertDelivery: AlertDelivery;
  alertRule: AlertRule;
  alertSnooze: AlertSnooze;
  appUser: AppUser;
  auditEntry: AuditEntry;
  backupRun: BackupRun;
  backupSchedule: BackupSchedule;
  bookmark: Bookmark;
  camera: Camera;
  cameraGroup: CameraGroup;
  cameraGroupMember: CameraGroupMember;
  cameraHubLink: CameraHubLink;
  cameraScope: CameraScope;
  clipMark: ClipMark;
  clipView: ClipView;
  detectorConfig: DetectorConfig;
  effectivePolicy: EffectivePolicy;
  event: Event;
  footageCounter: FootageCounter;
  footageDeletion: FootageDeletion;
  footageExport: FootageExport;
  footageExportCamera: FootageExportCamera;
  footageExtent: FootageExtent;
  footageGone: FootageGone;
  footageRun: FootageRun;
  hubConfig: HubConfig;
  hubOfferCamera: HubOfferCamera;
  hubOfferConfig: HubOfferConfig;
  hubOfferPublished: HubOfferPublished;
  hubStateSpan: HubStateSpan;
  hubStatus: HubStatus;
  liveView: LiveView;
  liveViewCamera: LiveViewCamera;
  loginBackoff: LoginBackoff;
  lprConfig: LprConfig;
  machineSample: MachineSample;
  motionSourceStatus: MotionSourceStatus;
  motionView: MotionView;
  notificationChannel: NotificationChannel;
  passTruth: PassTruth;
  plateCrop: PlateCrop;
  plateRead: PlateRead;
  plateStorage: PlateStorage;
  plateWorker: PlateWorker;
  processHeartbeat: ProcessHeartbeat;
  processWarning: ProcessWarning;
  raisedEvent: RaisedEvent;
  recordRequest: RecordRequest;
  recorderLease: RecorderLease;
  recorderRestart: RecorderRestart;
  recorderRun: RecorderRun;
  recordingPolicy: RecordingPolicy;
  restreamAccount: RestreamAccount;
  role: Role;
  roleCamera: RoleCamera;
  seenPlate: SeenPlate;
  segment: Segment;
  serverSettings: ServerSettings;
  session: Session;
  share: Share;
  shareOpening: ShareOpening;
  storage: Storage;
  storageSample: StorageSample;
  storageStatus: StorageStatus;
  streamFacts: StreamFacts;
  streamStateChange: StreamStateChange;
  streamStatus: StreamStatus;
  systemEvent: SystemEvent;
  systemEventMark: SystemEventMark;
  userCamera: UserCamera;
  videoConversion: VideoConversion;
  watchlistEntry: WatchlistEntry;
  watchlistRevision: WatchlistRevision;
}
