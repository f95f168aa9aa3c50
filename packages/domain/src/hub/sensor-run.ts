import type { EntityState } from './entity-state.ts';

/** Runs of a sensor that follow each other within this time are one. */
export const SENSOR_GRACE_MS = 5_000;

/** One stretch of a sensor being on, with its grace period. */
export type SensorRun = { kind: 'idle' } | { kind: 'on' } | { kind: 'ending'; untilMs: number };

export const noRun: SensorRun = { kind: 'idle' };

/** The run after one more observation of the sensor. A sensor that is on at the first one counts. */
export function stepSensorRun(run: SensorRun, state: EntityState, nowMs: number): SensorRun {
  if (state.kind === 'known' && state.value === 'on') return { kind: 'on' };
  switch (run.kind) {
    case 'idle':
      return run;
    case 'on':
      return { kind: 'ending', untilMs: nowMs + SENSOR_GRACE_MS };
    case 'ending':
      return nowMs >= run.untilMs ? noRun : run;
  }
}
