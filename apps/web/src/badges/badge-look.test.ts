import { badgeIcons, deviceClassBadgeIcons } from '@holdfast/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { colorsOf, iconOf, inkOn, nameOf, toneOf, wordOf } from './badge-look.ts';
import { type BadgeState, type UnknownStateReason, unknownState } from './badge-state.ts';

const known = (value: string): BadgeState => ({ kind: 'known', value, unit: null, sinceMs: null });
const linked = (entity_id: string, device_class: string | null = null) => ({ entity_id, device_class, label: null });
const DOOR = linked('binary_sensor.front_door', 'door');
const unknownReasons: UnknownStateReason[] = [
  'unavailable',
  'no-value',
  'missing',
  'hub-down',
  'server-away',
  'loading',
  'not-saved',
  'not-recorded',
];
const style = { overlay_color: '#ff0000', background_color: '#00ff00', opacity: 1 };

describe('a badge', () => {
  it.each([
    [DOOR, 'on', 'open'],
    [DOOR, 'off', 'closed'],
    [linked('binary_sensor.x', 'lock'), 'on', 'unlocked'],
    [linked('binary_sensor.x', 'motion'), 'off', 'clear'],
    [linked('binary_sensor.x', 'smoke'), 'on', 'alarm'],
    [linked('binary_sensor.x', 'battery'), 'on', 'low'],
    [linked('binary_sensor.x', 'battery'), 'off', 'normal'],
    [linked('binary_sensor.x', 'presence'), 'off', 'away'],
    [linked('binary_sensor.x', 'moisture'), 'on', 'wet'],
    [linked('binary_sensor.x'), 'on', 'on'],
    [linked('light.yard'), 'off', 'off'],
    [linked('scene.night'), '2026-11-17T18:00:00+00:00', 'activated'],
    [linked('switch.pump'), 'overheated', undefined],
  ])('of %j in state %s reads %s', (link, value, word) => expect(wordOf(link, known(value))).toBe(word));

  it('of an unknown state has no word, no icon of a state, and no chosen colour', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...unknownReasons),
        fc.constantFrom(...Object.keys(deviceClassBadgeIcons), null),
        fc.constantFrom(...badgeIcons, null),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (reason, deviceClass, chosen, opacity) => {
          const link = linked('binary_sensor.x', deviceClass);
          const state = unknownState(reason);
          expect(toneOf(state)).toBe('unknown');
          expect(wordOf(link, state)).toBeUndefined();
          expect(iconOf(link, chosen, state)).toBeUndefined();
          const { accent, ground, opacity: shown } = colorsOf({ ...style, opacity }, state);
          expect([accent, ground]).not.toContain('#ff0000');
          expect([accent, ground]).not.toContain('#00ff00');
          // Dimmed, but never invisible.
          expect(shown).toBeGreaterThanOrEqual(0.25);
          if (opacity > 0.4) expect(shown).toBeLessThan(opacity);
        },
      ),
    ));

  it('has the icon that was chosen, or that of its class and state', () => {
    expect(iconOf(DOOR, null, known('on'))).toBe('door-open');
    expect(iconOf(DOOR, null, known('off'))).toBe('door-closed');
    expect(iconOf(DOOR, 'eye', known('on'))).toBe('eye');
    expect(iconOf(DOOR, 'eye', known('off'))).toBe('eye');
    expect(iconOf(DOOR, 'from-a-newer-version', known('on'))).toBe('door-open');
    expect(iconOf(linked('light.yard'), null, known('on'))).toBe('lightbulb');
  });

  it.each([
    ['gate', 'gate-open', 'gate'],
    ['door-open', 'door-open', 'door-closed'],
    ['lock-open-variant', 'lock-open-variant', 'lock'],
    ['lock', 'lock-open', 'lock'],
    ['garage-open', 'garage-open', 'garage'],
  ] as const)('with the chosen icon %s never shows the icon of the other state', (chosen, on, off) => {
    expect(iconOf(DOOR, chosen, known('on'))).toBe(on);
    expect(iconOf(DOOR, chosen, known('off'))).toBe(off);
  });

  it('is called by its label, or by its entity in words', () => {
    expect(nameOf(DOOR)).toBe('front door');
    expect(nameOf({ ...DOOR, label: 'Gate' })).toBe('Gate');
  });

  it('has an icon that can be read on its colour', () => {
    expect(inkOn('#ffffff')).toBe('#000000');
    expect(inkOn('#000000')).toBe('#ffffff');
    expect(inkOn('#ffb84d')).toBe('#000000');
    expect(inkOn('#1030a0')).toBe('#ffffff');
  });
});
