import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClockLine, Interval } from '@holdfast/domain';
import { childEnv } from '../ffmpeg/child-env.ts';
import { giveWayToRecording } from '../ffmpeg/give-way.ts';
import { clockSubtitles } from './clock-subtitles.ts';
import { CLOCK_FILE, exportArgs } from './export-args.ts';
import { type FootageSource, feedFootage, UnplayableFootage } from './feed-footage.ts';

export interface ExportTool {
  ffmpegPath: string;
  env: Readonly<Record<string, string | undefined>>;
}

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

const STALL_LIMIT_MS = 120_000;
const STDERR_CHARACTERS = 4_000;

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
  const child = spawn(tool.ffmpegPath, args, {
    cwd: folder,
    env: childEnv(tool.env),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  giveWayToRecording(child);
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  const watch = setInterval(() => performance.now() - fedAt > STALL_LIMIT_MS && kill(), 5_000);
  try {
    const [exit, feedFault] = await Promise.all([endOf(child), feed(child, pieces)]);
    signal.throwIfAborted();
    // A read error is the cause of the child's exit, not its consequence.
    if (feedFault instanceof UnplayableFootage) throw feedFault;
    if (exit.code !== 0) return { kind: 'failed', ...exit };
    const fed = { startMs: leadMs, endMs: fedUntilMs() };
    return {
      kind: 'written',
      covered: clock ? { startMs: leadMs + fromMs, endMs: Math.min(fed.endMs, wanted.endMs) } : fed,
    };
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', kill);
    kill();
  }
}

/** If the child exits before it has read everything, its exit code is the error to report. */
async function feed(child: ChildProcess, pieces: AsyncGenerator<Uint8Array>): Promise<unknown> {
  if (!child.stdin) return undefined;
  try {
    await pipeline(Readable.from(pieces, { objectMode: true, highWaterMark: 2 }), child.stdin);
    return undefined;
  } catch (error) {
    // Otherwise a child with incomplete input would report success.
    child.kill('SIGKILL');
    return error;
  }
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; reason: string; diskFull: boolean }> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARACTERS);
  });
  const [code] = (await once(child, 'close').catch(() => [null])) as [number | null];
  return { code, reason: stderr.trim(), diskFull: /No space left on device/.test(stderr) };
}
