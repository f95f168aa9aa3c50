import type { Database } from '@holdfast/db';
import type { Clock, Logger, Task } from '@holdfast/kit';
import { createReconciler } from '../reconcile/reconcile.ts';
import { createStorageReader } from '../storage/read-storages.ts';
import { createStorageWatch } from '../storage/storage-watch.ts';
import { createRetention } from './retention.ts';

export interface Keeping {
  /** Watches storages, keeps and deletes, and brings index and disk together. */
  tasks: Task[];
  /** A disk is full: delete what may go at once. */
  triggerRetention(): void;
}

export function createKeeping({
  db,
  clock,
  log,
  dataDir,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  dataDir: string;
}): Keeping {
  const readStorages = createStorageReader({ db, dataDir });
  const watch = createStorageWatch({ db, clock, log, readStorages });
  const retention = createRetention({ db, clock, log, readStorages });
  const reconciler = createReconciler({ db, clock, log, readStorages, clockGuard: retention });
  return {
    tasks: [watch.task, retention.task, reconciler.task],
    triggerRetention: retention.triggerRetention,
  };
}
