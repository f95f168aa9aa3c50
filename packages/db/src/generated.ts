// Printed by `npm run gen` from a freshly migrated database; edit the migrations instead.
import type { AlertChannel, Behavior, Capability, EventLifecycle, LprEngine, MuteReason, Plate, PolicyOrigin } from '@holdfast/domain';
import type { DeliveryState, Generated, Json, JsonObject, Polygon, Timestamp, WatchlistKind, Zones } from './column-types.ts';

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
  quietEnd: string | null;
  quietStart: string | null;
  titleTemplate: string;
}

export interface AppUser {
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  passwordHash: string;
  roleId: string;
  username: string;
  usernameKey: string;
}

export interface Camera {
  createdAt: Generated<Timestamp>;
  detectorCameraName: string | null;
  enabled: Generated<boolean>;
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
  nameKey: string;
  policyId: string;
  recordAudio: boolean | null;
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

export interface NotificationChannel {
  attachImage: boolean;
  baseUrl: string;
  createdAt: Generated<Timestamp>;
  enabled: Generated<boolean>;
  id: Generated<string>;
  kind: AlertChannel;
  name: string;
  ownerUserId: string | null;
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

export interface ProcessHeartbeat {
  beatAt: Timestamp;
  process: string;
  startedAt: Timestamp;
  version: string;
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
  nameKey: string;
  path: string;
}

export interface SystemEvent {
  cameraId: string | null;
  data: Generated<Json<JsonObject>>;
  detail: string;
  eventKey: string;
  id: Generated<string>;
  mutedBy: MuteReason | null;
  plateReadId: string | null;
  ts: Timestamp;
}

export interface UserCamera {
  cameraId: string;
  userId: string;
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
  appUser: AppUser;
  camera: Camera;
  cameraGroup: CameraGroup;
  cameraGroupMember: CameraGroupMember;
  cameraScope: CameraScope;
  effectivePolicy: EffectivePolicy;
  event: Event;
  loginBackoff: LoginBackoff;
  lprConfig: LprConfig;
  notificationChannel: NotificationChannel;
  passTruth: PassTruth;
  plateCrop: PlateCrop;
  plateRead: PlateRead;
  plateStorage: PlateStorage;
  processHeartbeat: ProcessHeartbeat;
  recordingPolicy: RecordingPolicy;
  role: Role;
  roleCamera: RoleCamera;
  serverSettings: ServerSettings;
  session: Session;
  storage: Storage;
  systemEvent: SystemEvent;
  userCamera: UserCamera;
  watchlistEntry: WatchlistEntry;
  watchlistRevision: WatchlistRevision;
}
