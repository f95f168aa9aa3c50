import { sourceInput } from './source-input.ts';

export interface PublishPlan {
  /** Any camera address. */
  sourceUrl: string;
  /** The target in the restream. */
  targetUrl: string;
  /** Transcode the video to H.264. */
  convert?: boolean;
}

/** The arguments of a process that publishes a camera to the restream, and its standard input. */
export function publishArgs({ sourceUrl, targetUrl, convert = false }: PublishPlan): { args: string[]; stdin: string } {
  if (!isRestreamUrl(targetUrl)) throw new TypeError('a stream is published to an RTSP URL only');
  const { args, list } = sourceInput(sourceUrl);
  const codecs = convert ? CONVERSION : ['-c', 'copy'];
  const output = ['-map', '0:v:0', '-map', '0:a:0?', ...codecs, '-f', 'rtsp', '-rtsp_transport', 'tcp', targetUrl];
  return { args: [...QUIET, ...args, ...output], stdin: list };
}

// A keyframe every two seconds, so that segments can be cut on time.
const CONVERSION: readonly string[] = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-crf', '21', '-pix_fmt', 'yuv420p'],
  ...['-vf', 'scale=trunc(iw/2)*2:trunc(ih/2)*2', '-force_key_frames', 'expr:gte(t,n_forced*2)'],
  ...['-c:a', 'aac', '-ar', '48000', '-b:a', '64k'],
];

/** Only warnings, and no progress line. */
const QUIET: readonly string[] = ['-hide_banner', '-nostats', '-loglevel', 'level+warning'];

/** Whether a URL may be passed to the process: RTSP only, and nothing that could be parsed as an option or a list. */
function isRestreamUrl(url: string): boolean {
  if (!/^rtsps?:\/\/[^\s\p{Cc}]+$/u.test(url)) return false;
  return URL.canParse(url) && new URL(url).hostname !== '';
}
