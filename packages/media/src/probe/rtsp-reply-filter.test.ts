import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRtspReplyFilter } from './rtsp-reply-filter.ts';

const filter = (text: string, cuts: readonly number[] = []) => {
  const push = createRtspReplyFilter();
  const bytes = Buffer.from(text, 'latin1');
  const edges = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  const out: Buffer[] = [];
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const result = push(bytes.subarray(from, edges[index + 1]));
    if (result.kind !== 'pass') return result.kind;
    out.push(result.bytes);
  }
  return Buffer.concat(out).toString('latin1');
};

const reply = 'RTSP/1.0 200 OK\r\nCSeq: 2\r\nContent-Type: application/sdp\r\nContent-Length: 5\r\n\r\nv=0\r\n';
const packet = '$\x00\x00\x07RTSP/1.';
const moved = 'RTSP/1.0 302 Moved\r\nLocation: rtsp://elsewhere/\r\n\r\n';

describe("a camera's side of RTSP", () => {
  it('forwards replies, bodies and packets, however they are split', () => {
    const talk = reply + packet + packet + reply;
    fc.assert(
      fc.property(fc.array(fc.nat(talk.length), { maxLength: 6 }), (cuts) => {
        expect(filter(talk, cuts)).toBe(talk);
      }),
    );
  });

  it('ends at a redirect, wherever it is and however it is split', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', reply, packet, '\r\n', 'OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n'),
        fc.array(fc.nat(40), { maxLength: 4 }),
        (before, cuts) => {
          expect(filter(before + moved, cuts)).toBe('redirect');
        },
      ),
    );
  });

  it('never forwards a redirect or a Location header, for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        reply,
        packet,
        moved,
        'RTSP/1.0 ',
        '302',
        '\r\n',
        '\n',
        '$',
        'Content-Length: ',
        'Location: x',
        ' ',
      ),
      fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const passed = filter(pieces.join(''));
        expect(headsOf(passed).filter((head) => /^RTSP\/\S*\s+3|^location/im.test(head))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('drops requests of the camera with their bodies', () => {
    const request = 'SET_PARAMETER rtsp://h/x RTSP/1.0\r\nContent-Length: 3\r\n\r\nabc';
    expect(filter(request + reply)).toBe(reply);
  });

  it.each([
    ['lengths that contradict each other', 'RTSP/1.0 200 OK\r\nContent-Length: 5\r\nContent-Length: 0\r\n\r\n'],
    ['a length that is no number', 'RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['a length beyond reason', 'RTSP/1.0 200 OK\r\nContent-Length: 9999999\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['a status that is no number', 'RTSP/1.0 OK\r\n\r\n'],
    ['a head without end', `RTSP/1.0 200 OK\r\n${'x: y\r\n'.repeat(4_000)}`],
  ])('ends at %s', (_title, text) => expect(filter(text)).toBe('malformed'));
});

/** A minimal parser: packets by their length, bodies by theirs, the rest are heads. */
function headsOf(text: string): string[] {
  const heads: string[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at] === '$') {
      at += 4 + text.charCodeAt(at + 2) * 256 + text.charCodeAt(at + 3);
      continue;
    }
    const end = text.indexOf('\r\n\r\n', at);
    if (end < 0) return [...heads, text.slice(at)];
    const head = text.slice(at, end);
    heads.push(head);
    at = end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  }
  return heads;
}
