/** Options every reading of a camera's address shares, and the list that carries the address itself. */
export interface SourceInput {
  args: string[];
  /** For standard input. */
  list: string;
}

interface SchemeRules {
  /** What ffmpeg may open: the transport of the address itself and nothing that an answer could name. */
  protocols: string;
  /** What the answer may be: streams and files that hold their own pictures, never a list of other addresses. */
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
 * The address travels as a one-line list on standard input: on the command line every user of the machine
 * could read its password. What may be opened and read is said for the address itself, because what is said for the
 * list has to allow lists.
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

// What would end the quotes or the line; encodeURIComponent leaves a quote as it is.
const encodeForList = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
