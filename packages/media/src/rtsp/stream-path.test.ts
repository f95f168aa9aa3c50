import { describe, expect, it } from 'vitest';
import { parseRequestTarget, streamBase } from './stream-path.ts';
import { parseTcpTransport } from './transport-header.ts';

describe('the address a reader asks for', () => {
  it.each([
    ['rtsp://h:8554/cam-1/main', { cameraId: 'cam-1', stream: 'main', token: undefined, track: undefined }],
    ['rtsp://h/c/sub/trackID=1', { cameraId: 'c', stream: 'sub', token: undefined, track: 1 }],
    ['rtsp://h/c/main/?token=a.b', { cameraId: 'c', stream: 'main', token: 'a.b', track: undefined }],
    ['rtsp://h/c/main?token=a.b/trackID=0', { cameraId: 'c', stream: 'main', token: 'a.b', track: 0 }],
    ['rtsp://h/c/main?token=a.b/streamid=1', { cameraId: 'c', stream: 'main', token: 'a.b', track: 1 }],
    ['rtsp://h/c/main/streamid=1', { cameraId: 'c', stream: 'main', token: undefined, track: 1 }],
  ])('%s', (uri, expected) => expect(parseRequestTarget(uri)).toEqual(expected));

  it.each(['*', 'rtsp://h/c', 'rtsp://h/../etc/main', 'rtsp://h/c/third', 'rtsp://h/c/main/x', 'http://h/c/main'])(
    '%s is not the address of a stream',
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
