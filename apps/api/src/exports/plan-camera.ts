import { resolve } from 'node:path';
import { type Database, listExportSegments } from '@holdfast/db';
import { type ExportRun, type Interval, mediaRange, planExport, type StreamName } from '@holdfast/domain';
import type { FootageSource } from '@holdfast/media';

export interface CameraRequest {
  userId: string;
  cameraId: string;
  stream: StreamName;
  start: Date;
  end: Date;
}

/** One MP4 to be written. */
export interface PlannedFile {
  sources: FootageSource[];
  runs: ExportRun[];
  /** The requested range on the time of the sources. */
  wanted: Interval;
}

/** A day of four-second segments, with room for cameras that are cut more often. */
export const MOST_EXPORT_SEGMENTS = 30_000;

/** The files a camera's footage becomes; `unplayable` was found gone or damaged meanwhile and counts as a hole. */
export async function planCamera(
  { db, dataDir }: { db: Database; dataDir: string },
  request: CameraRequest,
  unplayable: ReadonlySet<number>,
): Promise<PlannedFile[]> {
  const rows = (await listExportSegments(db, request, MOST_EXPORT_SEGMENTS)).filter(({ id }) => !unplayable.has(id));
  const pathOf = new Map(rows.map(({ id, storagePath, path }) => [id, resolve(dataDir, storagePath, path)]));
  const files = planExport(
    rows.map(({ id, preciseStartTs, durationMs, parameterHash }) => ({
      id,
      startMs: preciseStartTs.getTime(),
      durationMs,
      parameterHash,
    })),
  );
  const range = { startMs: request.start.getTime(), endMs: request.end.getTime() };
  return files.map(({ segments, runs }) => ({
    sources: segments.map(({ id, mediaOffsetMs }) => ({ segmentId: id, path: pathOf.get(id) ?? '', mediaOffsetMs })),
    runs,
    wanted: mediaRange(runs, range),
  }));
}
