import { createHmac, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, it } from 'vitest';
import { RTCPeerConnection, RTCRtpCodecParameters } from 'werift';
import { makeRtpPacket } from '../rtp/rtp.ts';
import type { MediaTrack } from '../rtp/sdp.ts';
import { chooseFormats } from './choose-formats.ts';
import { NoPortLeft, openPeer, type WebrtcNetwork, type WebrtcPeer } from './open-peer.ts';
import { readOffer } from './read-offer.ts';

const tracks: MediaTrack[] = [
  {
    ...{ media: 'video', codec: 'h264', payloadType: 96, clockRate: 90_000 },
    ...{ channels: undefined, format: undefined, control: undefined },
  },
];
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function newCaller(): Promise<RTCPeerConnection> {
  const h264 = new RTCRtpCodecParameters({
    mimeType: 'video/H264',
    clockRate: 90_000,
    parameters: 'packetization-mode=1;profile-level-id=42e01f',
    rtcpFeedback: [{ type: 'nack' }],
  });
  const caller = new RTCPeerConnection({ iceServers: [], codecs: { video: [h264], audio: [] } });
  closers.push(() => caller.close());
  caller.addTransceiver('video', { direction: 'recvonly' });
  await caller.setLocalDescription(await caller.createOffer());
  return caller;
}

async function answerTo(caller: RTCPeerConnection, more: Partial<WebrtcNetwork> = {}): Promise<WebrtcPeer> {
  const read = readOffer(caller.localDescription?.sdp ?? '');
  if (read.kind !== 'offer') throw new Error(read.reason);
  const chosen = chooseFormats(read.offer, tracks);
  if (chosen.kind !== 'chosen') throw new Error(chosen.reason);
  const network = { addresses: ['127.0.0.1'], bindAddress: '127.0.0.1', ...more };
  const peer = await openPeer({ offer: read.offer, chosen, tracks }, network);
  closers.push(peer.close);
  return peer;
}

/** Plaintext, as before a handshake. */
const record = (kind: number, content: Buffer) => [
  ...[kind, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 9, content.length >> 8, content.length & 0xff],
  ...content,
];
const greetingBody = Buffer.concat([
  Buffer.from([0xfe, 0xfd]),
  Buffer.alloc(34),
  Buffer.from([0, 0, 2, 0xc0, 0x2b, 1, 0]),
]);
const greeting = Buffer.concat([
  Buffer.from([1, 0, 0, greetingBody.length, 0, 0, 0, 0, 0, 0, 0, greetingBody.length]),
  greetingBody,
]);

const portOf = (answer: string) => Number(/^a=candidate:\S+ \d \S+ \d+ \S+ (\d+)/m.exec(answer)?.[1]);

/** What anybody on the network can send to a port: noise, and noise that resembles each protocol used there. */
async function throwNoise(port: number): Promise<void> {
  const socket = createSocket('udp4');
  const looks = [
    [],
    [0x00, 0x01, 0x00, 0x08, 0x21, 0x12, 0xa4, 0x42],
    [0x01, 0x01, 0xff, 0xff, 0x21, 0x12, 0xa4, 0x42],
    [0x16, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 1],
    [0x16, 0xfe, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff],
    [0x17, 0xfe, 0xfd, 0, 1],
    [0x15, 0xfe, 0xfd],
    [0x80, 0x60],
    [0x80, 200, 0, 6],
    [0x80, 201, 0, 7],
    // Complete records that are read without proof: of an unknown type, a close alert, and a ClientHello.
    record(0x18, Buffer.alloc(0)),
    record(0x15, Buffer.from([1, 0])),
    record(0x16, greeting),
  ];
  for (let round = 0; round < 30; round += 1) {
    for (const look of looks) {
      const packet = Buffer.concat([Buffer.from(look), randomBytes((round * 37) % 1_200)]);
      if (packet.length > 0) await new Promise((sent) => socket.send(packet, port, '127.0.0.1', sent));
    }
  }
  socket.close();
}

const keyframe = (sequence: number) =>
  makeRtpPacket({
    ...{ channel: 0, payloadType: 96, sequence, timestamp: sequence * 3_000, ssrc: 1 },
    payload: Buffer.alloc(500, 0x65),
  });

it('connects and delivers although strangers send noise to its port, before and after', async () => {
  const caller = await newCaller();
  const peer = await answerTo(caller);
  let connected = false;
  let received = 0;
  peer.onConnected(() => {
    connected = true;
  });
  caller.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe(() => {
      received += 1;
    });
  });
  await throwNoise(portOf(peer.answer));
  await caller.setRemoteDescription({ type: 'answer', sdp: peer.answer });
  await expect.poll(() => connected).toBe(true);
  await throwNoise(portOf(peer.answer));
  let sequence = 0;
  await expect
    .poll(() => {
      sequence += 1;
      peer.take(keyframe(sequence), { startsKeyframe: true });
      return received;
    })
    .toBeGreaterThan(5);
});

