import { spawn } from 'node:child_process';
import { childEnv } from '../ffmpeg/child-env.ts';
import { giveWayToRecording } from '../ffmpeg/give-way.ts';
import { sourceInput } from '../ffmpeg/source-input.ts';
import { createFragmentReader, type LiveFragment, type LiveInit } from './fragment-reader.ts';
import { type LivePlan, liveOutputArgs } from './live-args.ts';

export interface RemuxOptions extends LivePlan {
  ffmpegPath: string;
  env: NodeJS.ProcessEnv;
  /** With its credentials; it never meets the command line. */
  url: string;
  onInit: (init: LiveInit) => void;
  onFragment: (fragment: LiveFragment) => void;
  /** Called once, however it ended. */
  onEnd: () => void;
}

export interface Remux {
  stop(): void;
}

// A short look at the stream, and nothing of it lost: with `nobuffer` the packets looked at would be thrown away, and with
// them the keyframe that the restream starts us on.
// What the description of the stream tells need not be found out, and nobody asks for its frame rate.
const IMPATIENCE = { probesize: 500_000, analyzeduration: 700_000, fpsprobesize: 0 };
const ofList = Object.entries(IMPATIENCE).flatMap(([name, value]) => [`-${name}`, String(value)]);
const ofStream = Object.entries(IMPATIENCE).map(([name, value]) => `${name} ${value}`);

/** One ffmpeg that turns a stream into fragments a browser plays, for as many viewers as there are. */
export function startRemux({ ffmpegPath, env, url, video, onInit, onFragment, onEnd }: RemuxOptions): Remux {
  const { args, list } = sourceInput(url, ofStream);
  const child = spawn(
    ffmpegPath,
    ['-hide_banner', '-loglevel', 'error', ...ofList, ...args, ...liveOutputArgs({ video })],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: childEnv(env),
    },
  );
  if (video === 'encode-h264') giveWayToRecording(child);
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    child.kill('SIGKILL');
    onEnd();
  };
  const reader = createFragmentReader({ init: onInit, fragment: onFragment });
  child.stdin.on('error', () => undefined);
  child.stdin.end(list);
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      if (!ended) reader.push(chunk);
    } catch {
      end(); // Not a stream of ours: the viewers come again, and a new one is started.
    }
  });
  child.on('error', end);
  child.on('close', end);
  return { stop: end };
}
