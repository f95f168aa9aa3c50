import { type Database, hasSystemEventSince, listStorageSpaces, sumProtectedByStorage } from '@holdfast/db';
import { exceedsProtectedShare, storageBudgetBytes } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { Alerts } from '../alerts/alerts.ts';
import { remembered } from '../caches/remembered.ts';

/** The sum takes time proportional to the protected segments, and changes slowly. */
const REMEMBERED_MS = 60_000;
const DAY_MS = 86_400_000;

export interface ProtectedSpace {
  storageId: string;
  name: string;
  protectedBytes: number;
  budgetBytes: number | null;
}

export type ReadProtectedSpace = () => Promise<ProtectedSpace[]>;

/** How much of each storage's space bookmarks protect. */
export const createProtectedSpace = ({ db, clock }: { db: Database; clock: Clock }): ReadProtectedSpace =>
  remembered(REMEMBERED_MS, clock, async () => {
    const [spaces, sums] = await Promise.all([listStorageSpaces(db), sumProtectedByStorage(db)]);
    return spaces.map(({ storageId, name, ...space }) => ({
      storageId,
      name,
      protectedBytes: sums.find((sum) => sum.storageId === storageId)?.bytes ?? 0,
      budgetBytes: storageBudgetBytes(space),
    }));
  });

/** Raises an alert for each storage with too much protected footage, once until it improves or a day has passed. */
export function createProtectedSpaceWatch({
  db,
  clock,
  alerts,
  read,
}: {
  db: Database;
  clock: Clock;
  alerts: Alerts;
  read: ReadProtectedSpace;
}) {
  const alerted = new Set<string>();
  return async (): Promise<void> => {
    for (const { storageId, name, protectedBytes, budgetBytes } of await read()) {
      if (!exceedsProtectedShare(protectedBytes, budgetBytes)) {
        alerted.delete(storageId);
        continue;
      }
      if (alerted.has(storageId)) continue;
      const nowMs = clock.now();
      const percent = budgetBytes ? Math.round((protectedBytes / budgetBytes) * 100) : 100;
      const raised = await db.transaction().execute(async (tx) => {
        const about = { storage_id: storageId };
        if (await hasSystemEventSince(tx, 'protected_space', new Date(nowMs - DAY_MS), about)) return false;
        await alerts.raise(tx, {
          eventKey: 'protected_space',
          cameraId: null,
          tsMs: nowMs,
          detail: `Protected footage takes ${percent} % of what ${name} may hold.`,
          data: { ...about, protected_bytes: protectedBytes, budget_bytes: budgetBytes },
          plateReadId: null,
        });
        return true;
      });
      alerted.add(storageId);
      if (raised) alerts.wake();
    }
  };
}
