import type { Database } from '@holdfast/db';
import type { Clock, Logger, OutboundRule, Task } from '@holdfast/kit';
import type { MotionDetection } from '../motion/motion-detection.ts';
import { createHubHistory } from './hub-history.ts';
import { createHubSource, type HubSource } from './hub-source.ts';
import { publishHubStatus } from './hub-status.ts';
import { createOpeningEvents } from './opening-events.ts';

export interface RecorderHub {
  source: HubSource;
  /** They write to the database, so only the holder of the lease may run them. */
  tasks: Task[];
}

/** Everything that the recorder does with the smart-home hub. */
export function createRecorderHub({
  db,
  clock,
  log,
  outbound,
  motion,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  outbound: OutboundRule;
  motion: Pick<MotionDetection, 'cameras' | 'events'>;
}): RecorderHub {
  const openings = createOpeningEvents({ events: motion.events, clock });
  const history = createHubHistory({ db, clock, log });
  const source = createHubSource({
    motion: motion.cameras,
    clock,
    outbound,
    onView: () => {
      const view = source.view();
      if (view) openings.note(source.links(), view);
      history.note(source.links(), view);
    },
  });
  const status = publishHubStatus({ db, view: source.view, clock, log, before: history.endLeftOpen });
  return { source, tasks: [status, history.task] };
}
