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
  /** On the time of the sources' offsets. */
  wanted: Interval;
  audio: boolean;
  /** Lines for the burnt-in clock, for footage that begins there; leave out to copy bit for bit. */
  clock?: (leadMs: number) => Iterable<ClockLine>;
  /** An empty folder, and the file's name in it. */
  folder: string;
  name: string;
  onFed(bytes: number): void;
  signal: AbortSignal;
}

export type ExportWriting =
  /** What of the sources' time is in the file: the wanted part, or somewhat more when copied. */
  | { kind: 'written'; covered: Interval }
  | { kind: 'unplayable'; segmentId: number }
  | { kind: 'failed'; reason: string; diskFull: boolean };

const STALL_LIMIT_MS = 120_000;
const STDERR_CHARACTERS = 4_000;

/** Writes one MP4 of recorded footage. Throws when its signal aborts. */
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
    // What our own reader met explains the end of the child, not the other way round.
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

/** A child that is gone before it read everything is told of by its exit. */
async function feed(child: ChildProcess, pieces: AsyncGenerator<Uint8Array>): Promise<unknown> {
  if (!child.stdin) return undefined;
  try {
    await pipeline(Readable.from(pieces, { objectMode: true, highWaterMark: 2 }), child.stdin);
    return undefined;
  } catch (error) {
    // A half-fed child would otherwise call its work done.
    child.kill('SIGKILL');
    return error;
  }
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; reason: string; diskFull: boolean }> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-STDERR_CHARACTERS);
  });
  const [code] = (await once(child, 'close').catch(() => [null])) as [number | null];
  return { code, reason: said.trim(), diskFull: /No space left on device/.test(said) };
}
