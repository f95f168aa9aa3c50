import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { badgeIcons, deviceClassBadgeIcons, domainBadgeIcons } from './badge-icons.ts';
import { hubRoleDomains, linkFault } from './hub-link.ts';
import { openingOf } from './opening.ts';
import { type KnownLink, planLinks } from './plan-links.ts';

describe('an entity in a role', () => {
  it.each([
    ['binary_sensor.gate', 'sensor', undefined],
    ['light.yard', 'control', undefined],
    ['switch.pump', 'control', undefined],
    ['scene.night', 'control', undefined],
    ['light.yard', 'sensor', 'hub-entity-not-for-role'],
    ['binary_sensor.gate', 'control', 'hub-entity-not-for-role'],
    ['lock.front', 'control', 'hub-entity-not-for-role'],
    ['light.yard', 'actuator', 'hub-role-reserved'],
    ['light.yard', 'toString', 'must-be-one-of'],
    ['gate', 'sensor', 'hub-entity-invalid'],
    ['Binary_Sensor.gate', 'sensor', 'hub-entity-invalid'],
    ['binary_sensor.gate/../x', 'sensor', 'hub-entity-invalid'],
    [`binary_sensor.${'x'.repeat(300)}`, 'sensor', 'hub-entity-invalid'],
  ])('%s as %s: %s', (entityId, role, code) => {
    expect(linkFault({ entityId, role })?.reason.split('?')[0]).toBe(code);
  });
});

const known = (id: string, entityId: string, more: Partial<KnownLink> = {}): KnownLink => ({
  id,
  entityId,
  role: 'sensor',
  deviceClass: 'door',
  label: 'Gate',
  ...more,
});

describe('replacing the links of a camera', () => {
  it.each([
    ['keeps an omitted label', {}, 'Gate'],
    ['clears an empty label', { label: '' }, null],
    ['sets a label', { label: 'Barn' }, 'Barn'],
  ])('%s', (_title, sent, label) => {
    const plan = planLinks([known('1', 'binary_sensor.a')], [{ entityId: 'binary_sensor.a', role: 'sensor', ...sent }]);
    expect(plan).toMatchObject({ keep: [{ id: '1', label, deviceClass: 'door' }], add: [], remove: [] });
  });

  it('keeps the link of every entity that stays, whatever the order', () => {
    const entities = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
    fc.assert(
      fc.property(entities, entities, (before, after) => {
        const links = before.map((entity) => known(`id of ${entity}`, entity));
        const plan = planLinks(
          links,
          after.map((entityId) => ({ entityId, role: 'sensor' })),
        );
        const placed = [...plan.keep, ...plan.add].sort((a, b) => a.position - b.position);
        expect(placed.map(({ entityId }) => entityId)).toEqual(after);
        for (const { id, entityId } of plan.keep) expect(id).toBe(`id of ${entityId}`);
        expect(plan.keep.map(({ entityId }) => entityId).sort()).toEqual(
          after.filter((entity) => before.includes(entity)).sort(),
        );
        expect(plan.remove.sort()).toEqual(
          before
            .filter((entity) => !after.includes(entity))
            .map((entity) => `id of ${entity}`)
            .sort(),
        );
      }),
    );
  });
});

describe('the icons of badges', () => {
  it('are about sixty, each once', () => {
    expect(new Set(badgeIcons).size).toBe(badgeIcons.length);
    expect(badgeIcons.length).toBeGreaterThanOrEqual(55);
    expect(badgeIcons.length).toBeLessThanOrEqual(70);
  });

  it('include every default, and one for each kind of entity', () => {
    for (const { on, off } of [...Object.values(deviceClassBadgeIcons), ...Object.values(domainBadgeIcons)])
      expect(badgeIcons).toEqual(expect.arrayContaining([on, off]));
    expect(Object.keys(domainBadgeIcons).sort()).toEqual(Object.values(hubRoleDomains).flat().sort());
  });
});

it.each([
  ['door', 'door'],
  ['window', 'window'],
  ['motion', undefined],
  [null, undefined],
])('a sensor of class %s is marked on the timeline as %s', (deviceClass, opening) =>
  expect(openingOf(deviceClass)).toBe(opening),
);
