import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Behavior, defaultBehavior, sameBehavior } from './behavior.ts';
import { fateOfEmptied } from './lifecycle.ts';
import { numberedName, type PolicyFacts, type PolicyPlan, planCameraEdit } from './plan-camera-edit.ts';

const STORAGE = '00000000-0000-4000-8000-000000000001';
const usual = defaultBehavior(STORAGE);

const policy = (id: string, change: Partial<PolicyFacts> & { behavior?: Behavior } = {}): PolicyFacts => ({
  id,
  name: id,
  isDefault: id === 'Default',
  origin: 'operator',
  members: 1,
  behavior: usual,
  ...change,
});

const night = { ...usual, mode: 'motion' as const };
const odd = { ...usual, liveRetentionHours: 7 };

describe('camera-scoped policy edit', () => {
  const policies = [
    policy('Default'),
    policy('night', { behavior: night }),
    policy('Gate', { origin: 'deviation', behavior: odd }),
  ];
  const plan = (policyId: string, wanted: Behavior, among = policies): PolicyPlan =>
    planCameraEdit({ camera: { name: 'Gate', policyId }, policies: among, wanted });

  it.each<[string, PolicyPlan, PolicyPlan]>([
    ['stays if the values do not change', plan('Default', usual), { kind: 'keep' }],
    ['joins the policy whose behaviour it equals', plan('Default', night), { kind: 'join', policyId: 'night' }],
    ['rejoins Default when its values are reverted', plan('Gate', usual), { kind: 'join', policyId: 'Default' }],
    [
      'rejoins Default from a deviation that now equals it',
      plan('Gate', usual, [policy('Default'), policy('Gate', { origin: 'deviation', behavior: usual })]),
      { kind: 'join', policyId: 'Default' },
    ],
    [
      'leaves a deviation for an operator policy that now equals it',
      plan('Gate', odd, [policy('Default'), policy('Zeta', { behavior: odd }), policies[2] as PolicyFacts]),
      { kind: 'join', policyId: 'Zeta' },
    ],
    [
      'stays on its operator policy when nothing changes, although Default has the same values',
      plan('night', usual, [policy('Default'), policy('night', { behavior: usual })]),
      { kind: 'keep' },
    ],
    [
      'rejoins Default from an operator’s policy when the values become Default’s',
      plan('night', usual),
      { kind: 'join', policyId: 'Default' },
    ],
    [
      'edits its own deviation in place when alone on it',
      plan('Gate', { ...odd, recordAudio: true }),
      { kind: 'edit', policyId: 'Gate' },
    ],
    [
      'creates a deviation named after the camera otherwise',
      plan('Default', { ...usual, mode: 'off' }, [policy('Default')]),
      { kind: 'create', name: 'Gate' },
    ],
    [
      'appends a number when the name is taken',
      plan('Default', { ...usual, mode: 'off' }),
      { kind: 'create', name: 'Gate 2' },
    ],
    [
      'does not touch a deviation that others share',
      plan('Gate', { ...odd, mode: 'off' }, [
        policy('Default'),
        policy('Gate', { origin: 'deviation', members: 2, behavior: odd }),
      ]),
      { kind: 'create', name: 'Gate 2' },
    ],
    [
      'never edits an operator policy through a camera',
      plan('night', odd, [policy('Default'), policy('night', { behavior: night })]),
      { kind: 'create', name: 'Gate' },
    ],
  ])('%s', (_title, decided, expected) => expect(decided).toEqual(expected));

  it('prefers Default, then an operator policy, then the first by name among equals', () => {
    const twins = [
      policy('here', { behavior: odd }),
      policy('zeta', { behavior: night }),
      policy('alpha', { behavior: night }),
      policy('aaa', { origin: 'deviation', behavior: night }),
    ];
    expect(plan('here', night, twins)).toEqual({ kind: 'join', policyId: 'alpha' });
    expect(plan('here', night, [...twins, policy('Default', { behavior: night })])).toEqual({
      kind: 'join',
      policyId: 'Default',
    });
  });

  it('compares null values and the content of schedules', () => {
    const week = () => Array.from({ length: 7 }, () => '1'.repeat(24));
    expect(sameBehavior({ ...usual, schedule: week() }, { ...usual, schedule: week() })).toBe(true);
    expect(sameBehavior({ ...usual, schedule: week() }, usual)).toBe(false);
    expect(sameBehavior({ ...usual, liveMaxBytes: null }, { ...usual, liveMaxBytes: null })).toBe(true);
  });

  it('finds free names regardless of case', () => {
    expect(numberedName('Gate', [{ name: 'gate' }, { name: 'GATE 2' }])).toBe('Gate 3');
  });
});

