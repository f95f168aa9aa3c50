import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseArchiveMoves } from './choose-archive-moves.ts';
import { chooseVictims, type RetentionFacts } from './choose-victims.ts';
import type { RetentionPolicy, StorageState, StoredSegment } from './retention-facts.ts';
import { slowChooseVictims } from './testing/slow-choose-victims.ts';

const HOUR = 3_600_000;
const nowMs = 1000 * HOUR;

const policy = (change: Partial<RetentionPolicy> = {}): RetentionPolicy => ({
  id: 'default',
  live: { maxAgeMs: 168 * HOUR, maxBytes: null, usedBytes: 0 },
  archive: { maxAgeMs: null, maxBytes: null, usedBytes: 0 },
  archiving: null,
  maxRetentionMs: null,
  ...change,
});
const storage = (change: Partial<StorageState> = {}): StorageState => ({
  id: 'main',
  deviceId: 'sda',
  available: true,
  freeBytes: 1000,
  minFreeBytes: 100,
  takesCopies: true,
  ...change,
});
const segment = (id: string, ageHours: number, change: Partial<StoredSegment> = {}): StoredSegment => ({
  id,
  cameraId: 'gate',
  policyId: 'default',
  storageId: 'main',
  tier: 'live',
  startMs: nowMs - ageHours * HOUR - 4000,
  endMs: nowMs - ageHours * HOUR,
  sizeBytes: 10,
  ...change,
});
const facts = (change: Partial<RetentionFacts>): RetentionFacts => ({
  nowMs,
  candidates: [],
  policies: [policy()],
  storages: [storage()],
  protectedRanges: [],
  ageRulesPaused: false,
  batchLimit: 100,
  ...change,
});

const deleted = (given: Partial<RetentionFacts>) =>
  chooseVictims(facts(given)).deletions.map(
    ({ segment: { id }, rule, premature }) => `${rule} ${id}${premature ? '!' : ''}`,
  );
const moved = (given: Partial<RetentionFacts>) =>
  chooseVictims(facts(given)).moves.map(({ segment: { id }, toStorageId }) => `${id} to ${toStorageId}`);

const archiving = { storageId: 'vault', afterMs: 24 * HOUR };
const vault = storage({ id: 'vault', deviceId: 'sdb' });
const [old, older, young] = [segment('old', 169), segment('older', 200), segment('young', 1)];

describe('age first', () => {
  it('deletes footage past the age of its tier, oldest first', () => {
    expect(deleted({ candidates: [young, old, older] })).toEqual(['age older', 'age old']);
  });

  it('keeps a segment until its end is old enough', () => {
    expect(deleted({ candidates: [segment('edge', 168, { endMs: nowMs - 168 * HOUR + 1 })] })).toEqual([]);
    expect(deleted({ candidates: [segment('edge', 168)] })).toEqual(['age edge']);
  });

  it('does not delete footage that waits for its archive', () => {
    const policies = [policy({ archiving })];
    expect(deleted({ candidates: [old, older], policies, storages: [storage(), vault] })).toEqual([]);
  });

  it('measures the archive by its own age', () => {
    const policies = [policy({ archive: { maxAgeMs: 190 * HOUR, maxBytes: null, usedBytes: 0 } })];
    const candidates = [old, older].map((one) => ({ ...one, tier: 'archive' as const }));
    expect(deleted({ candidates, policies })).toEqual(['age older']);
  });

  it('keeps the footage of an unknown policy', () => {
    expect(deleted({ candidates: [{ ...older, policyId: 'gone' }] })).toEqual([]);
  });
});

describe('then shared byte budgets', () => {
  const capped = (usedBytes: number, change: Partial<RetentionPolicy> = {}) =>
    policy({ live: { maxAgeMs: 168 * HOUR, maxBytes: 100, usedBytes }, ...change });

  it('deletes the oldest across all member cameras until the budget is met', () => {
    const candidates = [
      segment('gate-2', 2),
      segment('yard-4', 4, { cameraId: 'yard' }),
      segment('gate-3', 3),
      segment('yard-1', 1, { cameraId: 'yard' }),
    ];
    expect(deleted({ candidates, policies: [capped(115)] })).toEqual(['budget yard-4', 'budget gate-3']);
  });

  it('counts bytes that age already freed', () => {
    expect(deleted({ candidates: [older, young], policies: [capped(110)] })).toEqual(['age older']);
  });

  it('does not affect other policies', () => {
    const other = segment('other', 100, { policyId: 'other' });
    const policies = [capped(101), policy({ id: 'other' })];
    expect(deleted({ candidates: [other, young], policies })).toEqual(['budget young']);
  });

  it('moves footage that waits for its archive', () => {
    const given = { candidates: [young], policies: [capped(101, { archiving })], storages: [storage(), vault] };
    expect(moved(given)).toEqual(['young to vault']);
    expect(deleted(given)).toEqual([]);
  });

  it('deletes it as premature when the archive cannot take it', () => {
    const full = { ...vault, freeBytes: 105 };
    const given = { candidates: [young], policies: [capped(101, { archiving })] };
    expect(deleted({ ...given, storages: [storage(), full] })).toEqual(['budget young!']);
    expect(deleted({ ...given, storages: [storage(), { ...vault, available: false }] })).toEqual(['budget young!']);
    expect(deleted({ ...given, storages: [storage(), { ...vault, takesCopies: false }] })).toEqual(['budget young!']);
  });
});

