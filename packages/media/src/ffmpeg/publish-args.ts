import { GLOBAL_ARGS, isRestreamUrl } from './record-args.ts';
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
  const options = GLOBAL_ARGS.filter((option) => option !== '-nostdin');
  const output = ['-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy', '-f', 'rtsp', '-rtsp_transport', 'tcp', targetUrl];
  return { args: [...options, ...args, ...output], stdin: list };
}
