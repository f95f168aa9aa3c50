import { describe, expect, it } from 'vitest';
import type { HubEntity } from '../../../api/queries.ts';
import { matchEntities } from './match-entities.ts';

const entity = (entity_id: string, name: string | null = null, device_class: string | null = null): HubEntity => ({
  entity_id,
  name,
  device_class,
  state: 'off',
});
const all = [
  entity('binary_sensor.back_gate_motion', 'Back Gate Motion', 'motion'),
  entity('binary_sensor.gate', 'Gate', 'door'),
  entity('light.yard', 'Hoflicht'),
  entity('switch.unnamed'),
];
const found = (search: string) => matchEntities(all, search).map(({ entity_id }) => entity_id);

describe('the search for entities', () => {
  it.each([
    ['', all.map(({ entity_id }) => entity_id)],
    ['gate', ['binary_sensor.gate', 'binary_sensor.back_gate_motion']],
    ['GATE motion', ['binary_sensor.back_gate_motion']],
    ['back_gate', ['binary_sensor.back_gate_motion']],
    ['door', ['binary_sensor.gate']],
    ['hof', ['light.yard']],
    ['light yard', ['light.yard']],
    ['unn', ['switch.unnamed']],
    ['nothing', []],
  ])('%j finds %j', (search, expected) => expect(found(search)).toEqual(expected));

  it('finds one of 5,000', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => entity(`binary_sensor.number_${i}`, `Number ${i}`));
    expect(matchEntities(many, 'number 4321').map(({ entity_id }) => entity_id)).toEqual(['binary_sensor.number_4321']);
  });
});