/** Requests the video with the right user name but without the password, which only the viewer knows. */
function wantPictures({ answer, offer }: { answer: string; offer: string }): Buffer {
  const nameIn = (sdp: string) => /^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1] ?? '';
  const attribute = (type: number, value: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(value.length, 2);
    return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
  };
  const attributes = [
    attribute(0x0006, Buffer.from(`${nameIn(answer)}:${nameIn(offer)}`)),
    attribute(0x0024, Buffer.from([0x7f, 0xff, 0xff, 0xff])),
    attribute(0x802a, randomBytes(8)),
    attribute(0x0025, Buffer.alloc(0)),
    attribute(0x0008, createHmac('sha1', 'guess').digest()),
  ];
  const body = Buffer.concat(attributes);
  const head = Buffer.concat([Buffer.from([0, 1, 0, body.length, 0x21, 0x12, 0xa4, 0x42]), randomBytes(12)]);
  return Buffer.concat([head, body]);
}

it('sends nothing to a peer without proof, and serves the viewer afterwards', async () => {
  const caller = await newCaller();
  const peer = await answerTo(caller);
  let [connected, received, stolen] = [false, 0, 0];
  peer.onConnected(() => {
    connected = true;
  });
  caller.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe(() => {
      received += 1;
    });
  });
  const stranger = createSocket('udp4');
  closers.push(() => stranger.close());
  stranger.on('message', () => {
    stolen += 1;
  });
  const claim = wantPictures({ answer: peer.answer, offer: caller.localDescription?.sdp ?? '' });
  const ask = () => new Promise((sent) => stranger.send(claim, portOf(peer.answer), '127.0.0.1', sent));
  for (let tries = 0; tries < 5; tries += 1) await ask();
  await caller.setRemoteDescription({ type: 'answer', sdp: peer.answer });
  await expect.poll(() => connected).toBe(true);
  let sequence = 0;
  await expect
    .poll(async () => {
      await ask();
      sequence += 1;
      peer.take(keyframe(sequence), { startsKeyframe: true });
      return received;
    })
    .toBeGreaterThan(5);
  expect(stolen).toBe(0);
});

/** A few ports that seem to be free. */
async function freePorts(): Promise<{ first: number; last: number }> {
  const socket = createSocket('udp4');
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
  const first = Math.min(socket.address().port, 65_528);
  await new Promise<void>((closed) => socket.close(closed));
  return { first, last: first + 7 };
}

/** Sends requests to all ports in every turn of the event loop until aborted. Counts the replies. */
function startSpraying({ first, last }: { first: number; last: number }) {
  let [isOver, heard] = [false, 0];
  const stranger = createSocket('udp4');
  closers.push(() => stranger.close());
  stranger.on('message', () => {
    heard += 1;
  });
  const claim = wantPictures({ answer: '', offer: '' });
  const spray = () => {
    if (isOver) return;
    for (let port = first; port <= last; port += 1) stranger.send(claim, port, '127.0.0.1', () => {});
    setImmediate(spray);
  };
  spray();
  return {
    heard: () => heard,
    stop: () => {
      isOver = true;
    },
  };
}

it('accepts only the viewer although a stranger sends requests while its ports are being opened', async () => {
  const caller = await newCaller();
  const ports = await freePorts();
  const stranger = startSpraying(ports);
  const peer = await answerTo(caller, { addresses: ['127.0.0.1', '127.0.0.2', '127.0.0.3'], ports });
  stranger.stop();
  let connected = false;
  peer.onConnected(() => {
    connected = true;
  });
  await caller.setRemoteDescription({ type: 'answer', sdp: peer.answer });
  await expect.poll(() => connected).toBe(true);
  expect(stranger.heard()).toBe(0);
});

it('ends when the viewer disconnects', async () => {
  const caller = await newCaller();
  const peer = await answerTo(caller);
  let [connected, gone] = [false, 0];
  peer.onConnected(() => {
    connected = true;
  });
  peer.onGone(() => {
    gone += 1;
  });
  await caller.setRemoteDescription({ type: 'answer', sdp: peer.answer });
  await expect.poll(() => connected).toBe(true);
  await caller.close();
  await expect.poll(() => gone).toBe(1);
  peer.close();
  expect(gone).toBe(1);
});

/** Two neighbouring ports that are in use. */
async function takePorts(): Promise<{ first: number; last: number }> {
  const bind = (port: number) =>
    new Promise<Socket | undefined>((resolve) => {
      const socket = createSocket('udp4');
      socket.once('error', () => socket.close(() => resolve(undefined)));
      socket.bind(port, '127.0.0.1', () => resolve(socket));
    });
  for (;;) {
    const lower = await bind(0);
    const port = lower?.address().port ?? 0;
    const upper = port < 65_535 ? await bind(port + 1) : undefined;
    closers.push(() => lower?.close());
    if (!lower || !upper) continue;
    closers.push(() => upper.close());
    return { first: port, last: port + 1 };
  }
}

it('reports that no port is free, which is not an error of the offer', async () => {
  await expect(answerTo(await newCaller(), { ports: await takePorts() })).rejects.toThrow(NoPortLeft);
});
