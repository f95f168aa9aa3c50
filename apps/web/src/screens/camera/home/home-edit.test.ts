import { describe, expect, it } from 'vitest';
import { type DraftLink, newLink, newPlacement, planHome, roleOf, sensorEffect } from './home-edit.ts';

const link = (entity_id: string, more: Partial<DraftLink> = {}): DraftLink => ({
  entity_id,
  role: roleOf(entity_id),
  device_class: null,
  label: '',
  placement: null,
  ...more,
});
const GATE = link('binary_sensor.gate');
const YARD = link('light.yard');
const placed = { ...GATE, placement: newPlacement() };
const moved = { ...GATE, placement: { ...newPlacement(), x: 0.25 } };

describe('saving the smart home of a camera', () => {
  it.each<[string, DraftLink[], DraftLink[], object]>([
    ['changes nothing', [placed], [placed], { replacesLinks: false, linked: [], unlinked: [], placements: [] }],
    ['links', [GATE], [GATE, YARD], { replacesLinks: true, linked: [YARD], unlinked: [], placements: [] }],
    ['unlinks', [GATE, YARD], [YARD], { replacesLinks: true, linked: [], unlinked: [GATE], placements: [] }],
    ['renames', [GATE], [{ ...GATE, label: 'Gate' }], { replacesLinks: true, linked: [], unlinked: [] }],
    ['reorders', [GATE, YARD], [YARD, GATE], { replacesLinks: true, linked: [], unlinked: [], placements: [] }],
    [
      'places a new link',
      [],
      [placed],
      {
        replacesLinks: true,
        linked: [placed],
        placements: [{ entityId: GATE.entity_id, placement: placed.placement }],
      },
    ],
    [
      'moves a badge',
      [placed],
      [moved],
      { replacesLinks: false, placements: [{ entityId: GATE.entity_id, placement: moved.placement }] },
    ],
    [
      'removes a badge',
      [placed],
      [GATE],
      { replacesLinks: false, unlinked: [], placements: [{ entityId: GATE.entity_id, placement: null }] },
    ],
    ['takes the badge away with its link', [placed], [], { replacesLinks: true, unlinked: [placed], placements: [] }],
  ])('%s', (_title, saved, wanted, expected) => expect(planHome(saved, wanted)).toMatchObject(expected));

  it.each([
    ['binary_sensor.gate', 'sensor'],
    ['light.yard', 'control'],
    ['switch.pump', 'control'],
    ['scene.night', 'control'],
  ])('%s is a %s', (entityId, role) => expect(roleOf(entityId)).toBe(role));

  it('places new badges beside each other, where each can be seen and dragged', () => {
    const links: DraftLink[] = [];
    for (let i = 0; i < 32; i += 1) links.push(link(`light.n${i}`, { placement: newPlacement(links) }));
    expect(links[0]?.placement).toMatchObject({ x: 0.5, y: 0.5 });
    const places = links.map(({ placement }) => `${placement?.x.toFixed(2)} ${placement?.y.toFixed(2)}`);
    expect(new Set(places).size).toBe(32);
    for (const { placement } of links) {
      expect(placement?.x).toBeGreaterThanOrEqual(0);
      expect(placement?.x).toBeLessThanOrEqual(1);
      expect(placement?.y).toBeGreaterThanOrEqual(0);
      expect(placement?.y).toBeLessThanOrEqual(1);
    }
  });

  it('takes the name of the entity as its label', () =>
    expect(
      newLink({ entity_id: 'binary_sensor.gate', name: ' Garden gate ', device_class: 'door', state: 'off' }),
    ).toMatchObject({ label: 'Garden gate', role: 'sensor', device_class: 'door', placement: null }));

  it.each([
    ['motion', true, 2, 'starts'],
    ['motion', true, 0, 'everything'],
    ['motion', false, 2, 'unused'],
    ['continuous', true, 0, 'always'],
    ['off', true, 2, 'never'],
    [undefined, true, 1, 'starts'],
  ] as const)('in mode %s, as a source %s, %s sensors: %s', (mode, isSource, sensors, expected) =>
    expect(sensorEffect({ mode, isSource, sensors })).toBe(expected),
  );
});
