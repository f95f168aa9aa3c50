import type { Database } from '@holdfast/db';
import type { Clock, Logger, Task, WakeUp } from '@holdfast/kit';
import { createReconciler } from './reconcile/reconcile.ts';
import { createRetention } from './retention/retention.ts';
import type { ReadStorages } from './storage/storage-registry.ts';
import { createStorageWatch } from './storage/storage-watch.ts';

/** Tasks that look after recorded footage: storage checks, retention and reconciliation. */
export function footageTasks({
  db,
  clock,
  log,
  readStorages,
  storagesChanged,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  readStorages: ReadStorages;
  storagesChanged: WakeUp;
}): { tasks: Task[]; triggerRetention: () => void; lookForMissing: (path: string) => void } {
  const retention = createRetention({ db, clock, log, readStorages });
  const watch = createStorageWatch({ db, clock, log, readStorages, wakeUp: storagesChanged });
  const reconciler = createReconciler({
    db,
    clock,
    log,
    readStorages,
    clockGuard: retention,
    mayDrop: retention.hasDoneRound,
  });
  return {
    tasks: [watch.task, retention.task, reconciler.task],
    triggerRetention: retention.triggerRetention,
    lookForMissing: reconciler.lookFor,
  };
}
