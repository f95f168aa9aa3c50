import { join } from 'node:path';
import {
  clockLines,
  cutRuns,
  type ExportRun,
  exportFileName,
  freeName,
  type Interval,
  reasonCode,
} from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';
import { type ExportTool, writeExport } from '@holdfast/media';
import { diskFull, ExportFailure } from './export-failure.ts';
import type { PlannedFile } from './plan-camera.ts';

export interface WrittenFile {
  name: string;
  path: string;
  runs: ExportRun[];
}

export interface CameraWriting {
  tool: ExportTool;
  log: Logger;
  cameraName: string;
  folder: string;
  /** Names in the archive so far; new ones are added here. */
  taken: Set<string>;
  audio: boolean;
  /** Set to burn in a clock in that time zone. */
  clockZone: string | undefined;
  onFed(bytes: number): void;
  signal: AbortSignal;
}

export type FileWriting = { kind: 'written'; file: WrittenFile } | { kind: 'unplayable'; segmentId: number };

/** Writes one planned file and returns the ranges it contains. */
export async function writeFileOf(planned: PlannedFile, writing: CameraWriting): Promise<FileWriting> {
  const { tool, log, cameraName, folder, taken, audio, clockZone, onFed, signal } = writing;
  const { sources, runs, wanted } = planned;
  const partOf = (part: Interval) => cutRuns(runs, part);
  const draft = 'footage.mp4';
  const result = await writeExport(tool, {
    sources,
    wanted,
    audio,
    folder,
    name: draft,
    onFed,
    signal,
    ...(clockZone !== undefined && {
      clock: (leadMs: number) => clockLines(partOf({ startMs: leadMs, endMs: wanted.endMs }), clockZone),
    }),
  });
  switch (result.kind) {
    case 'unplayable':
      return result;
    case 'failed':
      log.error({ reason: result.reason }, 'an export could not be written');
      throw result.diskFull ? diskFull() : new ExportFailure(reasonCode('export-not-written'));
    case 'written': {
      const kept = partOf(result.covered);
      const base = freeName(exportFileName({ cameraName, startMs: kept[0]?.startMs ?? 0 }), taken);
      taken.add(base);
      return { kind: 'written', file: { name: `${base}.mp4`, path: join(folder, draft), runs: kept } };
    }
  }
}
