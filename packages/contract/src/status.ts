import { storageHealths, streamNames, streamStates } from '@holdfast/domain';
import { Type } from 'typebox';
import { ReasonBody } from './reason.ts';
import { route } from './route.ts';
import { Nullable, OneOf, Strict, Timestamp, Uuid } from './scalars.ts';

const Count = Type.Integer();

export const StreamHealth = Strict(
  {
    stream: OneOf(streamNames),
    /** `unknown` while the recorder is not running: its last report may be stale. */
    state: OneOf([...streamStates, 'unknown'] as const),
    /** The state as an English sentence. */
    sentence: Type.String(),
    /** The cause; for administrators. */
    detail: Nullable(Type.String()),
    /** `detail` as a code with values. */
    reason: Nullable(ReasonBody),
    since: Timestamp,
    bitrate_bps: Nullable(Count),
    last_segment_end: Nullable(Timestamp),
    /** Delay of the index. */
    segment_lag_ms: Nullable(Count),
    restarts: Count,
    codecs: Nullable(Type.String()),
    width: Nullable(Count),
    height: Nullable(Count),
    fps: Nullable(Type.Number()),
    audio_codec: Nullable(Type.String()),
    /** Its video is re-encoded before it is recorded. */
    reencoded: Type.Boolean(),
    updated_at: Timestamp,
  },
  { $id: 'StreamHealth' },
);

export const MotionSourceHealth = Strict(
  {
    source: OneOf(['pixel', 'detector', 'hub', 'camera']),
    /** Whether the source works right now. While none does, everything is recorded. */
    able: Type.Boolean(),
    /** Why it does not, in English; for administrators. */
    detail: Nullable(Type.String()),
    /** The same as a code, where there is one. */
    reason: Nullable(ReasonBody),
    since: Timestamp,
  },
  { $id: 'MotionSourceHealth' },
);

export const RecorderHealth = Strict(
  { alive: Type.Boolean(), started_at: Nullable(Timestamp), beat_at: Nullable(Timestamp) },
  { $id: 'RecorderHealth' },
);

export const StorageHealth = Strict(
  {
    storage_id: Uuid,
    name: Type.String(),
    /** `unknown` until the recorder has checked, and while it is not running. */
    state: OneOf([...storageHealths, 'unknown'] as const),
    sentence: Type.String(),
    free_bytes: Nullable(Count),
    total_bytes: Nullable(Count),
    /** Recorded but not yet published. */
    pending_bytes: Count,
  },
  { $id: 'StorageHealth' },
);

const HubHealth = Strict(
  {
    /** `off` while none is set up or nothing is linked; `unknown` while the recorder is not running. */
    state: OneOf(['off', 'starting', 'ok', 'unreachable', 'unknown']),
    /** The state as an English sentence. */
    sentence: Type.String(),
    /** The cause; for administrators. */
    detail: Nullable(Type.String()),
    reason: Nullable(ReasonBody),
    since: Timestamp,
  },
  { $id: 'HubHealth' },
);

const Status = Strict(
  {
    recorder: RecorderHealth,
    hub: HubHealth,
    cameras: Type.Array(
      Strict({
        camera_id: Uuid,
        name: Type.String(),
        enabled: Type.Boolean(),
        streams: Type.Array(StreamHealth),
        /** None while the camera is not watched. */
        motion_sources: Type.Array(MotionSourceHealth),
      }),
    ),
    storages: Type.Array(StorageHealth),
  },
  { $id: 'Status' },
);

const sizes = { segments: Count, bytes: Count, live_bytes: Count, archive_bytes: Count };

const StorageStats = Strict(
  {
    cameras: Type.Array(
      Strict({
        camera_id: Uuid,
        name: Type.String(),
        /** A removed camera that still has footage. */
        removed: Type.Boolean(),
        ...sizes,
      }),
    ),
    policies: Type.Array(
      Strict({
        policy_id: Uuid,
        name: Type.String(),
        live_max_bytes: Nullable(Count),
        archive_max_bytes: Nullable(Count),
        ...sizes,
      }),
    ),
    storages: Type.Array(
      Strict({
        storage_id: Uuid,
        name: Type.String(),
        ...sizes,
        /** Of these, the bytes that bookmarks protect, of all cameras; for administrators. */
        protected_bytes: Nullable(Count),
        /** Limit for footage on the storage: the budgets of its policies, or the free space. */
        budget_bytes: Nullable(Count),
      }),
    ),
  },
  { $id: 'StorageStats' },
);

export const status = {
  get: route({
    method: 'GET',
    path: '/status',
    access: 'user',
    summary: 'Current state of the recorder, the storages, the smart-home hub and the caller’s cameras',
    reply: Status,
  }),
  storageStats: route({
    method: 'GET',
    path: '/stats/storage',
    access: 'user',
    summary: 'Disk space of the caller’s footage by camera, policy and storage',
    reply: StorageStats,
  }),
};
