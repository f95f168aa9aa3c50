import type { StreamRef } from '@holdfast/domain';

export interface RequestTarget extends StreamRef {
  token: string | undefined;
  /** Set if the address refers to one track. */
  track: number | undefined;
}

const target = /^(?:rtsps?:\/\/[^/?#]+)?\/([\w-]{1,64})\/(main|sub)(?:\/trackID=(\d{1,2})|\/streamid=(\d{1,2}))?\/?$/i;

/** `rtsp://host/<camera>/<main|sub>[/trackID=n][?token=...]`; publishers name their tracks `streamid=n`. */
export function parseRequestTarget(uri: string): RequestTarget | undefined {
  const [address = '', ...queries] = uri.split('?');
  // Some readers, and ffmpeg as a publisher, append the track name after the query.
  const query = queries.join('?');
  const glued = /\/(?:trackID|streamid)=(\d{1,2})\/?$/.exec(query);
  const match = target.exec(address);
  if (match === null) return undefined;
  const trackText = match[3] ?? match[4] ?? glued?.[1];
  const token = new URLSearchParams(glued ? query.slice(0, glued.index) : query).get('token') ?? undefined;
  return {
    cameraId: match[1] ?? '',
    stream: (match[2] ?? '').toLowerCase() === 'sub' ? 'sub' : 'main',
    token: token === '' ? undefined : token,
    track: trackText === undefined ? undefined : Number(trackText),
  };
}

/** The base for track addresses, without a query, which may contain a token. */
export const streamBase = (uri: string): string => `${(uri.split('?', 1)[0] ?? '').replace(/\/+$/, '')}/`;
