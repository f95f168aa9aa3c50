import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InterleavedReader } from './interleaved-reader.ts';
import { rtspLimits } from './rtsp-limits.ts';

function readAll(chunks: readonly Buffer[]) {
  const seen: string[] = [];
  const reader = new InterleavedReader({
    frame: (framed) => seen.push(`frame ${framed.toString('hex')}`),
    message: (message) =>
      seen.push(
        `${message.kind} ${message.kind === 'request' ? `${message.method} ${message.uri}` : message.status} ` +
          `${JSON.stringify([...message.headers])} ${message.body.toString('hex')}`,
      ),
  });
  let fault: string | undefined;
  for (const chunk of chunks) fault = reader.push(Buffer.from(chunk));
  return { seen, fault };
}

const frameOf = (channel: number, payload: Uint8Array) => {
  const header = Buffer.from([0x24, channel, 0, 0]);
  header.writeUInt16BE(payload.length, 2);
  return Buffer.concat([header, payload]);
};

const conversation = fc
  .array(
    fc.oneof(
      fc.tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 40 })).map(([c, p]) => frameOf(c, p)),
      fc.uint8Array({ maxLength: 40 }).map((body) => {
        const head = `RTSP/1.0 200 OK\r\nCSeq: 3\r\nContent-Length: ${body.length}\r\n\r\n`;
        return Buffer.concat([Buffer.from(head), body]);
      }),
      fc.constant(Buffer.from('OPTIONS rtsp://camera/ RTSP/1.0\nCSeq: 1\n\n')),
      fc.constant(Buffer.from('\r\n')),
    ),
    { maxLength: 8 },
  )
  .map((parts) => Buffer.concat(parts));

function splitAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
}

describe('the interleaved reader', () => {
  it('finds messages and packets in one chunk', () => {
    const { seen, fault } = readAll([
      Buffer.concat([frameOf(2, Buffer.from('ab')), Buffer.from('RTSP/1.0 401 No\r\nCSeq: 7\r\n\r\n')]),
    ]);
    expect(fault).toBeUndefined();
    expect(seen).toEqual(['frame 240200026162', 'response 401 [["cseq",["7"]]] ']);
  });

  it('reads the same however the bytes are split', () => {
    fc.assert(
      fc.property(conversation, fc.array(fc.nat(), { maxLength: 6 }), (bytes, cuts) => {
        expect(readAll(splitAt(bytes, cuts))).toEqual(readAll([bytes]));
      }),
    );
  });

  it('reads the same when every byte comes alone', () => {
    fc.assert(
      fc.property(conversation, (bytes) => {
        expect(readAll([...bytes].map((byte) => Buffer.from([byte])))).toEqual(readAll([bytes]));
      }),
    );
  });

  it('never throws on garbage, and reads garbage the same however it is split', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(), { maxLength: 4 }), (garbage, cuts) => {
        const bytes = Buffer.from(garbage);
        expect(readAll(splitAt(bytes, cuts))).toEqual(readAll([bytes]));
      }),
    );
  });

  it('passes on complete packets without copying them', () => {
    const chunk = Buffer.concat([frameOf(0, Buffer.alloc(8)), frameOf(1, Buffer.alloc(8))]);
    const frames: Buffer[] = [];
    new InterleavedReader({ frame: (framed) => frames.push(framed), message: () => {} }).push(chunk);
    expect(frames.map((framed) => framed.buffer === chunk.buffer)).toEqual([true, true]);
  });

  it.each([
    ['endless headers', `RTSP/1.0 200 OK\r\n${'X-A: b\r\n'.repeat(rtspLimits.headBytes / 8 + 1)}`, 'head-too-long'],
    ['too many headers', `RTSP/1.0 200 OK\r\n${'X-A: b\r\n'.repeat(rtspLimits.headerLines + 1)}\r\n`, 'bad-head'],
    ['one endless line', 'R'.repeat(rtspLimits.headBytes + 1), 'head-too-long'],
    ['a body without end', `RTSP/1.0 200 OK\r\nContent-Length: ${rtspLimits.bodyBytes + 1}\r\n\r\n`, 'bad-body-length'],
    ['a negative body', 'RTSP/1.0 200 OK\r\nContent-Length: -5\r\n\r\n', 'bad-body-length'],
    ['bytes that are no RTSP', '\u0000\u0001', 'not-rtsp'],
    ['another protocol', 'HTTP/1.1 200 OK\r\n\r\n', 'bad-head'],
  ])('refuses %s', (_title, text, fault) => {
    expect(readAll([Buffer.from(text)]).fault).toBe(fault);
  });

  it('ignores everything after a fault', () => {
    const { seen, fault } = readAll([Buffer.from('!'), frameOf(0, Buffer.from('a'))]);
    expect({ seen, fault }).toEqual({ seen: [], fault: 'not-rtsp' });
  });
});

describe('a flood', () => {
  const fault = (bytes: Buffer, { times, everyMs }: { times: number; everyMs: number }) => {
    let nowMs = 0;
    const reader = new InterleavedReader({ frame: () => undefined, message: () => undefined }, () => nowMs);
    for (let sent = 0; sent < times; sent += 1) {
      const found = reader.push(bytes);
      if (found) return found;
      nowMs += everyMs;
    }
    return undefined;
  };
  const request = Buffer.from('OPTIONS rtsp://camera/ RTSP/1.0\r\nCSeq: 1\r\n\r\n');
  const empty = frameOf(0, new Uint8Array());
  const large = Buffer.concat(Array.from({ length: 4 }, () => frameOf(0, new Uint8Array(65_535))));

  it('of messages is cut off, but not ten a second', () => {
    expect(fault(request, { times: 10_000, everyMs: 1 })).toBe('too-many-messages');
    expect(fault(request, { times: 10_000, everyMs: 100 })).toBeUndefined();
  });

  it('of packets is cut off, but not a large camera', () => {
    expect(fault(Buffer.concat(Array.from({ length: 1_000 }, () => empty)), { times: 1_000, everyMs: 1 })).toBe(
      'too-much-media',
    );
    expect(fault(large, { times: 10_000, everyMs: 1 })).toBe('too-much-media');
    expect(fault(large, { times: 10_000, everyMs: 5 })).toBeUndefined();
  });
});