/** A plain model: cameras, policies, and the plan applied literally. */
class Installation {
  policies: PolicyFacts[] = [policy('Default', { members: 0 })];
  cameras = new Map<string, string>();
  #next = 1;

  constructor(names: readonly string[]) {
    for (const name of names) this.cameras.set(name, 'Default');
  }

  /** The operator changes Default itself, for all its cameras. */
  editDefault(change: Partial<Behavior>): void {
    this.policies = this.policies.map((entry) =>
      entry.isDefault ? { ...entry, behavior: { ...entry.behavior, ...change } } : entry,
    );
  }

  edit(name: string, change: Partial<Behavior>): void {
    const policyId = this.cameras.get(name) ?? 'Default';
    const facts = this.policies.map((entry) => ({
      ...entry,
      members: [...this.cameras.values()].filter((id) => id === entry.id).length,
    }));
    const own = facts.find(({ id }) => id === policyId) as PolicyFacts;
    const wanted = { ...own.behavior, ...change };
    const plan = planCameraEdit({ camera: { name, policyId }, policies: facts, wanted });
    if (plan.kind === 'join') this.cameras.set(name, plan.policyId);
    if (plan.kind === 'edit')
      this.policies = this.policies.map((entry) =>
        entry.id === plan.policyId ? { ...entry, behavior: wanted } : entry,
      );
    if (plan.kind === 'create') {
      const id = `p${this.#next++}`;
      this.policies.push({ id, name: plan.name, isDefault: false, origin: 'deviation', members: 1, behavior: wanted });
      this.cameras.set(name, id);
    }
    const inUse = new Set(this.cameras.values());
    this.policies = this.policies.filter((entry) => inUse.has(entry.id) || fateOfEmptied(entry) === 'keep');
  }
}

const someChange = fc.record(
  {
    mode: fc.constantFrom('continuous' as const, 'motion' as const, 'off' as const),
    recordAudio: fc.boolean(),
    liveRetentionHours: fc.constantFrom(24, 168),
    liveMaxBytes: fc.constantFrom(null, 1_000_000),
  },
  { requiredKeys: [] },
);
const cameraNames = ['Gate', 'Door', 'gate 2'];
const someEdits = fc.array(fc.tuple(fc.constantFrom(...cameraNames), someChange), { maxLength: 30 });

describe('any sequence of edits', () => {
  it('never leaves two policies of equal behaviour, equal names or an empty deviation', () => {
    fc.assert(
      fc.property(someEdits, (edits) => {
        const installation = new Installation(cameraNames);
        for (const [name, change] of edits) {
          installation.edit(name, change);
          const { policies } = installation;
          for (const [i, a] of policies.entries())
            for (const b of policies.slice(i + 1)) {
              expect(sameBehavior(a.behavior, b.behavior)).toBe(false);
              expect(a.name.toLowerCase()).not.toBe(b.name.toLowerCase());
            }
          for (const { id, isDefault } of policies)
            expect(isDefault || [...installation.cameras.values()].includes(id)).toBe(true);
        }
      }),
    );
  });

  it('ends on Default with no policy left over when every camera is edited back', () => {
    fc.assert(
      fc.property(someEdits, (edits) => {
        const installation = new Installation(cameraNames);
        for (const [name, change] of edits) installation.edit(name, change);
        for (const name of cameraNames) installation.edit(name, usual);
        expect([...installation.cameras.values()]).toEqual(cameraNames.map(() => 'Default'));
        expect(installation.policies.map(({ id }) => id)).toEqual(['Default']);
      }),
    );
  });

  it('rejoins Default with Default’s values, even if Default has changed', () => {
    fc.assert(
      fc.property(someEdits, someChange, (edits, change) => {
        const installation = new Installation(cameraNames);
        for (const [name, edit] of edits) installation.edit(name, edit);
        installation.editDefault(change);
        const values = installation.policies.find(({ isDefault }) => isDefault)?.behavior;
        for (const name of cameraNames) installation.edit(name, { ...values });
        expect([...installation.cameras.values()]).toEqual(cameraNames.map(() => 'Default'));
        expect(installation.policies.map(({ id }) => id)).toEqual(['Default']);
      }),
    );
  });
});
