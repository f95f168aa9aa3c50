import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEntityEvent, type HubEntity, readStates } from './hub-entity.ts';

const NOW = Date.UTC(2026, 10, 17);
const wanted = new Set(['light.a', 'light.b']);
const reading = { nowMs: NOW, wanted };

describe('the list of states', () => {
  it('skips what makes no sense and bounds the rest', () => {
    const states = readStates(
      [
        null,
        7,
        { entity_id: 'light.a' },
        { entity_id: 'LIGHT.A', state: 'on' },
        { entity_id: 'light.c', state: 'on' },
        {
          entity_id: 'light.b',
          state: 'x'.repeat(10_000),
          last_changed: '2199-01-01T00:00:00Z',
          attributes: { friendly_name: 'n'.repeat(10_000), device_class: 5, unit_of_measurement: '' },
        },
      ],
      reading,
    );
    expect([...(states ?? [])]).toEqual([
      ['light.b', { state: 'x'.repeat(255), changedMs: NOW, name: 'n'.repeat(100), deviceClass: null, unit: null }],
    ]);
  });

  it('has no characters that cannot be stored or that disguise a name', () => {
    const attributes = { friendly_name: '\u202eG\0ate\ud800', device_class: 'door\0', unit_of_measurement: '\0' };
    expect(readStates([{ entity_id: 'light.b', state: 'o\0n', attributes }], reading)?.get('light.b')).toMatchObject({
      state: '',
      name: 'Gate',
      deviceClass: null,
      unit: null,
    });
    const added = { a: { 'light.b': { s: 'on', a: attributes } }, c: { 'light.b': { '+': { s: 'o\0ff' } } } };
    expect(applyEntityEvent(new Map(), added, reading).get('light.b')).toMatchObject({ state: '', name: 'Gate' });
  });

  it.each(['ON', 'on ', 'None', '0', 'x'.repeat(300)])('has no state of a sensor that reports %j', (state) => {
    const states = readStates([{ entity_id: 'binary_sensor.gate', state }], { nowMs: NOW });
    expect(states?.get('binary_sensor.gate')?.state).toBe('');
  });

  it.each([null, {}, 'text', { message: 'API running.' }])('is not %j', (answer) =>
    expect(readStates(answer, reading)).toBeUndefined(),
  );

  it('survives any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (answer) => void readStates([answer], reading)));
  });
});

describe('an event of the subscription', () => {
  const entity: HubEntity = { state: 'off', changedMs: 1_000, name: 'A', deviceClass: 'door', unit: null };
  const before = new Map([['light.a', entity]]);
  const after = (event: Record<string, unknown>) => applyEntityEvent(before, event, reading).get('light.a');

  it.each([
    [
      'a new state',
      { c: { 'light.a': { '+': { s: 'on', lc: 5, c: 'x' } } } },
      { ...entity, state: 'on', changedMs: 5_000 },
    ],
    ['new attributes', { c: { 'light.a': { '+': { lu: 5, a: { friendly_name: 'B' } } } } }, { ...entity, name: 'B' }],
    ['lost attributes', { c: { 'light.a': { '-': { a: ['device_class'] } } } }, { ...entity, deviceClass: null }],
    ['a removal', { r: ['light.a'] }, undefined],
    ['another entity', { a: { 'light.b': { s: 'on', lc: 1 } } }, entity],
    ['nonsense', { a: 1, c: [], r: {} }, entity],
  ])('%s', (_title, event, expected) => expect(after(event)).toEqual(expected));

  it('adds only entities that are wanted', () =>
    expect([...applyEntityEvent(before, { a: { 'light.z': { s: 'on' } } }, reading).keys()]).toEqual(['light.a']));

  it('survives any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        applyEntityEvent(
          before,
          { a: { 'light.a': a }, c: { 'light.a': b, 'light.b': { '+': a, '-': b } }, r: b },
          reading,
        );
      }),
    );
  });
});