describe('then the free-space floor', () => {
  const short = storage({ freeBytes: 85 });

  it('deletes the oldest on the device of any policy, as premature if a longer age was promised', () => {
    const candidates = [segment('a', 3), segment('b', 2, { policyId: 'other' }), segment('c', 1)];
    expect(deleted({ candidates, storages: [short] })).toEqual(['floor a!', 'floor b']);
  });

  it('does not affect other devices', () => {
    const elsewhere = segment('elsewhere', 100, { storageId: 'vault' });
    expect(deleted({ candidates: [elsewhere, young], storages: [short, vault] })).toEqual(['floor young!']);
  });

  it('does not use moves that free nothing on the device', () => {
    const policies = [policy({ archiving })];
    const sameDisk = { ...vault, deviceId: 'sda', freeBytes: 85 };
    const given = { candidates: [young], policies };
    expect(deleted({ ...given, storages: [short, sameDisk] })).toEqual(['floor young!']);
    expect(moved({ ...given, storages: [short, vault] })).toEqual(['young to vault']);
  });

  it('reports the missing bytes when only protected footage is left', () => {
    const protectedRanges = [{ cameraId: 'gate', startMs: 0, endMs: nowMs }];
    expect(chooseVictims(facts({ candidates: [young], storages: [short], protectedRanges }))).toEqual({
      deletions: [],
      moves: [],
      unmet: [{ kind: 'floor', deviceId: 'sda', missingBytes: 15 }],
      more: false,
    });
  });
});

describe('then the absolute ceiling', () => {
  it('nothing outlives the ceiling, not even footage that waits for an archive', () => {
    const policies = [policy({ archiving, maxRetentionMs: 180 * HOUR })];
    expect(deleted({ candidates: [old, older], policies, storages: [storage(), vault] })).toEqual(['ceiling older']);
  });
});

describe('while the clock is in doubt', () => {
  const held = { ageRulesPaused: true, candidates: [older, young] };

  it('nothing is deleted by age or by the ceiling', () => {
    expect(deleted({ ...held, policies: [policy({ maxRetentionMs: HOUR / 2 })] })).toEqual([]);
  });

  it('footage deleted for space is premature, however old it looks', () => {
    expect(deleted({ ...held, storages: [storage({ freeBytes: 81 })] })).toEqual(['floor older!', 'floor young!']);
  });

  it('is not premature without a promised age', () => {
    const policies = [policy({ live: { maxAgeMs: null, maxBytes: null, usedBytes: 0 } })];
    expect(deleted({ ...held, policies, storages: [storage({ freeBytes: 81 })] })).toEqual([
      'floor older',
      'floor young',
    ]);
  });
});

describe('footage that no rule may delete', () => {
  const pressed = {
    policies: [policy({ live: { maxAgeMs: 1, maxBytes: 0, usedBytes: 500 }, maxRetentionMs: 1 })],
    storages: [storage({ freeBytes: 0 })],
  };

  it('protected footage is skipped by all four rules', () => {
    const protectedRanges = [{ cameraId: 'gate', startMs: older.endMs - 1, endMs: older.endMs }];
    expect(deleted({ ...pressed, candidates: [older], protectedRanges })).toEqual([]);
  });

  it('a bookmark protects only its camera and time', () => {
    const protectedRanges = [
      { cameraId: 'yard', startMs: 0, endMs: nowMs },
      { cameraId: 'gate', startMs: older.endMs, endMs: nowMs },
    ];
    expect(deleted({ ...pressed, candidates: [older], protectedRanges })).toEqual(['age older']);
  });

  it('a storage without its marker is not touched', () => {
    const storages = [storage({ available: false, freeBytes: 0 })];
    expect(chooseVictims(facts({ ...pressed, storages, candidates: [older] })).deletions).toEqual([]);
  });
});

