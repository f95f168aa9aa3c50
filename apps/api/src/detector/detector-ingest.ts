import type { Database } from '@holdfast/db';
import type { DetectorEnv, SubscriptionState } from '@holdfast/detector';
import { type Clock, every, type Logger, type OutboundRule, type SecretBox, type Task } from '@holdfast/kit';
import type { Alerts } from '../alerts/alerts.ts';
import type { IngestPlateRead } from '../plates/ingest-plate-read.ts';
import { DetectionIntake } from './detection-intake.ts';
import { detectorAlarm } from './detector-alarm.ts';
import { createDetectorSubscription } from './detector-subscription.ts';
import { storeDetections } from './store-detections.ts';

export interface DetectorReport {
  state: 'off' | SubscriptionState['kind'];
  reason: string | null;
  faults: Record<string, number>;
  unmappedCameras: string[];
}

export interface DetectorIngest {
  report(): DetectorReport;
  /** Settings or cameras have changed. */
  reload(): void;
  tasks: Task[];
}

const LOG_FAULTS_MS = 60_000;

/** Stores the events of the external detector, and passes its plates to the plate reads. */
export function createDetectorIngest({
  ingestPlate,
  alerts,
  ...options
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  secrets: SecretBox;
  alerts: Alerts;
  outbound: OutboundRule;
  env: DetectorEnv;
  ingestPlate: IngestPlateRead;
}): DetectorIngest {
  const { db, clock, log } = options;
  const intake = new DetectionIntake(clock);
  const { faults } = intake;
  const subscription = createDetectorSubscription({ ...options, intake });
  const logFaults = async () => {
    const counts = faults.take();
    if (Object.keys(counts).length > 0) log.warn({ counts }, 'messages of the detector that were not used');
  };
  return {
    report: () => {
      const state = subscription.state();
      return {
        state: state?.kind ?? 'off',
        reason: state?.kind === 'failed' ? state.reason : null,
        faults: faults.recent(),
        unmappedCameras: intake.unmappedCameras(),
      };
    },
    reload: subscription.reload,
    tasks: [
      subscription.task,
      storeDetections({ db, clock, log, intake, settings: subscription.settings, ingestPlate }),
      detectorAlarm({ db, clock, log, alerts, subscription }),
      every('detector-faults', LOG_FAULTS_MS, logFaults, { log }),
    ],
  };
}
