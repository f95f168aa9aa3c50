import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { LiveStream } from './live-stream.ts';
import { ReadingSession } from './reading-session.ts';
import { makeRtpPacket } from './rtp.ts';
import type { RtspRequest } from './rtsp-message.ts';
import type { MediaTrack } from './sdp.ts';

const described = Buffer.from([0x67, 1, 2, 3]);
const sent = Buffer.from([0x67, 9, 9, 9]);
const pps = Buffer.from([0x68, 4, 5]);
const track: MediaTrack = {
  media: 'video',
  codec: 'h264',
  payloadType: 96,
  clockRate: 90_000,
  channels: undefined,
  format: `sprop-parameter-sets=${described.toString('base64')},${pps.toString('base64')}`,
  control: undefined,
};

it('a reader of a camera whose description is not what it sends is told what it sends', async () => {
  const live = new LiveStream({ tracks: [track], nowMs: () => 0 });
  const session = new ReadingSession({
    socket: new Socket(),
    directory: { openStream: async () => ({ kind: 'open', live, release: () => {} }), publish: () => undefined },
    signal: new AbortController().signal,
    bufferedBytes: 1_000,
    tooSlow: () => {},
  });
  const request: RtspRequest = {
    kind: 'request',
    method: 'DESCRIBE',
    uri: 'rtsp://host/gate/main',
    headers: new Map(),
    body: Buffer.alloc(0),
  };
  const answer = session.describe(request, { cameraId: 'gate', stream: 'main', track: undefined, token: undefined });
  // Everything that could be answered without the camera has been by then; no timer fires meanwhile.
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  for (const [sequence, payload] of [sent, pps, Buffer.from([0x65, 1])].entries())
    live.packet(0, makeRtpPacket({ channel: 0, payloadType: 96, sequence, timestamp: 1, ssrc: 5, payload }));
  expect((await answer).body).toContain(sent.toString('base64'));
});
