import { rtspLimits } from './rtsp-limits.ts';

/** Lower-case names; a repeated header keeps all values in order. */
export type RtspHeaders = ReadonlyMap<string, readonly string[]>;

export interface RtspRequest {
  kind: 'request';
  method: string;
  uri: string;
  headers: RtspHeaders;
  body: Buffer;
}

export interface RtspResponse {
  kind: 'response';
  status: number;
  headers: RtspHeaders;
  body: Buffer;
}

export type RtspMessage = RtspRequest | RtspResponse;
export type RtspHead = Omit<RtspRequest, 'body'> | Omit<RtspResponse, 'body'>;

const responseLine = /^RTSP\/\d\.\d (\d{3})(?: |$)/;
const requestLine = /^([A-Z_]{1,32}) (\S{1,4096}) RTSP\/\d\.\d$/;

export function parseRtspHead(text: string): RtspHead | undefined {
  const lines = text.split(/\r?\n/);
  const first = lines[0] ?? '';
  const headers = parseHeaders(lines.slice(1));
  if (headers === undefined) return undefined;
  const response = responseLine.exec(first);
  if (response) return { kind: 'response', status: Number(response[1]), headers };
  const request = requestLine.exec(first);
  if (request) return { kind: 'request', method: request[1] ?? '', uri: request[2] ?? '', headers };
  return undefined;
}

function parseHeaders(lines: readonly string[]): RtspHeaders | undefined {
  const headers = new Map<string, string[]>();
  let count = 0;
  let last: string[] | undefined;
  for (const line of lines) {
    if (line === '') continue;
    count += 1;
    if (count > rtspLimits.headerLines) return undefined;
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (last === undefined) return undefined;
      last.push(`${last.pop() ?? ''} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0) return undefined;
    const name = line.slice(0, colon).trim().toLowerCase();
    last = headers.get(name) ?? [];
    last.push(line.slice(colon + 1).trim());
    headers.set(name, last);
  }
  return headers;
}

export const headerOf = (message: { headers: RtspHeaders }, name: string): string | undefined =>
  message.headers.get(name)?.[0];

/** Undefined unless it is a plain number: it is echoed in the reply, which must not grow with the peer's input. */
export function sequenceOf(message: { headers: RtspHeaders }): string | undefined {
  const sequence = headerOf(message, 'cseq') ?? '';
  return /^\d{1,10}$/.test(sequence) ? sequence : undefined;
}

/** The declared body length; undefined if it is not a plain number within the limit. */
export function contentLengthOf(head: { headers: RtspHeaders }): number | undefined {
  const raw = headerOf(head, 'content-length');
  if (raw === undefined) return 0;
  if (!/^\d{1,9}$/.test(raw)) return undefined;
  const length = Number(raw);
  return length <= rtspLimits.bodyBytes ? length : undefined;
}

export interface RtspLines {
  first: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: string;
}

export function formatRtsp({ first, headers, body }: RtspLines): string {
  const lines = [first];
  // A line break in a value would let one peer inject headers into another peer's message.
  for (const [name, value] of headers) lines.push(`${name}: ${value.replaceAll(/[\r\n]+/g, ' ')}`);
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
