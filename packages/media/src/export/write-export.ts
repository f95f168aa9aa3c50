import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClockLine, Interval } from '@holdfast/domain';
import { clockSubtitles } from './clock-subtitles.ts';
import { CLOCK_FILE, exportArgs } from './export-args.ts';
import { type FootageSource, feedFootage, UnplayableFootage } from './feed-footage.ts';
import { type ExportTool, runFedFfmpeg } from './run-fed-ffmpeg.ts';

export interface ExportOrder {
  sources: readonly FootageSource[];
  /** On the timeline of the sources' offsets. */
  wanted: Interval;
  audio: boolean;
  /** Lines of the burnt-in clock for footage that starts at `leadMs`; omit to copy unchanged. */
  clock?: (leadMs: number) => Iterable<ClockLine>;
  /** An empty folder, and the name of the file in it. */
  folder: string;
  name: string;
  onFed(bytes: number): void;
  signal: AbortSignal;
}

export type ExportWriting =
  /** The part of the timeline that is in the file: as requested, or slightly more if copied. */
  | { kind: 'written'; covered: Interval }
  | { kind: 'unplayable'; segmentId: number }
  | { kind: 'failed'; reason: string; diskFull: boolean };

/** Writes recorded footage to one MP4. Throws when its signal aborts. */
export async function writeExport(tool: ExportTool, order: ExportOrder): Promise<ExportWriting> {
  try {
    return await write(tool, order);
  } catch (error) {
    order.signal.throwIfAborted();
    if (error instanceof UnplayableFootage) return { kind: 'unplayable', segmentId: error.segmentId };
    throw error;
  }
}

async function write(tool: ExportTool, order: ExportOrder): Promise<ExportWriting> {
  const { wanted, clock, folder, signal } = order;
  let fedAt = performance.now();
  const { leadMs, pieces, fedUntilMs } = await feedFootage(order.sources, wanted, (bytes) => {
    fedAt = performance.now();
    order.onFed(bytes);
  });
  if (clock) await pipeline(clockSubtitles(clock(leadMs)), createWriteStream(join(folder, CLOCK_FILE)));
  signal.throwIfAborted();
  const fromMs = Math.max(0, wanted.startMs - leadMs);
  const args = exportArgs(
    {
      audio: order.audio,
      ...(clock && { clock: { fromMs, lengthMs: wanted.endMs - leadMs - fromMs } }),
    },
    order.name,
  );
  const exit = await runFedFfmpeg({ tool, args, folder, pieces, fedAtMs: () => fedAt, signal });
  if (exit.kind === 'failed') return exit;
  const fed = { startMs: leadMs, endMs: fedUntilMs() };
  return {
    kind: 'written',
    covered: clock ? { startMs: leadMs + fromMs, endMs: Math.min(fed.endMs, wanted.endMs) } : fed,
  };
}
