// Printed by `npm run gen` from a freshly migrated database; edit the migrations instead.
import type { Behavior, Capability, LprEngine, PolicyOrigin } from '@holdfast/domain';
import type { Generated, Json, Polygon, Timestamp, Zones } from './column-types.ts';

export interface AppUser {
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  passwordHash: string;
  roleId: string;
  username: string;
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
  policyId: string;
  recordAudio: boolean | null;
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

export interface UserCamera {
  cameraId: string;
  userId: string;
}

export interface DB {
  appUser: AppUser;
  camera: Camera;
  cameraGroup: CameraGroup;
  cameraGroupMember: CameraGroupMember;
  cameraScope: CameraScope;
  effectivePolicy: EffectivePolicy;
  loginBackoff: LoginBackoff;
  lprConfig: LprConfig;
  processHeartbeat: ProcessHeartbeat;
  recordingPolicy: RecordingPolicy;
  role: Role;
  roleCamera: RoleCamera;
  serverSettings: ServerSettings;
  session: Session;
  storage: Storage;
  userCamera: UserCamera;
}
