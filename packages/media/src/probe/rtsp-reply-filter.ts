/** A camera's bytes that are safe to forward, or why the connection has to end. */
export type Filtered = { kind: 'pass'; bytes: Buffer } | { kind: 'redirect' } | { kind: 'malformed' };

const MAX_HEAD_BYTES = 16_384;
const MAX_BODY_BYTES = 1 << 20;
const DOLLAR = 0x24;
const LF = 0x0a;
const CR = 0x0d;

type Message = { kind: 'reply'; head: string; bodyBytes: number } | { kind: 'request'; bodyBytes: number };

/**
 * Parses the camera's side of an RTSP connection. Each reply is parsed and serialised again, so that the next parser
 * cannot see a redirect where this one saw none. Requests of the camera are dropped, which is harmless for a short
 * session.
 */
export function createRtspReplyFilter(): (chunk: Buffer) => Filtered {
  let held: Buffer = Buffer.alloc(0);
  /** Remaining bytes of a body or packet, and whether they are forwarded. */
  let rest = { bytes: 0, passes: true };

  return (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const out: Buffer[] = [];
    const take = (count: number) => {
      const taken = held.subarray(0, count);
      held = held.subarray(count);
      return taken;
    };
    while (held.length > 0) {
      if (rest.bytes > 0) {
        const part = take(rest.bytes);
        if (rest.passes) out.push(part);
        rest = { ...rest, bytes: rest.bytes - part.length };
      } else if (held[0] === DOLLAR) {
        if (held.length < 4) break;
        rest = { bytes: held.readUInt16BE(2), passes: true };
        out.push(take(4));
      } else if (held[0] === CR || held[0] === LF) {
        take(1);
      } else {
        const end = endOfHead(held);
        if (end === undefined && held.length > MAX_HEAD_BYTES) return { kind: 'malformed' };
        if (end === undefined) break;
        const message = readHead(take(end).toString('latin1'));
        if (typeof message === 'string') return { kind: message };
        if (message.kind === 'reply') out.push(Buffer.from(message.head, 'latin1'));
        rest = { bytes: message.bodyBytes, passes: message.kind === 'reply' };
      }
    }
    return { kind: 'pass', bytes: Buffer.concat(out) };
  };
}

/** Position after the empty line that ends the head; some cameras omit the carriage return. */
function endOfHead(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return undefined;
}

function readHead(text: string): Message | 'redirect' | 'malformed' {
  const [first = '', ...lines] = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const headers = lines.map(readHeader).filter((header) => header !== undefined);
  const bodyBytes = bodyBytesOf(headers);
  if (bodyBytes === undefined) return 'malformed';
  if (/^[A-Z_]+ \S+ RTSP\/1\.\d$/.test(first)) return { kind: 'request', bodyBytes };
  const [whole = '', status] = /^RTSP\/1\.\d +(\d{3})(?= |$)/.exec(first) ?? [];
  const reason = first.slice(whole.length).trim();
  if (status === undefined || !/^[\x20-\x7e]*$/.test(reason)) return 'malformed';
  if (status.startsWith('3')) return 'redirect';
  const kept = headers.filter(({ name }) => !/^(location|content-length)$/i.test(name));
  const head = [
    `RTSP/1.0 ${status} ${reason}`,
    ...kept.map(({ name, value }) => `${name}: ${value}`),
    ...(bodyBytes > 0 ? [`Content-Length: ${bodyBytes}`] : []),
  ];
  return { kind: 'reply', head: `${head.join('\r\n')}\r\n\r\n`, bodyBytes };
}

/** Splits name and value first: one expression with blanks around both would backtrack. */
function readHeader(line: string): { name: string; value: string } | undefined {
  const colon = line.indexOf(':');
  const [name, value] = [line.slice(0, Math.max(0, colon)).trimEnd(), line.slice(colon + 1).trimStart()];
  return /^[\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? { name, value } : undefined;
}

/** Undefined unless it is given exactly once as a plain number. */
function bodyBytesOf(headers: readonly { name: string; value: string }[]): number | undefined {
  const values = new Set(headers.filter(({ name }) => /^content-length$/i.test(name)).map(({ value }) => value.trim()));
  const [text = '0', ...others] = values;
  if (others.length > 0 || !/^\d{1,7}$/.test(text) || Number(text) > MAX_BODY_BYTES) return undefined;
  return Number(text);
}
