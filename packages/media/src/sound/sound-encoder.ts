import { type ChildProcess, spawn } from 'node:child_process';
import { AdtsFrames } from './adts-frames.ts';
import { type SoundSample, type SoundSource, soundFragment } from './sound-source.ts';

export interface SoundTool {
  ffmpegPath: string;
  env: Readonly<Record<string, string>>;
}

/** An encoder with more unread input than this does not keep up. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** Low bit rates, because encoding is the main cost, and enough for a camera's microphone. */
const bitRates = { 1: '64k', 2: '96k' } as const;

const soundArgs = (channels: 1 | 2): string[] => [
  ...['-hide_banner', '-nostats', '-loglevel', 'error', '-probesize', '32', '-analyzeduration', '0'],
  // One thread each: there may be one encoder per camera.
  ...['-threads', '1', '-f', 'mp4', '-i', 'pipe:0', '-af', 'aresample=async=1:first_pts=0'],
  ...['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', bitRates[channels], '-ar', '48000', '-ac', String(channels)],
  ...['-threads', '1', '-flush_packets', '1', '-f', 'adts', 'pipe:1'],
];

export interface SoundEncoder {
  /** Consecutive samples; `startTicks` in the source's clock, relative to the encoder's start. */
  feed(samples: readonly SoundSample[], startTicks: number): void;
  /** Ends the input; resolves when all output was delivered, or after the wait. */
  end(waitMs: number): Promise<void>;
  kill(): void;
}

/**
 * A child process that encodes a camera's sound to AAC at 48 kHz. Its input has timestamps, so gaps are filled with
 * silence. Frame n of its output starts n x 1024 samples after its start.
 */
export function startSoundEncoder({
  tool,
  source,
  onFrame,
  onEnd,
}: {
  tool: SoundTool;
  source: SoundSource;
  onFrame: (frame: Buffer, index: number) => void;
  /** Called once, for any end other than `end` or `kill`. */
  onEnd: (reason: 'died' | 'slow') => void;
}): SoundEncoder {
  const child: ChildProcess = spawn(tool.ffmpegPath, soundArgs(source.channels), {
    env: tool.env,
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  // The first frame is the encoder's priming.
  let index = -1;
  let isOver = false;
  let sequence = 1;
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const over = (reason: 'died' | 'slow') => {
    if (isOver) return;
    isOver = true;
    child.kill('SIGKILL');
    // Never synchronously within the call that starts it.
    queueMicrotask(() => onEnd(reason));
  };
  const frames = new AdtsFrames((frame) => {
    if (index >= 0) onFrame(frame, index);
    index += 1;
  });
  child.stdin?.on('error', () => {});
  child.stdout?.on('data', (chunk: Buffer) => {
    if (!frames.push(chunk)) over('died');
  });
  void closed.then(() => over('died'));
  child.stdin?.write(source.head);
  return {
    feed(samples, startTicks) {
      if (isOver || samples.length === 0) return;
      if ((child.stdin?.writableLength ?? 0) > MAX_UNREAD_BYTES) {
        over('slow');
        return;
      }
      child.stdin?.write(soundFragment({ samples, startTicks, sequence }));
      sequence += 1;
    },
    async end(waitMs) {
      isOver = true;
      child.stdin?.end();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, waitMs);
      });
      await Promise.race([closed, late]);
      clearTimeout(timer);
      child.kill('SIGKILL');
    },
    kill() {
      isOver = true;
      child.kill('SIGKILL');
    },
  };
}
