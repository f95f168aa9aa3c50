import { listenTo } from '@holdfast/db';
import type { Logger, Task, WakeUp } from '@holdfast/kit';
import type { Callers } from './auth/callers.ts';
import type { AnnouncedCache } from './caches/announced-cache.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { DetectorIngest } from './detector/detector-ingest.ts';
import type { ExportQueue } from './exports/export-work.ts';
import type { HubWatch } from './hub/hub-watch.ts';
import type { HubOffering } from './hub-offer/offer-task.ts';

/** Listens for commits of any process that affect this one's caches and queues. */
export const listenForChanges = ({
  connectionString,
  log,
  callers,
  footageCaches,
  changes,
  exportQueue,
  raisedEvents,
  footageGone,
  hub,
  hubOffering,
  detector,
}: {
  connectionString: string;
  log: Logger;
  callers: Callers;
  /** Of what a user may see of footage. */
  footageCaches: readonly Pick<AnnouncedCache<unknown>, 'forget' | 'setListening'>[];
  changes: Pick<ChangeFeed, 'note' | 'restart'>;
  exportQueue: Pick<ExportQueue, 'wake'>;
  raisedEvents: Pick<WakeUp, 'wake'>;
  footageGone: Pick<WakeUp, 'wake'>;
  hub: Pick<HubWatch, 'reload'>;
  hubOffering: Pick<HubOffering, 'reload'>;
  detector: Pick<DetectorIngest, 'reload'>;
}): Task => {
  const forgetFootage = () => {
    for (const cache of footageCaches) cache.forget();
  };
  const setListening = (isListening: boolean) => {
    for (const cache of [callers, ...footageCaches]) cache.setListening(isListening);
  };
  return listenTo({
    connectionString,
    log,
    channels: {
      access_changed: () => {
        callers.forget();
        forgetFootage();
      },
      footage_changed: () => {
        forgetFootage();
        footageGone.wake();
      },
      // One line for each changed row.
      changes: (refs) => {
        for (const ref of refs.split('\n')) changes.note(ref);
      },
      cameras_changed: () => {
        forgetFootage();
        hub.reload();
        hubOffering.reload();
        detector.reload();
      },
      export_queued: () => exportQueue.wake(),
      event_raised: () => raisedEvents.wake(),
    },
    onListening: () => {
      setListening(true);
      // Notifications were lost while disconnected, so followers reload.
      changes.restart();
      exportQueue.wake();
      raisedEvents.wake();
      footageGone.wake();
      hub.reload();
      hubOffering.reload();
      detector.reload();
    },
    onDisconnected: () => setListening(false),
  });
};
