import { intervalsOverlap } from '../time/interval.ts';
import {
  awaitsArchive,
  isPastAge,
  isPastCeiling,
  oldestFirst,
  type ProtectedRange,
  type RetentionPolicy,
  type StorageState,
  type StoredSegment,
  type Tier,
} from './retention-facts.ts';
import { SpaceBook } from './space-book.ts';

export type RetentionRule = 'age' | 'budget' | 'floor' | 'ceiling';

export interface Deletion {
  segment: StoredSegment;
  rule: RetentionRule;
  /** Deleted before its promised age, or before its archive could take it: raise `premature_rollover`. */
  premature: boolean;
}

export interface ArchiveMove {
  segment: StoredSegment;
  toStorageId: string;
}

/** A limit that is still exceeded after considering every candidate. */
export type UnmetLimit =
  | { kind: 'budget'; policyId: string; tier: Tier; missingBytes: number }
  | { kind: 'floor'; deviceId: string; missingBytes: number };

export interface RetentionPlan {
  deletions: Deletion[];
  moves: ArchiveMove[];
  unmet: UnmetLimit[];
  /** The batch is full and there may be more: plan again after applying this. */
  more: boolean;
}

export interface RetentionFacts {
  nowMs: number;
  /** The oldest segments of every policy and storage, in any order; `unmet` refers to these only. */
  candidates: readonly StoredSegment[];
  policies: readonly RetentionPolicy[];
  storages: readonly StorageState[];
  protectedRanges: readonly ProtectedRange[];
  /** The clock is not trusted: nothing is deleted by age, and nothing counts as past its promised age. */
  ageRulesPaused: boolean;
  batchLimit: number;
}

/**
 * Age, then each policy's shared budgets, then the free-space floor of each device, then the absolute ceiling. Each rule counts
 * what the previous rules free. Protected footage and missing storages are not touched.
 */
export function chooseVictims(facts: RetentionFacts): RetentionPlan {
  const { nowMs, ageRulesPaused, batchLimit } = facts;
  const policies = new Map(facts.policies.map((policy) => [policy.id, policy]));
  const policyOf = (segment: StoredSegment) => policies.get(segment.policyId);
  const book = new SpaceBook(facts);
  const left = new Set(
    facts.candidates
      .filter((segment) => book.storage(segment.storageId) && !isProtected(segment, facts.protectedRanges))
      .sort(oldestFirst),
  );
  const plan: RetentionPlan = { deletions: [], moves: [], unmet: [], more: false };
  const isFull = () => plan.deletions.length + plan.moves.length >= batchLimit;

  const remove = (segment: StoredSegment, deletion: Omit<Deletion, 'segment'>) => {
    if (isFull()) {
      plan.more = true;
      return;
    }
    left.delete(segment);
    book.remove(segment);
    plan.deletions.push({ segment, ...deletion });
  };
  const archive = (segment: StoredSegment, toStorageId: string) => {
    left.delete(segment);
    book.moveToArchive(segment, toStorageId);
    plan.moves.push({ segment, toStorageId });
  };

  /** Takes the oldest of `mine` until nothing is missing; returns what is still missing. */
  const relieve = (pressure: Pressure): number => {
    for (const segment of left) {
      if (pressure.missing() <= 0 || plan.more) break;
      if (!pressure.concerns(segment)) continue;
      const policy = policyOf(segment);
      const to = awaitsArchive(segment, policy) ? policy?.archiving?.storageId : undefined;
      if (isFull()) plan.more = true;
      else if (to !== undefined && pressure.relievedByMoveTo(to) && book.canTake(to, segment)) archive(segment, to);
      else {
        // A budget is the operator's own limit; only a lack of space breaks the promised age.
        const promised = pressure.rule === 'floor' && hasPromisedAge(segment, policy);
        const early = promised && (ageRulesPaused || !isPastAge(segment, policy, nowMs));
        remove(segment, { rule: pressure.rule, premature: to !== undefined || early });
      }
    }
    return plan.more ? 0 : Math.max(0, pressure.missing());
  };

  for (const segment of ageRulesPaused ? [] : left) {
    const policy = policyOf(segment);
    if (isPastAge(segment, policy, nowMs) && !awaitsArchive(segment, policy)) {
      remove(segment, { rule: 'age', premature: false });
    }
  }

  for (const policy of facts.policies.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    for (const tier of ['live', 'archive'] as const) {
      const missingBytes = relieve({
        rule: 'budget',
        missing: () => book.aboveBudget(policy, tier),
        concerns: (segment) => segment.policyId === policy.id && segment.tier === tier,
        relievedByMoveTo: () => true,
      });
      if (missingBytes > 0) plan.unmet.push({ kind: 'budget', policyId: policy.id, tier, missingBytes });
    }
  }

  for (const deviceId of book.devices) {
    const isHere = (storageId: string) => book.storage(storageId)?.deviceId === deviceId;
    const missingBytes = relieve({
      rule: 'floor',
      missing: () => book.belowFloor(deviceId),
      concerns: (segment) => isHere(segment.storageId),
      // A move within the device that is short of space frees nothing.
      relievedByMoveTo: (storageId) => !isHere(storageId),
    });
    if (missingBytes > 0) plan.unmet.push({ kind: 'floor', deviceId, missingBytes });
  }

  for (const segment of ageRulesPaused ? [] : left) {
    if (isPastCeiling(segment, policyOf(segment), nowMs)) remove(segment, { rule: 'ceiling', premature: false });
  }
  return plan;
}

interface Pressure {
  rule: 'budget' | 'floor';
  missing: () => number;
  concerns: (segment: StoredSegment) => boolean;
  relievedByMoveTo: (storageId: string) => boolean;
}

const hasPromisedAge = (segment: StoredSegment, policy: RetentionPolicy | undefined): boolean =>
  policy !== undefined && policy[segment.tier].maxAgeMs !== null;

const isProtected = (segment: StoredSegment, ranges: readonly ProtectedRange[]): boolean =>
  ranges.some((range) => range.cameraId === segment.cameraId && intervalsOverlap(range, segment));
