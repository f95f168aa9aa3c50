import { spawn } from 'node:child_process';
import { lowerPriority } from '@holdfast/kit';
import { childEnv } from '../ffmpeg/child-env.ts';
import { sourceInput } from '../ffmpeg/source-input.ts';
import { createFragmentReader } from './fragment-reader.ts';
import type { LiveFeed, LiveFeedEvents } from './live-media.ts';
import { transcodeOutputArgs } from './transcode-args.ts';

export interface TranscodeOptions extends LiveFeedEvents {
  ffmpegPath: string;
  env: NodeJS.ProcessEnv;
  /** Including credentials; never passed on the command line. */
  url: string;
  sendsSound: boolean;
}

// Probe the stream only briefly, but drop nothing: `nobuffer` would discard the probed packets, and with them the
// keyframe that the restream starts with. The stream's description already has most parameters, and the frame rate is
// not needed.
const IMPATIENCE = { probesize: 500_000, analyzeduration: 700_000, fpsprobesize: 0 };
const ofList = Object.entries(IMPATIENCE).flatMap(([name, value]) => [`-${name}`, String(value)]);
const ofStream = Object.entries(IMPATIENCE).map(([name, value]) => `${name} ${value}`);

/** One ffmpeg that transcodes a stream to H.264 for browsers that cannot play it, shared by all viewers. */
export function startTranscode({
  ffmpegPath,
  env,
  url,
  sendsSound,
  onInit,
  onFragment,
  onEnd,
}: TranscodeOptions): LiveFeed {
  const { args, list } = sourceInput(url, ofStream);
  const child = spawn(
    ffmpegPath,
    ['-hide_banner', '-loglevel', 'error', ...ofList, ...args, ...transcodeOutputArgs({ sendsSound })],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: childEnv(env),
    },
  );
  lowerPriority(child);
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
      end(); // Unexpected output: the viewers reconnect, which starts a new process.
    }
  });
  child.on('error', end);
  child.on('close', end);
  return { stop: end };
}
