export type Tier = 'live' | 'archive';

/** An indexed segment. `-rN` siblings have no row, so no rule here ever sees one. */
export interface StoredSegment {
  id: string;
  cameraId: string;
  policyId: string;
  storageId: string;
  tier: Tier;
  startMs: number;
  endMs: number;
  sizeBytes: number;
}

export interface TierLimits {
  maxAgeMs: number | null;
  /** Budget shared by all cameras of the policy. */
  maxBytes: number | null;
  /** From the counters, protected footage included. */
  usedBytes: number;
}

export interface RetentionPolicy {
  id: string;
  live: TierLimits;
  archive: TierLimits;
  /** Where live footage is moved after `afterMs`; null when the policy does not archive. */
  archiving: { storageId: string; afterMs: number } | null;
  /** Absolute ceiling: nothing unprotected outlives it, on any tier. */
  maxRetentionMs: number | null;
}

export interface StorageState {
  id: string;
  /** Storages on one device share its free space. */
  deviceId: string;
  /** False when the marker is missing or not ours: nothing there is deleted, moved, or moved to. */
  available: boolean;
  /** Space an ordinary process may still fill (`bavail`). */
  freeBytes: number;
  minFreeBytes: number;
  /** False once a copy to it failed: it then counts as having no room. */
  takesCopies: boolean;
}

/** A bookmark whose footage must not be deleted. */
export interface ProtectedRange {
  cameraId: string;
  startMs: number;
  endMs: number;
}

/** Whether this live footage still waits to be archived. */
export const awaitsArchive = (segment: StoredSegment, policy: RetentionPolicy | undefined): boolean =>
  segment.tier === 'live' && policy !== undefined && policy.archiving !== null;

const olderThan = (segment: StoredSegment, limitMs: number | null, nowMs: number): boolean =>
  limitMs !== null && segment.endMs <= nowMs - limitMs;

/** Whether the segment is past the age of its tier. Footage of an unknown policy is kept. */
export function isPastAge(segment: StoredSegment, policy: RetentionPolicy | undefined, nowMs: number): boolean {
  return policy !== undefined && olderThan(segment, policy[segment.tier].maxAgeMs, nowMs);
}

export const isPastCeiling = (segment: StoredSegment, policy: RetentionPolicy | undefined, nowMs: number): boolean =>
  policy !== undefined && olderThan(segment, policy.maxRetentionMs, nowMs);

export const oldestFirst = (a: StoredSegment, b: StoredSegment): number =>
  a.startMs - b.startMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
