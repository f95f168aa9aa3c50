import type { RetentionFacts, RetentionPlan, RetentionRule, UnmetLimit } from '../choose-victims.ts';
import type { RetentionPolicy, StoredSegment, Tier } from '../retention-facts.ts';

type Action = { segment: StoredSegment; rule: RetentionRule; premature: boolean; to: string | null };

/** One rule applied to one subject: how much is missing after the actions so far, and what it may delete. */
interface Question {
  rule: RetentionRule;
  missing: (actions: readonly Action[]) => number;
  mayTake: (segment: StoredSegment) => boolean;
  moveHelps: (storageId: string) => boolean;
  /** Age rules do not use the archive and are never premature. */
  byAge: boolean;
  unmet?: (missingBytes: number) => UnmetLimit;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/** The reference: after every action everything is summed again from the beginning. */
export function slowChooseVictims(facts: RetentionFacts): RetentionPlan {
  const { candidates, policies, storages, nowMs, batchLimit } = facts;
  const policyOf = (segment: StoredSegment) => policies.find((policy) => policy.id === segment.policyId);
  const storageOf = (id: string) => storages.find((storage) => storage.id === id && storage.available);
  const deviceOf = (id: string) => storageOf(id)?.deviceId;
  const isProtected = (segment: StoredSegment) =>
    facts.protectedRanges.some((range) => {
      if (range.cameraId !== segment.cameraId) return false;
      const [from, to] = [Math.max(range.startMs, segment.startMs), Math.min(range.endMs, segment.endMs)];
      return from < to;
    });

  const freeOn = (device: string, actions: readonly Action[]) =>
    Math.min(...storages.filter((one) => one.available && one.deviceId === device).map((one) => one.freeBytes)) +
    sum(actions.filter((a) => deviceOf(a.segment.storageId) === device).map((a) => a.segment.sizeBytes)) -
    sum(actions.filter((a) => a.to !== null && deviceOf(a.to) === device).map((a) => a.segment.sizeBytes));
  const floorOf = (device: string) =>
    Math.max(...storages.filter((one) => one.available && one.deviceId === device).map((one) => one.minFreeBytes));
  const usedOf = (policy: RetentionPolicy, tier: Tier, actions: readonly Action[]) => {
    const mine = actions.filter((a) => a.segment.policyId === policy.id);
    const out = sum(mine.filter((a) => a.segment.tier === tier).map((a) => a.segment.sizeBytes));
    const into = sum(mine.filter((a) => a.to !== null && tier === 'archive').map((a) => a.segment.sizeBytes));
    return policy[tier].usedBytes - out + into;
  };
  const hasRoom = (id: string, segment: StoredSegment, actions: readonly Action[]) => {
    const to = storageOf(id);
    if (!to) return false;
    if (id === segment.storageId) return true;
    if (!to.takesCopies) return false;
    if (to.deviceId === deviceOf(segment.storageId)) return true;
    return freeOn(to.deviceId, actions) - segment.sizeBytes >= floorOf(to.deviceId);
  };

  const aged = (segment: StoredSegment, limit: number | null | undefined) =>
    limit !== null && limit !== undefined && nowMs - segment.endMs >= limit;
  const tierAge = (segment: StoredSegment) => policyOf(segment)?.[segment.tier].maxAgeMs;
  const archiveOf = (segment: StoredSegment) =>
    segment.tier === 'live' ? (policyOf(segment)?.archiving?.storageId ?? null) : null;
  const byId = <T extends { id: string }>(list: readonly T[]) => list.toSorted((a, b) => a.id.localeCompare(b.id));
  const always = () => 1;

  const devices = [...new Set(storages.filter((one) => one.available).map((one) => one.deviceId))].sort();
  const questions: Question[] = [
    {
      rule: 'age',
      missing: always,
      mayTake: (segment) => !facts.ageRulesPaused && aged(segment, tierAge(segment)) && archiveOf(segment) === null,
      moveHelps: () => false,
      byAge: true,
    },
    ...byId(policies).flatMap((policy) =>
      (['live', 'archive'] as const).map(
        (tier): Question => ({
          rule: 'budget',
          missing: (actions) => usedOf(policy, tier, actions) - (policy[tier].maxBytes ?? Number.POSITIVE_INFINITY),
          mayTake: (segment) => segment.policyId === policy.id && segment.tier === tier,
          moveHelps: () => true,
          byAge: false,
          unmet: (missingBytes) => ({ kind: 'budget', policyId: policy.id, tier, missingBytes }),
        }),
      ),
    ),
    ...devices.map(
      (device): Question => ({
        rule: 'floor',
        missing: (actions) => floorOf(device) - freeOn(device, actions),
        mayTake: (segment) => deviceOf(segment.storageId) === device,
        moveHelps: (id) => deviceOf(id) !== device,
        byAge: false,
        unmet: (missingBytes) => ({ kind: 'floor', deviceId: device, missingBytes }),
      }),
    ),
    {
      rule: 'ceiling',
      missing: always,
      mayTake: (segment) => !facts.ageRulesPaused && aged(segment, policyOf(segment)?.maxRetentionMs),
      moveHelps: () => false,
      byAge: true,
    },
  ];

  const actions: Action[] = [];
  const unmet: UnmetLimit[] = [];
  let more = false;
  for (const question of questions) {
    while (question.missing(actions) > 0) {
      const [oldest] = candidates
        .filter((segment) => !actions.some((action) => action.segment.id === segment.id))
        .filter((segment) => storageOf(segment.storageId) && !isProtected(segment) && question.mayTake(segment))
        .sort((a, b) => a.startMs - b.startMs || a.id.localeCompare(b.id));
      if (!oldest) break;
      if (actions.length === batchLimit) {
        more = true;
        break;
      }
      const { rule } = question;
      const to = archiveOf(oldest);
      if (!question.byAge && to !== null && question.moveHelps(to) && hasRoom(to, oldest, actions)) {
        actions.push({ segment: oldest, rule, premature: false, to });
        continue;
      }
      const age = tierAge(oldest);
      const promised =
        rule !== 'budget' && age !== null && age !== undefined && (facts.ageRulesPaused || !aged(oldest, age));
      actions.push({ segment: oldest, rule, premature: !question.byAge && (to !== null || promised), to: null });
    }
    const missingBytes = question.missing(actions);
    if (question.unmet && missingBytes > 0 && !more) unmet.push(question.unmet(missingBytes));
  }
  return {
    deletions: actions
      .filter((a) => a.to === null)
      .map(({ segment, rule, premature }) => ({ segment, rule, premature })),
    moves: actions.flatMap((a) => (a.to === null ? [] : [{ segment: a.segment, toStorageId: a.to }])),
    unmet,
    more,
  };
}
