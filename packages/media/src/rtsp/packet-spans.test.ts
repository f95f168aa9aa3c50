import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinSpans } from './packet-spans.ts';
import { parseRequestTarget, streamBase } from './stream-path.ts';
import { parseTcpTransport } from './transport-header.ts';

describe('packets written together', () => {
  it('are joined where they lie side by side', () => {
    const chunk = Buffer.from('abcdef');
    const spans = joinSpans([chunk.subarray(0, 2), chunk.subarray(2, 3), Buffer.from('X'), chunk.subarray(4, 6)]);
    expect(spans.map(String)).toEqual(['abc', 'X', 'ef']);
  });

  it('keep every byte in order', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.array(fc.tuple(fc.nat(), fc.nat())), (bytes, cuts) => {
        const chunk = Buffer.from(bytes);
        const packets = cuts.map(([from, length]) =>
          chunk.subarray(from % chunk.length, (from % chunk.length) + (length % 9)),
        );
        expect(Buffer.concat(joinSpans(packets))).toEqual(Buffer.concat(packets));
      }),
    );
  });
});

describe('the address a reader asks for', () => {
  it.each([
    ['rtsp://h:8554/cam-1/main', { cameraId: 'cam-1', stream: 'main', token: undefined, track: undefined }],
    ['rtsp://h/c/sub/trackID=1', { cameraId: 'c', stream: 'sub', token: undefined, track: 1 }],
    ['rtsp://h/c/main/?token=a.b', { cameraId: 'c', stream: 'main', token: 'a.b', track: undefined }],
    ['rtsp://h/c/main?token=a.b/trackID=0', { cameraId: 'c', stream: 'main', token: 'a.b', track: 0 }],
    ['rtsp://h/c/main/streamid=1', { cameraId: 'c', stream: 'main', token: undefined, track: 1 }],
  ])('%s', (uri, expected) => expect(parseRequestTarget(uri)).toEqual(expected));

  it.each(['*', 'rtsp://h/c', 'rtsp://h/../etc/main', 'rtsp://h/c/third', 'rtsp://h/c/main/x', 'http://h/c/main'])(
    '%s is none',
    (uri) => expect(parseRequestTarget(uri)).toBeUndefined(),
  );

  it('never carries its token into track addresses', () => {
    expect(streamBase('rtsp://h/c/main?token=secret')).toBe('rtsp://h/c/main/');
  });
});

describe('a transport header', () => {
  it.each([
    ['RTP/AVP/TCP;unicast;interleaved=4-5', { channel: 4 }],
    ['RTP/AVP;unicast;client_port=1-2,RTP/AVP/TCP;interleaved=0-1', { channel: 0 }],
    ['RTP/AVP/TCP;unicast', { channel: undefined }],
    ['RTP/AVP;unicast;client_port=1-2', undefined],
    ['RTP/AVP/TCP;interleaved=255-256', undefined],
    ['', undefined],
  ])('%j', (header, expected) => expect(parseTcpTransport(header)).toEqual(expected));
});
