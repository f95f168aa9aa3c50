import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { FrameSize } from '@holdfast/domain';
import { lowerPriority, redactToolLine } from '@holdfast/kit';
import { childEnv } from '../ffmpeg/child-env.ts';
import { splitLines } from '../ffmpeg/line-splitter.ts';
import { FrameTimes } from '../frames/frame-times.ts';
import { asFullPicture, type FullPicture } from './full-picture.ts';
import { LETTERBOX_PIPE, type PicturePlan, pictureOutputArgs } from './picture-args.ts';
import { Y4mSplitter } from './y4m-splitter.ts';

export interface DecodingOptions extends PicturePlan {
  ffmpegPath: string;
  env: NodeJS.ProcessEnv;
  inputArgs: readonly string[];
  signal?: AbortSignal;
}

export type DecodingEnd =
  | { kind: 'done' }
  | { kind: 'failed'; lastError: string }
  /** ffmpeg could not be started. */
  | { kind: 'missing' };

export interface Decoding {
  /** Takes encoded bytes; closing it ends the decoding. */
  stdin: Writable;
  /** In order. Decoding waits while the next picture is not requested. */
  pictures: AsyncIterable<FullPicture>;
  end: Promise<DecodingEnd>;
  stop(): void;
  readonly pid: number | undefined;
}

const MAX_LINE_LENGTH = 1024;
// A picture, its letterboxed form and its timestamp arrive on three pipes, and ffmpeg writes up to three pictures to
// one pipe before it writes to the next. Pausing the first pipe earlier would deadlock.
const MAX_AHEAD = 6;

/** Decodes pictures at full size with ffmpeg, each with its letterboxed form. */
export function decodePictures(options: DecodingOptions): Decoding {
  const { ffmpegPath, env, inputArgs, input, signal } = options;
  const child = spawn(ffmpegPath, [...inputArgs, ...pictureOutputArgs(options)], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env: childEnv(env),
  });
  lowerPriority(child);
  const stop = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  child.stdin.on('error', () => undefined);
  const waiting = new WaitingParts();
  feedParts(child, input, waiting);
  const lastError = feedTimestamps(child, waiting);
  const end = endOf(child, lastError).finally(() => {
    signal?.removeEventListener('abort', stop);
    waiting.close();
  });
  return { stdin: child.stdin, pictures: waiting.pictures(stop), end, stop, pid: child.pid };
}

function endOf(child: ChildProcess, lastError: () => string): Promise<DecodingEnd> {
  return new Promise((resolve) => {
    child.on('error', () => resolve({ kind: 'missing' }));
    child.on('close', (code) => resolve(code === 0 ? { kind: 'done' } : { kind: 'failed', lastError: lastError() }));
  });
}

/** Holds the parts of pictures until all three of the next one have arrived. */
class WaitingParts {
  readonly wholes: { size: FrameSize; planes: Uint8Array }[] = [];
  readonly boxes: Uint8Array[] = [];
  readonly timestamps: number[] = [];
  #isClosed = false;
  #wake = () => {};
  #resume = () => {};

  onChange(resume: () => void): void {
    this.#resume = resume;
  }

  /** Whether the next picture is complete, so that reading can pause until it is taken. */
  get isComplete(): boolean {
    return this.wholes.length > 0 && this.boxes.length > 0 && this.timestamps.length > 0;
  }

  changed(): void {
    this.#resume();
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  async *pictures(stop: () => void): AsyncGenerator<FullPicture> {
    try {
      for (;;) {
        const [whole, letterboxed, timestampMs] = [this.wholes[0], this.boxes[0], this.timestamps[0]];
        if (whole && letterboxed && timestampMs !== undefined) {
          for (const parts of [this.wholes, this.boxes, this.timestamps]) parts.shift();
          this.#resume();
          yield asFullPicture(whole.size, { planes: whole.planes, letterboxed, timestampMs });
        } else if (this.#isClosed) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      stop();
    }
  }
}

function feedParts(child: ChildProcess, input: FrameSize, waiting: WaitingParts): void {
  const streams = [
    { stream: child.stdout, parts: waiting.wholes },
    { stream: child.stdio[LETTERBOX_PIPE] as Readable | null, parts: waiting.boxes },
  ];
  waiting.onChange(() => {
    for (const { stream, parts } of streams) {
      if (waiting.isComplete || parts.length >= MAX_AHEAD) stream?.pause();
      else stream?.resume();
    }
  });
  const splitter = new Y4mSplitter((size, planes) => waiting.wholes.push({ size, planes }));
  const boxSplitter = fixedSplitter(input.width * input.height * 3, (bytes) => waiting.boxes.push(bytes));
  const take = (push: (chunk: Buffer) => void) => (chunk: Buffer) => {
    try {
      push(chunk);
    } catch {
      // Unexpected output: the exit reports it.
      child.kill('SIGKILL');
    }
    waiting.changed();
  };
  const [whole, boxed] = streams;
  whole?.stream
    ?.on('error', () => undefined)
    .on(
      'data',
      take((chunk) => splitter.push(chunk)),
    );
  boxed?.stream?.on('error', () => undefined).on('data', take(boxSplitter));
}

/** Returns a function that returns ffmpeg's last error line. */
function feedTimestamps(child: ChildProcess, waiting: WaitingParts): () => string {
  const times = new FrameTimes();
  let lastError = '';
  const lines = splitLines({
    maxLength: MAX_LINE_LENGTH,
    onLine: (line) => {
      const timestampMs = times.read(line);
      if (timestampMs !== undefined) {
        waiting.timestamps.push(timestampMs);
        waiting.changed();
      } else if (/\[(?:error|fatal|panic)\]/.test(line)) lastError = redactToolLine(line);
    },
  });
  child.stderr?.on('data', lines.push);
  return () => lastError;
}

/** Splits a stream into chunks of a fixed length. */
function fixedSplitter(bytes: number, onPiece: (piece: Uint8Array) => void): (chunk: Buffer) => void {
  let piece = new Uint8Array(bytes);
  let filled = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(chunk.length - at, bytes - filled);
      piece.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < bytes) continue;
      onPiece(piece);
      piece = new Uint8Array(bytes);
      filled = 0;
    }
  };
}
