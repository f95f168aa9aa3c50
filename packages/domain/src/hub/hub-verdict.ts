import { type Reason, reasonCode } from '../reason/reason.ts';
import type { EntityState } from './entity-state.ts';
import { areSensorStatesKnown, type HubHealth } from './hub-health.ts';

/** Whether the hub can rule out motion at a camera. */
export type HubVerdict = { kind: 'able' } | { kind: 'unable'; reason: Reason };

const unable = (reason: Reason): HubVerdict => ({ kind: 'unable', reason });

/**
 * Fail open: a missing answer, and a sensor whose state is unknown, could both hide an open door.
 * `health` is undefined while no hub is set up.
 */
export function hubVerdict(
  health: HubHealth | undefined,
  sensors: readonly { entityId: string; state: EntityState }[],
): HubVerdict {
  if (health === undefined) return unable(reasonCode('hub-not-set-up'));
  if (sensors.length === 0) return unable(reasonCode('hub-no-sensor'));
  if (!areSensorStatesKnown(health)) return unable('reason' in health ? health.reason : reasonCode('hub-starting'));
  const lost = sensors.find(({ state }) => state.kind === 'unknown');
  return lost ? unable(reasonCode('hub-sensor-unknown', { entity: lost.entityId })) : { kind: 'able' };
}
