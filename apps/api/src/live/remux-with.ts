import { startRemux } from '@holdfast/media';
import type { StartRemux } from './live-streams.ts';

/** Binds the remux to the ffmpeg of this install. */
export const remuxWith =
  ({ ffmpegPath, env }: { ffmpegPath: string; env: NodeJS.ProcessEnv }): StartRemux =>
  ({ url, video }, on) =>
    startRemux({ ffmpegPath, env, url, video, onInit: on.init, onFragment: on.fragment, onEnd: on.end });
