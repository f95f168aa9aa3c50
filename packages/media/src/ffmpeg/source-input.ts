/** The common options for reading a camera, and the concat list that contains its address. */
export interface SourceInput {
  args: string[];
  /** For standard input. */
  list: string;
}

interface SchemeRules {
  /** The protocols ffmpeg may use: the one of the address, and nothing that a response could refer to. */
  protocols: string;
  /** The formats of the response: self-contained streams and files, never a list of other addresses. */
  formats: string;
  options?: readonly string[];
}

const STREAMS = 'mpegts,mpjpeg,mjpeg,jpeg_pipe,flv,live_flv,mov,matroska,h264,hevc';
const SOCKET_TIMEOUT_US = 8_000_000;

const httpOptions = ['max_redirects 0', `rw_timeout ${SOCKET_TIMEOUT_US}`];
const RULES: Readonly<Record<string, SchemeRules>> = {
  rtsp: { protocols: 'tcp', formats: 'rtsp', options: ['rtsp_transport tcp', `timeout ${SOCKET_TIMEOUT_US}`] },
  http: { protocols: 'http,tcp', formats: STREAMS, options: httpOptions },
  https: { protocols: 'https,tls,tcp', formats: STREAMS, options: httpOptions },
  rtmp: { protocols: 'rtmp,tcp', formats: 'flv,live_flv' },
  srt: { protocols: 'srt', formats: STREAMS },
};
const NOTHING: SchemeRules = { protocols: 'none', formats: 'none' };

/**
 * The address is passed as a one-line concat list on standard input, because every user of the machine could read its
 * password on the command line. The whitelists are set for the list's entry, because those of the list itself have to
 * allow lists.
 */
export function sourceInput(url: string, readerOptions: readonly string[] = []): SourceInput {
  const rules = RULES[url.slice(0, url.indexOf(':')).toLowerCase()] ?? NOTHING;
  const options = [
    `protocol_whitelist ${rules.protocols}`,
    `format_whitelist ${rules.formats}`,
    ...(rules.options ?? []),
    ...readerOptions,
  ].map((option) => `option ${option}`);
  return {
    args: ['-protocol_whitelist', 'pipe', '-f', 'concat', '-safe', '0', '-i', 'pipe:0'],
    list: ['ffconcat version 1.0', `file '${url.replaceAll(/['\r\n]/g, encodeForList)}'`, ...options, ''].join('\n'),
  };
}

// Characters that would end the quotes or the line; encodeURIComponent does not encode quotes.
const encodeForList = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
