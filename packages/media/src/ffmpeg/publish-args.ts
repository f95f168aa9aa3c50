import { sourceInput } from './source-input.ts';

export interface PublishPlan {
  /** Any address a camera may have. */
  sourceUrl: string;
  /** Where on the restream it goes. */
  targetUrl: string;
}

/** The command line of a child that carries a stream into the restream as it is, and what it reads on its input. */
export function publishArgs({ sourceUrl, targetUrl }: PublishPlan): { args: string[]; stdin: string } {
  if (!isRestreamUrl(targetUrl)) throw new TypeError('a stream is published to an RTSP URL only');
  const { args, list } = sourceInput(sourceUrl);
  const output = ['-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy', '-f', 'rtsp', '-rtsp_transport', 'tcp', targetUrl];
  return { args: [...QUIET, ...args, ...output], stdin: list };
}

/** Only warnings, and no progress line. */
const QUIET: readonly string[] = ['-hide_banner', '-nostats', '-loglevel', 'level+warning'];

/** Whether a URL may be given to a child: RTSP only, with nothing that could be read as an option or a list. */
export function isRestreamUrl(url: string): boolean {
  if (!/^rtsps?:\/\/[^\s\p{Cc}]+$/u.test(url)) return false;
  return URL.canParse(url) && new URL(url).hostname !== '';
}
