import type { EntityState } from './entity-state.ts';

/** A sensor counts as active until it was off for this long. */
export const SENSOR_GRACE_MS = 5_000;

/** Whether a sensor counts as active: while it is on, and for the grace period after it. */
export type SensorActivity = { kind: 'idle' } | { kind: 'on' } | { kind: 'ending'; untilMs: number };

export const noActivity: SensorActivity = { kind: 'idle' };

/** The activity after one more observation of the sensor. A sensor that is on at the first one counts. */
export function stepSensorActivity(activity: SensorActivity, state: EntityState, nowMs: number): SensorActivity {
  if (state.kind === 'known' && state.value === 'on') return { kind: 'on' };
  switch (activity.kind) {
    case 'idle':
      return activity;
    case 'on':
      return { kind: 'ending', untilMs: nowMs + SENSOR_GRACE_MS };
    case 'ending':
      return nowMs >= activity.untilMs ? noActivity : activity;
  }
}
