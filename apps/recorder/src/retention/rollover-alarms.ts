import { type Database, raiseSystemEvent } from '@holdfast/db';
import type { Deletion, UnmetLimit } from '@holdfast/domain';
import { type Alarm, createAlarm } from '../storage/alarm.ts';

// Under steady pressure every round deletes; an hour without deletions ends the episode.
const CALM_ROUNDS = 60;

export interface RolloverAlarms {
  report(round: { deletions: readonly Deletion[]; unmet: readonly UnmetLimit[] }): Promise<void>;
}

/** Raises one `premature_rollover` for each camera and one `policy_over_cap` for each budget per episode. */
export function createRolloverAlarms(db: Database): RolloverAlarms {
  const alarms = new Map<string, Alarm>();
  const isNew = (key: string): boolean => {
    const alarm = alarms.get(key) ?? createAlarm({ calmReadings: CALM_ROUNDS });
    alarms.set(key, alarm);
    return alarm.report(true);
  };

  return {
    report: async ({ deletions, unmet }) => {
      const seen = new Set<string>();
      const premature = deletions.filter((deletion) => deletion.premature);
      for (const [cameraId, gone] of Map.groupBy(premature, ({ segment }) => segment.cameraId)) {
        const key = `camera ${cameraId}`;
        seen.add(key);
        if (!isNew(key)) continue;
        const newestMs = Math.max(...gone.map(({ segment }) => segment.endMs));
        await raiseSystemEvent(db, {
          eventKey: 'premature_rollover',
          cameraId,
          detail: `Footage up to ${new Date(newestMs).toISOString()} was deleted early, because space ran out.`,
          data: { until: new Date(newestMs).toISOString(), segments: gone.length },
        });
      }
      for (const limit of unmet) {
        if (limit.kind !== 'budget') continue;
        const key = `policy ${limit.policyId} ${limit.tier}`;
        seen.add(key);
        if (!isNew(key)) continue;
        await raiseSystemEvent(db, {
          eventKey: 'policy_over_cap',
          cameraId: null,
          detail: `A policy holds ${limit.missingBytes} bytes more than its budget, and none of it may be deleted.`,
          data: { policy_id: limit.policyId, tier: limit.tier, excess_bytes: limit.missingBytes },
        });
      }
      for (const [key, alarm] of alarms) if (!seen.has(key)) alarm.report(false);
    },
  };
}
