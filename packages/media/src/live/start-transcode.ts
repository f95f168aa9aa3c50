import { spawn } from 'node:child_process';
import { childEnv } from '../ffmpeg/child-env.ts';
import { giveWayToRecording } from '../ffmpeg/give-way.ts';
import { sourceInput } from '../ffmpeg/source-input.ts';
import { createFragmentReader } from './fragment-reader.ts';
import type { LiveFeed, LiveFeedEvents } from './live-media.ts';
import { transcodeOutputArgs } from './transcode-args.ts';

export interface TranscodeOptions extends LiveFeedEvents {
  ffmpegPath: string;
  env: NodeJS.ProcessEnv;
  /** With its credentials; it never meets the command line. */
  url: string;
  sendsSound: boolean;
}

// A short look at the stream, and nothing of it lost: with `nobuffer` the packets looked at would be thrown away, and with
// them the keyframe that the restream starts us on.
// What the description of the stream tells need not be found out, and nobody asks for its frame rate.
const IMPATIENCE = { probesize: 500_000, analyzeduration: 700_000, fpsprobesize: 0 };
const ofList = Object.entries(IMPATIENCE).flatMap(([name, value]) => [`-${name}`, String(value)]);
const ofStream = Object.entries(IMPATIENCE).map(([name, value]) => `${name} ${value}`);

/** One ffmpeg that makes H.264 of a stream that a browser cannot play, for as many viewers as there are. */
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
  giveWayToRecording(child);
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
