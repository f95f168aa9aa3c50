import net from 'node:net';
import { startBareCamera } from '@holdfast/testkit';
import { afterEach, expect, it } from 'vitest';
import { makeRtpPacket } from '../rtp/rtp.ts';
import { type MediaTrack, parseSdp } from '../rtp/sdp.ts';
import { InterleavedReader } from '../rtsp/interleaved-reader.ts';
import { headerOf, type RtspResponse } from '../rtsp/rtsp-message.ts';
import type { SourceState } from '../rtsp/source-state.ts';
import { type Relay, startRelay } from './relay.ts';

const path = { cameraId: 'gate', stream: 'main' } as const;
const described = 'v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:trackID=0\r\n';
const tracks: readonly MediaTrack[] = parseSdp(described)?.tracks ?? [];
const smaller = Buffer.from([0x67, 1, 2, 3]);
const larger = Buffer.from([0x67, 9, 9, 9]);
const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function relayOf(source: Parameters<Relay['setSource']>[1]) {
  const states: SourceState[] = [];
  const relay = await startRelay({
    host: '127.0.0.1',
    port: 0,
    authorize: () => true,
    onState: (_path, state) => states.push(state),
  });
  closers.push(() => relay.close());
  await relay.setSource(path, source);
  return { relay, states };
}

const keyframe = (number: number, set: Buffer): Buffer[] =>
  [set, Buffer.from([0x68, 4, 5]), Buffer.from([0x65, 0xaa, 0xbb])].map((payload, index) =>
    makeRtpPacket({
      channel: 0,
      payloadType: 96,
      sequence: number * 3 + index,
      timestamp: number * 90_000,
      ssrc: 5,
      payload,
    }),
  );

function client(relay: Relay) {
  const socket = net.connect(relay.port, '127.0.0.1');
  closers.push(() => void socket.destroy());
  const answers: PromiseWithResolvers<RtspResponse>[] = [];
  const reader = new InterleavedReader({
    frame: () => {},
    message: (message) => {
      if (message.kind === 'response') answers.shift()?.resolve(message);
    },
  });
  socket.on('data', (chunk: Buffer) => void reader.push(chunk));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  void closed.then(() => {
    for (const { reject } of answers) reject(new Error('the connection was closed instead of an answer'));
  });
  let sequence = 0;
  const ask = (method: string, track = '', lines: readonly string[] = [], body = ''): Promise<RtspResponse> => {
    const target = `rtsp://127.0.0.1:${relay.port}/gate/main${track}?token=t`;
    const length = body === '' ? [] : [`Content-Length: ${body.length}`];
    socket.write([`${method} ${target} RTSP/1.0`, `CSeq: ${++sequence}`, ...lines, ...length, '', body].join('\r\n'));
    const answer = Promise.withResolvers<RtspResponse>();
    answers.push(answer);
    return answer.promise;
  };
  const setUp = async (mode: string): Promise<string> => {
    const answer = await ask('SETUP', '/trackID=0', [`Transport: RTP/AVP/TCP;unicast;interleaved=0-1${mode}`]);
    return `Session: ${headerOf(answer, 'session')}`;
  };
  return { socket, ask, setUp, closed };
}

it('a reader that described the stream before a change and plays after it has to reconnect', async () => {
  const { relay } = await relayOf({ kind: 'publish' });
  const sink = relay.publish(path, tracks)?.sink;
  const send = (number: number, set: Buffer) => {
    for (const packet of keyframe(number, set)) sink?.packet(0, packet);
    sink?.batchEnd();
  };
  send(1, smaller);
  const late = client(relay);
  await late.ask('DESCRIBE');
  const session = await late.setUp('');
  send(2, larger);
  expect((await late.ask('PLAY', '', [session])).status).toBe(503);
  const again = client(relay);
  expect((await again.ask('DESCRIBE')).body.toString()).toContain(larger.toString('base64'));
  expect((await again.ask('PLAY', '', [await again.setUp('')])).status).toBe(200);
});

it('a publisher that changes its codec is disconnected, so that it starts again', async () => {
  const { relay, states } = await relayOf({ kind: 'publish' });
  const publisher = client(relay);
  await publisher.ask('ANNOUNCE', '', ['Content-Type: application/sdp'], described);
  expect((await publisher.ask('RECORD', '', [await publisher.setUp(';mode=record')])).status).toBe(200);
  for (const packet of keyframe(1, smaller)) publisher.socket.write(packet);
  for (const packet of keyframe(2, Buffer.from([0x40, 1, 7]))) publisher.socket.write(packet);
  await publisher.closed;
  await expect.poll(() => states.at(-1)?.kind).toBe('offline');
  expect(relay.publish(path, tracks)).toBeDefined();
});

it('a camera that changes its codec is offline before its readers are disconnected', async () => {
  let isOther = false;
  const camera = await startBareCamera({
    picture: (index) => ({ nals: [Buffer.from(isOther ? [0x40, 1, 7] : [0x65, 1, 2, 3])], rtpTime: index * 4_500 }),
  });
  closers.push(camera.stop);
  const { relay, states } = await relayOf({ kind: 'pull', url: camera.url, when: 'always' });
  const reader = client(relay);
  await reader.ask('DESCRIBE');
  expect((await reader.ask('PLAY', '', [await reader.setUp('')])).status).toBe(200);
  isOther = true;
  await reader.closed;
  expect(states.at(-1)?.kind).toBe('offline');
});

it('a camera that stops sending keyframes is reconnected', async () => {
  const again = Promise.withResolvers<void>();
  const camera = await startBareCamera({
    picture: (index, connection) => {
      if (connection === 1) again.resolve();
      return { nals: [Buffer.from([index < 3 ? 0x65 : 0x41, 1, 2, 3])], rtpTime: index * 4_500 };
    },
  });
  closers.push(camera.stop);
  const relay = await startRelay({
    host: '127.0.0.1',
    port: 0,
    authorize: () => true,
    timing: { keyframePatienceMs: 50, retryScale: 0.01 },
  });
  closers.push(() => relay.close());
  await relay.setSource(path, { kind: 'pull', url: camera.url, when: 'always' });
  await again.promise;
});
