import { expect, it } from 'vitest';
import { reasonCode } from '../reason/reason.ts';
import type { EntityState } from './entity-state.ts';
import type { HubHealth } from './hub-health.ts';
import { hubVerdict } from './hub-verdict.ts';

const ok: HubHealth = { kind: 'ok', sinceMs: 0 };
const off: EntityState = { kind: 'known', value: 'off', sinceMs: 0 };
const lost: EntityState = { kind: 'unknown', reason: 'missing', sinceMs: null };
const sensors = (...states: EntityState[]) => states.map((state, i) => ({ entityId: `binary_sensor.s${i}`, state }));

it.each([
  ['a hub that answers', ok, sensors(off), undefined],
  ['no hub', undefined, sensors(off), 'hub-not-set-up'],
  ['no sensor', ok, [], 'hub-no-sensor'],
  [
    'a hub that has not answered yet',
    { kind: 'starting', isMissed: false, sinceMs: 0 } as const,
    sensors(off),
    'hub-starting',
  ],
  [
    'one missing answer',
    { kind: 'missed', sinceMs: 0, reason: reasonCode('hub-timed-out') } as const,
    sensors(off),
    'hub-timed-out',
  ],
  [
    'two missing answers',
    { kind: 'unreachable', sinceMs: 0, reason: reasonCode('hub-token-refused') } as const,
    sensors(off),
    'hub-token-refused',
  ],
  ['one unknown sensor of two', ok, sensors(off, lost), 'hub-sensor-unknown?entity=binary_sensor.s1'],
])('with %s', (_title, health, list, reason) =>
  expect(hubVerdict(health, list)).toEqual(reason === undefined ? { kind: 'able' } : { kind: 'unable', reason }),
);
