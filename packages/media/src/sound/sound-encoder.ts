import { type ChildProcess, spawn } from 'node:child_process';
import { AdtsFrames } from './adts-frames.ts';
import { type SoundSample, type SoundSource, soundFragment } from './sound-source.ts';

export interface SoundTool {
  ffmpegPath: string;
  env: Readonly<Record<string, string>>;
}

/** Unread by the encoder: beyond it, it does not keep up. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** Encoding is all the cost: these settings halve it for what a camera's microphone hears. */
const bitRates = { 1: '64k', 2: '96k' } as const;

export const soundArgs = (channels: 1 | 2): string[] => [
  ...['-hide_banner', '-nostats', '-loglevel', 'error', '-probesize', '32', '-analyzeduration', '0'],
  // One thread each: there may be as many of these as cameras.
  ...['-threads', '1', '-f', 'mp4', '-i', 'pipe:0', '-af', 'aresample=async=1:first_pts=0'],
  ...['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', bitRates[channels], '-ar', '48000', '-ac', String(channels)],
  ...['-threads', '1', '-flush_packets', '1', '-f', 'adts', 'pipe:1'],
];

export interface SoundEncoder {
  /** Samples that follow each other; `startTicks` in the source's clock, from the encoder's zero. */
  feed(samples: readonly SoundSample[], startTicks: number): void;
  /** Nothing more comes; resolves when everything was handed out, or after a moment. */
  end(waitMs: number): Promise<void>;
  kill(): void;
}

/**
 * One small child that makes a camera's sound AAC at 48 kHz. Its input carries times, so that a hole in the sound is filled
 * with silence. Frame n of what it hands out begins n x 1024 samples behind its zero.
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
  /** Once, however it ended: not after `end` or `kill`. */
  onEnd: (reason: 'died' | 'slow') => void;
}): SoundEncoder {
  const child: ChildProcess = spawn(tool.ffmpegPath, soundArgs(source.channels), {
    env: tool.env,
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  // The first frame holds what an encoder needs to swing in.
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
    // Never within the call that starts it.
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
