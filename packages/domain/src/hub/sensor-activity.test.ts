import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityState } from './entity-state.ts';
import { noActivity, SENSOR_GRACE_MS, type SensorActivity, stepSensorActivity } from './sensor-activity.ts';

const known = (value: string): EntityState => ({ kind: 'known', value, sinceMs: 0 });
const unknown: EntityState = { kind: 'unknown', reason: 'unavailable', sinceMs: null };

describe('the activity of a sensor', () => {
  it('begins with a sensor that is already on', () =>
    expect(stepSensorActivity(noActivity, known('on'), 0).kind).toBe('on'));

  it.each([known('off'), unknown])('does not begin otherwise', (state) =>
    expect(stepSensorActivity(noActivity, state, 0)).toEqual(noActivity),
  );

  it('ends exactly when the sensor was not on for the grace period', () => {
    const looks = fc.array(
      fc.record({ state: fc.constantFrom(known('on'), known('off'), unknown), afterMs: fc.nat(8_000) }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(looks, (list) => {
        let activity: SensorActivity = noActivity;
        let nowMs = 0;
        // The oracle: the time of the first look after the last one at which it was on.
        let offMs: number | undefined;
        let wasOn = false;
        for (const { state, afterMs } of list) {
          nowMs += afterMs;
          const isOn = state.kind === 'known' && state.value === 'on';
          if (isOn) offMs = undefined;
          else if (wasOn) offMs = nowMs;
          wasOn = isOn;
          activity = stepSensorActivity(activity, state, nowMs);
          const isGracious = offMs !== undefined && nowMs - offMs < SENSOR_GRACE_MS;
          expect(activity.kind !== 'idle').toBe(isOn || isGracious);
        }
      }),
    );
  });
});