const ids = ['p1', 'p2'];
const limits = fc.record({
  maxAgeMs: fc.option(fc.nat(40)),
  maxBytes: fc.option(fc.nat(60)),
  usedBytes: fc.nat(120),
});
const anyPolicy = (id: string) =>
  fc.record({
    id: fc.constant(id),
    live: limits,
    archive: limits,
    archiving: fc.option(fc.record({ storageId: fc.constantFrom('s1', 's2', 's3'), afterMs: fc.nat(30) })),
    maxRetentionMs: fc.option(fc.integer({ min: 20, max: 60 })),
  });
const anyStorage = (id: string) =>
  fc.record({
    id: fc.constant(id),
    deviceId: fc.constantFrom('d1', 'd2'),
    available: fc.boolean().map((one) => one || id === 's1'),
    freeBytes: fc.nat(60),
    minFreeBytes: fc.nat(60),
    takesCopies: fc.boolean(),
  });
const anySegment = fc.record({
  cameraId: fc.constantFrom('c1', 'c2'),
  policyId: fc.constantFrom(...ids, 'unknown'),
  storageId: fc.constantFrom('s1', 's2', 's3'),
  tier: fc.constantFrom('live' as const, 'archive' as const),
  startMs: fc.nat(90),
  sizeBytes: fc.integer({ min: 1, max: 20 }),
});
const anyFacts: fc.Arbitrary<RetentionFacts> = fc.record({
  nowMs: fc.constant(100),
  candidates: fc
    .array(anySegment, { maxLength: 14 })
    .map((list) => list.map((one, i) => ({ ...one, id: `seg${i}`, endMs: one.startMs + 4 }))),
  policies: fc.tuple(...ids.map(anyPolicy)),
  storages: fc.tuple(anyStorage('s1'), anyStorage('s2'), anyStorage('s3')),
  protectedRanges: fc.array(
    fc.record({ cameraId: fc.constantFrom('c1', 'c2'), startMs: fc.nat(90), endMs: fc.nat(100) }),
    { maxLength: 2 },
  ),
  ageRulesPaused: fc.boolean(),
  batchLimit: fc.integer({ min: 1, max: 12 }),
});

describe('any footage under any limits', () => {
  it('has the same plan as the reference', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        expect(chooseVictims(given)).toEqual(slowChooseVictims(given));
      }),
      { numRuns: 800 },
    );
  });

  it('stays within its batch, names each segment once and deletes nothing protected or out of reach', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const { deletions, moves } = chooseVictims(given);
        const taken = [...deletions, ...moves].map((one) => one.segment);
        expect(taken.length).toBeLessThanOrEqual(given.batchLimit);
        expect(new Set(taken).size).toBe(taken.length);
        for (const one of taken) {
          expect(given.storages.find((storage) => storage.id === one.storageId)?.available).toBe(true);
          const covering = given.protectedRanges.filter(
            (range) => range.cameraId === one.cameraId && range.startMs < range.endMs,
          );
          expect(covering.some((range) => range.startMs < one.endMs && one.startMs < range.endMs)).toBe(false);
        }
        for (const { segment: one, rule } of deletions) {
          const waits = one.tier === 'live' && given.policies.find((p) => p.id === one.policyId)?.archiving;
          if (rule === 'age') expect(waits).toBeFalsy();
        }
      }),
    );
  });

  it('terminates when applied batch by batch', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        let candidates = given.candidates;
        for (let round = 0; round <= given.candidates.length; round += 1) {
          const plan = chooseVictims({ ...given, candidates, batchLimit: 1 });
          if (!plan.more) return;
          const gone = new Set([...plan.deletions, ...plan.moves].map((one) => one.segment.id));
          expect(gone.size).toBe(1);
          candidates = candidates.filter((one) => !gone.has(one.id));
        }
        expect.unreachable('a full batch every time');
      }),
    );
  });
});

describe('archive moves', () => {
  const given = { nowMs, policies: [policy({ archiving })], storages: [storage(), vault], batchLimit: 10 };
  const names = (change: Partial<Parameters<typeof chooseArchiveMoves>[0]>) =>
    chooseArchiveMoves({ ...given, candidates: [], ...change }).map((move) => move.segment.id);

  it('take due live footage, oldest first', () => {
    const candidates = [segment('b', 24), segment('a', 30), young, segment('kept', 50, { tier: 'archive' })];
    expect(names({ candidates })).toEqual(['a', 'b']);
    expect(names({ candidates, batchLimit: 1 })).toEqual(['a']);
  });

  it('wait when the archive is missing or has no room above its floor', () => {
    const candidates = [segment('a', 30), segment('b', 29)];
    expect(names({ candidates, storages: [storage(), { ...vault, available: false }] })).toEqual([]);
    expect(names({ candidates, storages: [storage(), { ...vault, freeBytes: 115 }] })).toEqual(['a']);
  });
});
