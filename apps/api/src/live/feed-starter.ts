import { childEnv, startLiveFeed, startTranscode } from '@holdfast/media';
import type { StartFeed } from './live-streams.ts';

/** Starts the feed of a live stream, with the ffmpeg of this install where one is needed. */
export const feedStarter =
  ({ ffmpegPath, env }: { ffmpegPath: string; env: NodeJS.ProcessEnv }): StartFeed =>
  (source, on) => {
    const events = { onInit: on.init, onFragment: on.fragment, onEnd: on.end };
    const { sendsSound } = source;
    return source.kind === 'transcode'
      ? startTranscode({ ffmpegPath, env, url: source.url, sendsSound, ...events })
      : startLiveFeed({
          reading: source.reading,
          soundTool: sendsSound ? { ffmpegPath, env: childEnv(env) } : undefined,
          ...events,
        });
  };
