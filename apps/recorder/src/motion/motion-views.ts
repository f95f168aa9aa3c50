import { type Database, replaceMotionViews } from '@holdfast/db';
import { gridBits, joinGrids, type PixelVerdict } from '@holdfast/domain';
import { type Logger, onRequest, type Task } from '@holdfast/kit';

export interface MotionViews {
  note(cameraId: string, verdict: PixelVerdict, atMs: number): void;
  forget(cameraId: string): void;
  task: Task;
}

const GATHER_MS = 1_000;

/** Publishes everything that moved within about a second, for the camera setup screen. */
export function createMotionViews({ db, log }: { db: Database; log: Logger }): MotionViews {
  const latest = new Map<string, { verdict: PixelVerdict; atMs: number }>();
  const write = async () => {
    const rows = [...latest].map(([cameraId, { verdict, atMs }]) => ({
      cameraId,
      ts: new Date(atMs),
      moving: verdict.isMoving,
      score: verdict.score,
      floor: verdict.floor,
      ceiling: verdict.ceiling,
      grid: gridBits(verdict.cells),
    }));
    latest.clear();
    if (rows.length > 0) await replaceMotionViews(db, rows);
  };
  const { request, task } = onRequest('motion-views', GATHER_MS, write, { log, maxBackoffMs: 10_000 });
  return {
    note(cameraId, verdict, atMs) {
      const before = latest.get(cameraId)?.verdict;
      // A copy: the segments have the cells of each frame.
      const cells = verdict.cells.slice();
      if (before !== undefined) joinGrids(cells, before.cells);
      const isMoving = verdict.isMoving || before?.isMoving === true;
      latest.set(cameraId, { verdict: { ...verdict, cells, isMoving }, atMs });
      request();
    },
    forget: (cameraId) => void latest.delete(cameraId),
    task,
  };
}
