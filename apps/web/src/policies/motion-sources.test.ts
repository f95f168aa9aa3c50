import { describe, expect, it } from 'vitest';
import { canTurnOn, hasMotionSource, motionSwitches, turnsOf } from './motion-sources.ts';

const none = {
  motion_pixel_enabled: false,
  motion_camera_enabled: false,
  motion_detector_enabled: false,
  motion_hub_enabled: false,
};
const off = (id: string) => ({ id, ...none });
const on = (id: string) => ({ ...off(id), motion_hub_enabled: true });
const sensors = new Set(['gate', 'door']);

describe('a motion source', () => {
  it('can be turned on, except a hub of which no sensor is linked', () => {
    for (const source of motionSwitches) {
      expect(canTurnOn(source, { hasSensor: true })).toBe(true);
      expect(canTurnOn(source, { hasSensor: false })).toBe(source !== 'motion_hub_enabled');
    }
  });

  it('is any of the switches', () => {
    expect(hasMotionSource(none)).toBe(false);
    for (const source of motionSwitches) expect(hasMotionSource({ ...none, [source]: true })).toBe(true);
  });

  it.each([
    ['both where some have it and all others could', [on('gate'), off('door')], ['on', 'off']],
    ['on where none has it and all could', [off('gate'), off('door')], ['on']],
    ['off only where one of the others has no sensor', [on('gate'), off('yard')], ['off']],
    ['off only where all have it', [on('gate'), on('yard')], ['off']],
    ['nothing where none has it and one could not', [off('gate'), off('yard')], []],
  ])('of the hub can be set to %s', (_title, cameras, turns) =>
    expect(turnsOf('motion_hub_enabled', cameras, sensors)).toEqual(turns),
  );

  it('of any other kind can be set to both', () =>
    expect(turnsOf('motion_pixel_enabled', [off('yard')], new Set())).toEqual(['on', 'off']));
});
