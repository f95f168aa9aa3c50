import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { clockSubtitles } from './clock-subtitles.ts';
import { CLOCK_FILE, lapseArgs } from './export-args.ts';
import type { ExportOrder, ExportResult, LapseOptions } from './export-order.ts';
import { leadMsOf, UnplayableFootage, withFootage } from './footage-source.ts';
import { type LapseMovie, planLapseMovie } from './plan-lapse-movie.ts';
import { type ExportTool, runFedFfmpeg } from './run-fed-ffmpeg.ts';

/** A time-lapse of the keyframes. Like a copy it begins at the keyframe before the wanted start. */
export async function lapseExport(tool: ExportTool, order: ExportOrder, lapse: LapseOptions): Promise<ExportResult> {
  const { sources, wanted, folder, signal } = order;
  const [first] = sources;
  if (!first) throw new Error('an export needs at least one file');
  const leadMs = await leadMsOf(first, wanted);
  const movie = await planLapseMovie(sources, { wanted, leadMs, speed: lapse.speed });
  signal.throwIfAborted();
  if (lapse.clock)
    await pipeline(clockSubtitles(lapse.clock({ ...movie, leadMs })), createWriteStream(join(folder, CLOCK_FILE)));
  let fedAt = performance.now();
  const pieces = feedMovie(movie, (share) => {
    fedAt = performance.now();
    lapse.onProgress(share);
  });
  const args = lapseArgs({ frames: movie.frames, hasClock: lapse.clock !== undefined }, order.name);
  const exit = await runFedFfmpeg({ tool, args, folder, pieces, fedAtMs: () => fedAt, signal });
  if (exit.kind === 'failed') return exit;
  return { kind: 'written', covered: { startMs: leadMs, endMs: wanted.endMs } };
}

async function* feedMovie(
  { head, parts }: LapseMovie,
  onProgress: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  yield head;
  for (const { source, copied } of parts) {
    const bytes = await withFootage(source, (opened) => opened.read(copied.offset, copied.length));
    if (bytes.length < copied.length) throw new UnplayableFootage(source.segmentId);
    yield bytes;
    onProgress(1 / parts.length);
  }
}
