// Printed by `npm run gen` from a freshly migrated database; edit the migrations instead.
import type { Behavior, Capability, ExportState, GapReason, LprEngine, PolicyOrigin, StorageHealth, StreamName, StreamState, Tier } from '@holdfast/domain';
import type { Generated, GeneratedAlways, Json, Polygon, Timestamp, Zones } from './column-types.ts';

export interface AppUser {
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  passwordHash: string;
  roleId: string;
  username: string;
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
  createdAt: Generated<Timestamp>;
  detectorCameraName: string | null;
  enabled: Generated<boolean>;
  footageFate: 'keep' | 'delete' | null;
  id: Generated<string>;
  lprEngine: Generated<LprEngine>;
  lprMinConfidence: Generated<number>;
  lprZones: Generated<Json<Zones>>;
  mainPassword: Buffer | null;
  mainUrl: string;
  motionDetectorEnabled: Generated<boolean>;
  motionHubEnabled: Generated<boolean>;
  motionMask: Generated<Json<Polygon[]>>;
  motionPixelEnabled: Generated<boolean>;
  name: string;
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
}

export interface CameraGroupMember {
  cameraId: string;
  groupId: string;
}

export interface CameraScope {
  cameraId: string | null;
  userId: string | null;
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
  origin: string | null;
  recordAudio: boolean | null;
  recordStream: string | null;
  schedule: string[] | null;
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

export interface FootageRun {
  cameraId: string;
  endTs: Timestamp;
  kind: string;
  startTs: Timestamp;
  stream: string;
}

export interface LoginBackoff {
  blockedUntil: Timestamp | null;
  failures: number;
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

export interface ProcessHeartbeat {
  beatAt: Timestamp;
  process: string;
  startedAt: Timestamp;
  version: string;
}

export interface RecorderLease {
  epoch: Generated<number>;
  expiresAt: Timestamp | null;
  holder: string | null;
  singleton: Generated<boolean>;
}

export interface RecorderRun {
  beatAt: Timestamp;
  endedAt: Timestamp | null;
  id: GeneratedAlways<number>;
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
}

export interface RoleCamera {
  cameraId: string;
  roleId: string;
}

export interface Segment {
  cameraId: string;
  durationMs: number;
  endTs: Timestamp;
  hasMotion: Generated<boolean>;
  id: GeneratedAlways<number>;
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

export interface Storage {
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  isDefault: Generated<boolean>;
  name: string;
  path: string;
}

export interface StorageStatus {
  detail: string | null;
  freeBytes: number | null;
  marker: string | null;
  pendingBytes: Generated<number>;
  pruneStoppedAt: Timestamp | null;
  state: StorageHealth;
  storageId: string;
  totalBytes: number | null;
  updatedAt: Timestamp;
}

export interface StreamStateChange {
  cameraId: string;
  id: GeneratedAlways<number>;
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
  data: Generated<Json<Record<string, unknown>>>;
  detail: string;
  eventKey: string;
  id: Generated<string>;
  ts: Generated<Timestamp>;
}

export interface UserCamera {
  cameraId: string;
  userId: string;
}

export interface DB {
  appUser: AppUser;
  bookmark: Bookmark;
  camera: Camera;
  cameraGroup: CameraGroup;
  cameraGroupMember: CameraGroupMember;
  cameraScope: CameraScope;
  effectivePolicy: EffectivePolicy;
  footageCounter: FootageCounter;
  footageDeletion: FootageDeletion;
  footageExport: FootageExport;
  footageExportCamera: FootageExportCamera;
  footageExtent: FootageExtent;
  footageRun: FootageRun;
  loginBackoff: LoginBackoff;
  lprConfig: LprConfig;
  processHeartbeat: ProcessHeartbeat;
  recorderLease: RecorderLease;
  recorderRun: RecorderRun;
  recordingPolicy: RecordingPolicy;
  restreamAccount: RestreamAccount;
  role: Role;
  roleCamera: RoleCamera;
  segment: Segment;
  serverSettings: ServerSettings;
  session: Session;
  storage: Storage;
  storageStatus: StorageStatus;
  streamStateChange: StreamStateChange;
  streamStatus: StreamStatus;
  systemEvent: SystemEvent;
  userCamera: UserCamera;
}
