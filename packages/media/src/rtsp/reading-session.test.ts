import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { makeRtpPacket } from '../rtp/rtp.ts';
import type { MediaTrack } from '../rtp/sdp.ts';
import { LiveStream } from '../stream/live-stream.ts';
import { ReadingSession } from './reading-session.ts';
import type { RtspRequest } from './rtsp-message.ts';

const described = Buffer.from([0x67, 1, 2, 3]);
const sent = Buffer.from([0x67, 9, 9, 9]);
const sentLater = Buffer.from([0x67, 8, 8, 8]);
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
const connectionOf = (track: MediaTrack) => new LiveStream({ tracks: [track], nowMs: () => 0 });

const asked = (method: string, headers: Record<string, string> = {}): RtspRequest => ({
  kind: 'request',
  method,
  uri: 'rtsp://host/gate/main',
  headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
  body: Buffer.alloc(0),
});
const setUp = asked('SETUP', { transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' });

/** A reader of a source with consecutive connections. */
function readerOf(
  connections: readonly LiveStream[],
  { signal = new AbortController().signal, onOpen = () => {} }: { signal?: AbortSignal; onOpen?: () => void } = {},
): ReadingSession {
  const current = () => connections.find(({ ended }) => !ended);
  return new ReadingSession({
    socket: new Socket(),
    directory: {
      openStream: async () => {
        onOpen();
        const live = current();
        return live ? { kind: 'open', live, release: () => {} } : { kind: 'unavailable' };
      },
      publish: () => undefined,
    },
    signal,
    bufferedBytes: 1_000,
    tooSlow: () => {},
  });
}

/** Resolves when every reply that does not depend on a camera has been sent; no timer fires meanwhile. */
const settleReplies = async () => {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
};

function sendKeyframe(live: LiveStream, parameterSet: Buffer): void {
  for (const [sequence, payload] of [parameterSet, pps, Buffer.from([0x65, 1])].entries())
    live.packet(0, makeRtpPacket({ channel: 0, payloadType: 96, sequence, timestamp: 1, ssrc: 5, payload }));
}

it('a reader of a camera with a wrong description gets the actual parameters', async () => {
  const live = connectionOf(withSets);
  const answer = readerOf([live]).describe(asked('DESCRIBE'), target);
  await settleReplies();
  sendKeyframe(live, sent);
  expect((await answer).body).toContain(sent.toString('base64'));
});

it('a reader that failed to describe a second stream keeps the description of the first', async () => {
  const live = connectionOf(withSets);
  const reader = readerOf([live]);
  sendKeyframe(live, sent);
  expect((await reader.describe(asked('DESCRIBE'), target)).status).toBe(200);
  const session = (await reader.setUp(setUp, { ...target, track: 0 })).headers?.find(([name]) => name === 'Session');
  expect((await reader.describe(asked('DESCRIBE'), { ...target, stream: 'sub' })).status).toBe(503);
  sendKeyframe(live, sentLater);
  expect(reader.play(asked('PLAY', { session: session?.[1] ?? '' })).reply.status).toBe(503);
});

it('a reader that has left opens nothing, even if the connection it waited for has ended', async () => {
  const left = new AbortController();
  const [first, second] = [connectionOf(withSets), connectionOf(withSets)];
  let opens = 0;
  const reader = readerOf([first, second], {
    signal: left.signal,
    onOpen: () => {
      opens += 1;
    },
  });
  const answer = reader.describe(asked('DESCRIBE'), target);
  await settleReplies();
  left.abort();
  reader.close();
  first.end();
  expect((await answer).status).toBe(503);
  expect(opens).toBe(1);
});

describe('a camera that returns with another codec', () => {
  it('is not played to a reader that has the first description', async () => {
    const [first, second] = [connectionOf(plain), connectionOf({ ...plain, codec: 'h265' })];
    const reader = readerOf([first, second]);
    expect((await reader.describe(asked('DESCRIBE'), target)).body).toContain('H264');
    first.end();
    expect((await reader.setUp(setUp, { ...target, track: 0 })).status).toBe(503);
    expect((await reader.describe(asked('DESCRIBE'), target)).body).toContain('H265');
    expect((await reader.setUp(setUp, { ...target, track: 0 })).status).toBe(200);
  });

  it('is described to a reader that was still waiting for the first', async () => {
    const [first, second] = [connectionOf(withSets), connectionOf({ ...plain, codec: 'h265' })];
    const answer = readerOf([first, second]).describe(asked('DESCRIBE'), target);
    await settleReplies();
    first.end();
    expect((await answer).body).toContain('H265');
  });
});
