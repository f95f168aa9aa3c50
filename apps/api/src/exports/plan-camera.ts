import { type Database, listExportSegments } from '@holdfast/db';
import {
  type FileStretch,
  type Interval,
  mediaRange,
  planExport,
  type StreamName,
  streamNames,
} from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { FootageSource } from '@holdfast/media';
import { chosenFootage, UNJUDGED_MS } from '../footage/chosen-footage.ts';
import type { FootageFiles } from '../footage/footage-files.ts';

export interface CameraRequest {
  userId: string;
  cameraId: string;
  start: Date;
  end: Date;
}

/** One MP4 to write. */
export interface PlannedFile {
  stream: StreamName;
  sources: FootageSource[];
  /** Total of the sources. */
  bytes: number;
  stretches: FileStretch[];
  /** The requested range in the time of the sources. */
  wanted: Interval;
}

/** A day of four-second segments, with room for shorter ones. */
export const MAX_EXPORT_SEGMENTS = 30_000;

/** A time-lapse has a fraction of the pictures. */
export const expectedBytes = (bytes: number, speed: number | null): number => Math.ceil(bytes / (speed ?? 1));

/** The files for a camera's footage; segments in `unplayable` were found missing or damaged and count as holes. */
export type CameraPlan = (unplayable: ReadonlySet<number>) => PlannedFile[];

/**
 * The list of streams is read once: a recomputed plan must not switch streams because retention deleted main in the meantime.
 * Each stream goes into one file: where main is interrupted often, one file per stretch would be hundreds.
 */
export async function planCamera(
  { db, footage, clock }: { db: Database; footage: FootageFiles; clock: Clock },
  request: CameraRequest,
): Promise<CameraPlan> {
  const range = { startMs: request.start.getTime(), endMs: request.end.getTime() };
  const chosen = await chosenFootage(
    async (stream, { startMs, endMs }) => {
      const within = { ...request, stream, start: new Date(startMs), end: new Date(endMs) };
      const rows = await listExportSegments(db, within, MAX_EXPORT_SEGMENTS);
      return rows.map(({ preciseStartTs, ...row }) => ({ ...row, stream, startMs: preciseStartTs.getTime() }));
    },
    range,
    { settledMs: clock.now() - UNJUDGED_MS },
  );
  return (unplayable) =>
    streamNames.flatMap((stream) => {
      const rows = chosen.filter((row) => row.stream === stream && !unplayable.has(row.id));
      return planExport(rows).map(({ segments, stretches }) => ({
        stream,
        sources: segments.map(({ mediaOffsetMs, ...row }) => ({
          segmentId: row.id,
          open: () => footage.open(row),
          mediaOffsetMs,
        })),
        bytes: segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        stretches,
        wanted: mediaRange(stretches, range),
      }));
    });
}
