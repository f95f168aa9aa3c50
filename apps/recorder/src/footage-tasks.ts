import type { Database } from '@holdfast/db';
import type { Clock, Logger, Task } from '@holdfast/kit';
import { createReconciler } from './reconcile/reconcile.ts';
import { createRetention } from './retention/retention.ts';
import { createStorageReader } from './storage/read-storages.ts';
import { createStorageWatch } from './storage/storage-watch.ts';

/** Tasks that look after recorded footage: storage checks, retention and reconciliation. */
export function footageTasks({
  db,
  dataDir,
  clock,
  log,
}: {
  db: Database;
  dataDir: string;
  clock: Clock;
  log: Logger;
}): { tasks: Task[]; triggerRetention: () => void; lookForMissing: (path: string) => void } {
  const readStorages = createStorageReader({ db, dataDir });
  const retention = createRetention({ db, clock, log, readStorages });
  const watch = createStorageWatch({ db, clock, log, readStorages });
  const reconciler = createReconciler({
    db,
    clock,
    log,
    readStorages,
    clockGuard: retention,
    mayDrop: retention.hasPassed,
  });
  return {
    tasks: [watch.task, retention.task, reconciler.task],
    triggerRetention: retention.triggerRetention,
    lookForMissing: reconciler.lookFor,
  };
}
