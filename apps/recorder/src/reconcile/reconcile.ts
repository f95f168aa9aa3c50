import type { Database } from '@holdfast/db';
import { type Clock, type ClockGuard, createWakeUp, type Logger, sleep, type Task, withTimeLimit } from '@holdfast/kit';
import { purgeQuarantine, quarantineAbandonedCopies } from '../storage/quarantine.ts';
import type { ReadStorages, WatchedStorage } from '../storage/storage-registry.ts';
import { type AdoptCounts, createOrphanFinder } from './adopt-orphans.ts';
import { createRowDropper, type DropCounts } from './drop-rows.ts';

const INTERVAL_MS = 15 * 60_000;
const SOON_MS = 60_000;
const MISSING_MS = 5_000;

export interface StorageReconciliation extends AdoptCounts, Partial<DropCounts> {
  storageId: string;
  purged: number;
}

export interface Reconciler {
  /** Reconciles index and files on every available storage. */
  run(options: { atBoot: boolean; from?: string | undefined; signal?: AbortSignal }): Promise<StorageReconciliation[]>;
  /** A reader could not find or play this indexed file: checks the rows of its storage soon, beginning with it. */
  lookFor(path: string): void;
  task: Task;
}

export interface ReconcilerOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  readStorages: ReadStorages;
  /** While the clock is suspect, nothing is purged by age. */
  clockGuard: ClockGuard;
  /**
   * False until retention has completed a round: rows whose files an earlier process deleted without dropping the row
   * would otherwise be reported as vanished footage.
   */
  mayDrop?: () => boolean;
  rowsPerRound?: number;
  namesPerRound?: number;
  adoptionsPerRound?: number;
}

/** The rest of a file that was cut becomes footage without a row once its row is dropped. */
const leavesOrphans = (dropped: DropCounts | undefined): boolean =>
  dropped !== undefined && dropped.damagedRows > 0 && dropped.droppedRows > 0;

export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { clock, log, readStorages, clockGuard, mayDrop = () => true } = options;
  const finder = createOrphanFinder(options);
  const dropper = createRowDropper(options);

  const reconcileOne = async (
    storage: WatchedStorage,
    {
      storages,
      atBoot,
      from,
      signal,
    }: { storages: readonly WatchedStorage[]; atBoot: boolean; from?: string | undefined; signal?: AbortSignal },
  ): Promise<StorageReconciliation> => {
    // Adopt first: a file that was put back is found before its row would be dropped.
    const adopted = await finder.run(storage, { storages, atBoot, ...(signal && { signal }) });
    const isReady = mayDrop();
    const dropped =
      isReady && storage.reading.marker === 'ours'
        ? await dropper.run(storage, { from, ...(signal && { signal }) })
        : undefined;
    const { root } = storage;
    const abandoned = await quarantineAbandonedCopies({ root, nowMs: clock.now() });
    const purged = clockGuard.pausesAgeRules() ? 0 : await purgeQuarantine({ root, nowMs: clock.now() });
    return {
      storageId: storage.id,
      ...adopted,
      quarantined: adopted.quarantined + abandoned,
      ...dropped,
      more: adopted.more || !isReady || leavesOrphans(dropped),
      purged,
    };
  };

  const busy = new Set<string>();
  /** A network share that stops responding holds up only its own storage. */
  const reconcileOnce = async (
    storage: WatchedStorage,
    options: Parameters<typeof reconcileOne>[1],
  ): Promise<StorageReconciliation | undefined> => {
    if (busy.has(storage.id)) return undefined;
    busy.add(storage.id);
    const working = reconcileOne(storage, options).finally(() => busy.delete(storage.id));
    return withTimeLimit(working, INTERVAL_MS);
  };

  const run: Reconciler['run'] = async ({ atBoot, from, signal }) => {
    const storages = await readStorages();
    const usable = storages.filter(({ reading }) => reading.state === 'ok' || reading.state === 'full');
    const results = await Promise.all(
      usable.map((storage) =>
        reconcileOnce(storage, { storages, atBoot, from, ...(signal && { signal }) }).catch((err: unknown) => {
          log.error({ err, storage_id: storage.id }, 'storage could not be reconciled');
          return undefined;
        }),
      ),
    );
    const done = results.filter((result) => result !== undefined);
    for (const { storageId, verdict, more, ...counts } of done) {
      const changes = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
      const hold = verdict?.kind === 'hold' ? verdict.reason : undefined;
      const level = hold === undefined ? 'debug' : 'info';
      log[level]({ storage_id: storageId, hold, ...changes }, 'reconciled the index with the storage');
    }
    return done;
  };

  const wakeUp = createWakeUp();
  let missingPath: string | undefined;
  return {
    run,
    lookFor: (path) => {
      missingPath = path;
      wakeUp.wake();
    },
    task: {
      name: 'reconcile',
      run: async (signal) => {
        let atBoot = true;
        while (!signal.aborted) {
          let delayMs = INTERVAL_MS;
          try {
            const from = missingPath;
            missingPath = undefined;
            const results = await run({ atBoot, from, signal });
            atBoot = false;
            if (results.some(({ more }) => more)) delayMs = SOON_MS;
          } catch (err) {
            if (signal.aborted) return;
            log.error({ err }, 'reconcile failed, will run again');
            delayMs = SOON_MS;
          }
          await wakeUp.sleep(delayMs, signal);
          // Retention may be between a file and its row.
          if (missingPath !== undefined) await sleep(MISSING_MS, signal);
        }
      },
    },
  };
}
