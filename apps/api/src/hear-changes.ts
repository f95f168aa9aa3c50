import { listenTo } from '@holdfast/db';
import type { Logger, Task, WakeUp } from '@holdfast/kit';
import type { Callers } from './auth/callers.ts';
import type { ExportQueue } from './exports/export-work.ts';

/** Hears what any process commits that this one remembers or waits for. */
export const hearChanges = ({
  connectionString,
  log,
  callers,
  exportQueue,
  raisedEvents,
}: {
  connectionString: string;
  log: Logger;
  callers: Callers;
  exportQueue: Pick<ExportQueue, 'wake'>;
  raisedEvents: Pick<WakeUp, 'wake'>;
}): Task =>
  listenTo({
    connectionString,
    log,
    channels: {
      access_changed: () => callers.forget(),
      export_queued: () => exportQueue.wake(),
      event_raised: () => raisedEvents.wake(),
    },
    onListening: () => {
      callers.setListening(true);
      exportQueue.wake();
      raisedEvents.wake();
    },
    onDeaf: () => callers.setListening(false),
  });
