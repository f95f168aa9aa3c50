/** Options every reading of a camera's address shares, and the list that carries the address itself. */
export interface SourceInput {
  args: string[];
  /** For standard input. */
  list: string;
}

const PROTOCOLS = 'pipe,rtsp,rtsps,rtp,tcp,udp,tls,http,https,httpproxy,rtmp,srt,crypto';
const SOCKET_TIMEOUT_US = 8_000_000;

/**
 * The address travels as a one-line list on standard input: on the command line every user of the machine
 * could read its password.
 */
export function sourceInput(url: string): SourceInput {
  const scheme = url.slice(0, url.indexOf(':')).toLowerCase();
  const options =
    scheme === 'rtsp' || scheme === 'rtsps'
      ? [`option rtsp_transport tcp`, `option timeout ${SOCKET_TIMEOUT_US}`]
      : scheme === 'http' || scheme === 'https'
        ? [`option max_redirects 0`, `option rw_timeout ${SOCKET_TIMEOUT_US}`]
        : [];
  return {
    args: ['-protocol_whitelist', PROTOCOLS, '-f', 'concat', '-safe', '0', '-i', 'pipe:0'],
    list: ['ffconcat version 1.0', `file '${url.replaceAll(/['\r\n]/g, encodeForList)}'`, ...options, ''].join('\n'),
  };
}

// What would end the quotes or the line; encodeURIComponent leaves a quote as it is.
const encodeForList = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
