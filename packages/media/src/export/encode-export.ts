import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { clockSubtitles } from './clock-subtitles.ts';
import { CLOCK_FILE, exportArgs } from './export-args.ts';
import type { ClockOf, ExportOrder, ExportResult } from './export-order.ts';
import { feedFootage } from './feed-footage.ts';
import { type ExportTool, runFedFfmpeg } from './run-fed-ffmpeg.ts';

/** Draws the clock into the pictures with ffmpeg, which encodes them again, and cuts exactly. */
export async function encodeExport(tool: ExportTool, order: ExportOrder, clock: ClockOf): Promise<ExportResult> {
  const { wanted, audio, folder, signal } = order;
  let fedAt = performance.now();
  const { leadMs, pieces, fedUntilMs } = await feedFootage(order.sources, wanted, (bytes) => {
    fedAt = performance.now();
    order.onFed(bytes);
  });
  await pipeline(clockSubtitles(clock(leadMs)), createWriteStream(join(folder, CLOCK_FILE)));
  const fromMs = Math.max(0, wanted.startMs - leadMs);
  const args = exportArgs({ audio, fromMs, lengthMs: wanted.endMs - leadMs - fromMs }, order.name);
  const exit = await runFedFfmpeg({ tool, args, folder, pieces, fedAtMs: () => fedAt, signal });
  if (exit.kind === 'failed') return exit;
  return { kind: 'written', covered: { startMs: leadMs + fromMs, endMs: Math.min(fedUntilMs(), wanted.endMs) } };
}
