import { type Database, replaceMotionViews } from '@holdfast/db';
import { gridBits, type PixelVerdict } from '@holdfast/domain';
import { every, type Logger, type Task } from '@holdfast/kit';

export interface MotionViews {
  note(cameraId: string, verdict: PixelVerdict, atMs: number): void;
  forget(cameraId: string): void;
  task: Task;
}

const INTERVAL_MS = 1_000;

/** Publishes the result of the analysis about once a second, for the camera setup screen. */
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
  return {
    note: (cameraId, verdict, atMs) => void latest.set(cameraId, { verdict, atMs }),
    forget: (cameraId) => void latest.delete(cameraId),
    task: every('motion-views', INTERVAL_MS, write, { log, maxBackoffMs: 10_000 }),
  };
}
