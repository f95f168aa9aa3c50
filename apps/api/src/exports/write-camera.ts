import { join } from 'node:path';
import {
  clockLines,
  cutStretches,
  exportFileName,
  type FileStretch,
  freeName,
  type Interval,
  lapseClockLines,
  lapseStretches,
  reasonCode,
} from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';
import { type ExportOrder, type ExportTool, writeExport } from '@holdfast/media';
import { diskFull, ExportFailure } from './export-failure.ts';
import type { PlannedFile } from './plan-camera.ts';

export interface WrittenFile {
  name: string;
  path: string;
  stretches: FileStretch[];
}

export interface CameraWriting {
  tool: ExportTool;
  log: Logger;
  cameraName: string;
  folder: string;
  /** Names in the archive so far; new ones are added here. */
  taken: Set<string>;
  audio: boolean;
  /** Of a time-lapse. */
  speed: number | null;
  /** Set to burn in a clock in that time zone. */
  clockZone: string | undefined;
  onFed(bytes: number): void;
  signal: AbortSignal;
}

export type FileWriting = { kind: 'written'; file: WrittenFile } | { kind: 'unplayable'; segmentId: number };

const DRAFT = 'footage.mp4';

/** Writes one planned file and returns the ranges it contains. */
export async function writeFileOf(planned: PlannedFile, writing: CameraWriting): Promise<FileWriting> {
  const { tool, log, cameraName, folder, taken, speed } = writing;
  const result = await writeExport(tool, orderOf(planned, writing));
  switch (result.kind) {
    case 'unplayable':
      return result;
    case 'failed':
      log.error({ reason: result.reason }, 'an export could not be written');
      throw result.diskFull ? diskFull() : new ExportFailure(reasonCode('export-not-written'));
    case 'written': {
      const kept = cutStretches(planned.stretches, result.covered);
      const wanted = exportFileName({ cameraName, startMs: kept[0]?.startMs ?? 0 });
      const base = freeName(speed === null ? wanted : `${wanted}_${speed}x`, taken);
      taken.add(base);
      const stretches = speed === null ? kept : lapseStretches(kept, speed);
      return { kind: 'written', file: { name: `${base}.mp4`, path: join(folder, DRAFT), stretches } };
    }
  }
}

function orderOf({ sources, stretches, wanted, bytes }: PlannedFile, writing: CameraWriting): ExportOrder {
  const { audio, speed, clockZone: timeZone, folder, onFed, signal } = writing;
  const from = (leadMs: number): Interval => ({ startMs: leadMs, endMs: wanted.endMs });
  const order = { sources, wanted, audio, folder, name: DRAFT, onFed, signal };
  if (speed === null)
    return {
      ...order,
      ...(timeZone !== undefined && {
        clock: (leadMs: number) => clockLines(cutStretches(stretches, from(leadMs)), timeZone),
      }),
    };
  return {
    ...order,
    lapse: {
      speed,
      // Little is written and hashed compared with the footage, so this is all of the progress.
      onProgress: (share) => onFed(2 * bytes * share),
      ...(timeZone !== undefined && {
        clock: ({ pictures, keyframesMs, leadMs }) =>
          lapseClockLines(pictures, keyframesMs, { stretches: cutStretches(stretches, from(leadMs)), timeZone }),
      }),
    },
  };
}
