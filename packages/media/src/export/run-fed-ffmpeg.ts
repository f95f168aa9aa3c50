import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { lowerPriority } from '@holdfast/kit';
import { childEnv } from '../ffmpeg/child-env.ts';
import { UnplayableFootage } from './footage-source.ts';

export interface ExportTool {
  ffmpegPath: string;
  env: Readonly<Record<string, string | undefined>>;
}

export interface FedCall {
  tool: ExportTool;
  args: readonly string[];
  /** The working directory: files are named without a path. */
  folder: string;
  pieces: AsyncGenerator<Uint8Array>;
  /** When the last piece was taken, by `performance.now()`; without progress the child is killed. */
  fedAtMs(): number;
  signal: AbortSignal;
}

export type FedExit = { kind: 'done' } | { kind: 'failed'; reason: string; diskFull: boolean };

const STALL_LIMIT_MS = 120_000;
const STDERR_CHARACTERS = 4_000;

/** Runs ffmpeg at low priority with footage on its standard input. Throws when a file cannot be read or the signal aborts. */
export async function runFedFfmpeg({ tool, args, folder, pieces, fedAtMs, signal }: FedCall): Promise<FedExit> {
  signal.throwIfAborted();
  const child = spawn(tool.ffmpegPath, args, {
    cwd: folder,
    env: childEnv(tool.env),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  lowerPriority(child);
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  const watch = setInterval(() => performance.now() - fedAtMs() > STALL_LIMIT_MS && kill(), 5_000);
  try {
    const [exit, feedFault] = await Promise.all([endOf(child), feed(child, pieces)]);
    signal.throwIfAborted();
    // A read error is the cause of the child's exit, not its consequence.
    if (feedFault instanceof UnplayableFootage) throw feedFault;
    return exit.code === 0 ? { kind: 'done' } : { kind: 'failed', reason: exit.reason, diskFull: exit.diskFull };
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
    // A child that has enough input stops reading and still has to finish its file. Otherwise the input is incomplete, and
    // it would report success.
    if (!STOPPED_READING.has((error as NodeJS.ErrnoException).code ?? '')) child.kill('SIGKILL');
    return error;
  }
}

const STOPPED_READING: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

async function endOf(child: ChildProcess): Promise<{ code: number | null; reason: string; diskFull: boolean }> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARACTERS);
  });
  const ended = await once(child, 'close').catch((error: unknown) => [null, String(error)]);
  const [code] = ended as [number | null];
  return { code, reason: stderr.trim() || String(ended[1] ?? ''), diskFull: /No space left on device/.test(stderr) };
}
