import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { LiveStream } from './live-stream.ts';
import { ReadingSession } from './reading-session.ts';
import { makeRtpPacket } from './rtp.ts';
import type { RtspRequest } from './rtsp-message.ts';
import type { MediaTrack } from './sdp.ts';

const described = Buffer.from([0x67, 1, 2, 3]);
const sent = Buffer.from([0x67, 9, 9, 9]);
const pps = Buffer.from([0x68, 4, 5]);
const plain: MediaTrack = {
  media: 'video',
  codec: 'h264',
  payloadType: 96,
  clockRate: 90_000,
  channels: undefined,
  format: undefined,
  control: undefined,
};
const withSets: MediaTrack = {
  ...plain,
  format: `sprop-parameter-sets=${described.toString('base64')},${pps.toString('base64')}`,
};
const target = { cameraId: 'gate', stream: 'main', track: undefined, token: undefined } as const;
const runOf = (track: MediaTrack) => new LiveStream({ tracks: [track], nowMs: () => 0 });

const asked = (method: string, headers: Record<string, string> = {}): RtspRequest => ({
  kind: 'request',
  method,
  uri: 'rtsp://host/gate/main',
  headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
  body: Buffer.alloc(0),
});
const setUp = asked('SETUP', { transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' });

/** A reader of a source whose runs follow each other. */
function readerOf(runs: readonly LiveStream[]): ReadingSession {
  const current = () => runs.find(({ ended }) => !ended);
  return new ReadingSession({
    socket: new Socket(),
    directory: {
      openStream: async () => {
        const live = current();
        return live ? { kind: 'open', live, release: () => {} } : { kind: 'unavailable' };
      },
      publish: () => undefined,
    },
    signal: new AbortController().signal,
    bufferedBytes: 1_000,
    tooSlow: () => {},
  });
}

/** Everything that can be answered without the camera has been by then; no timer fires meanwhile. */
const whatNeedsNoCamera = async () => {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
};

it('a reader of a camera whose description is not what it sends is told what it sends', async () => {
  const live = runOf(withSets);
  const answer = readerOf([live]).describe(asked('DESCRIBE'), target);
  await whatNeedsNoCamera();
  for (const [sequence, payload] of [sent, pps, Buffer.from([0x65, 1])].entries())
    live.packet(0, makeRtpPacket({ channel: 0, payloadType: 96, sequence, timestamp: 1, ssrc: 5, payload }));
  expect((await answer).body).toContain(sent.toString('base64'));
});

describe('a camera that comes back as another one', () => {
  it('is not given to a reader that was told of the first', async () => {
    const [first, second] = [runOf(plain), runOf({ ...plain, codec: 'h265' })];
    const reader = readerOf([first, second]);
    expect((await reader.describe(asked('DESCRIBE'), target)).body).toContain('H264');
    first.end();
    expect((await reader.setUp(setUp, { ...target, track: 0 })).status).toBe(503);
    expect((await reader.describe(asked('DESCRIBE'), target)).body).toContain('H265');
    expect((await reader.setUp(setUp, { ...target, track: 0 })).status).toBe(200);
  });

  it('is what a reader is told of that still waited for the first', async () => {
    const [first, second] = [runOf(withSets), runOf({ ...plain, codec: 'h265' })];
    const answer = readerOf([first, second]).describe(asked('DESCRIBE'), target);
    await whatNeedsNoCamera();
    first.end();
    expect((await answer).body).toContain('H265');
  });
});
