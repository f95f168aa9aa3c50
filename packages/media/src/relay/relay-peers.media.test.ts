import { once } from 'node:events';
import net, { type Server, type Socket } from 'node:net';
import { LOST_WITHIN_MS } from '@holdfast/kit';
import { until as untilFound } from '@holdfast/testkit';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeRtpPacket } from '../rtp/rtp.ts';
import { InterleavedReader } from '../rtsp/interleaved-reader.ts';
import { rtspLimits } from '../rtsp/rtsp-limits.ts';
import { headerOf, type RtspRequest, type RtspResponse } from '../rtsp/rtsp-message.ts';
import type { SourceState } from '../rtsp/source-state.ts';
import { type Relay, type RelayOptions, startRelay } from './relay.ts';

const closers: (() => Promise<void> | void)[] = [];
let seen: () => unknown = () => undefined;
const until = <T>(probe: () => T | undefined | false) => untilFound(probe, () => seen());
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const gate: RelayOptions['authorize'] = (shown, { cameraId }) => {
  if (shown.kind === 'token') return shown.token === `token-for-${cameraId}`;
  if (shown.username !== 'reader') return false;
  return shown.kind === 'basic' ? shown.password === 'secret' : shown.matches('secret');
};

/** Camera, relay and readers share a process here, which a busy machine may delay for seconds. */
const patient = { connectMs: 60_000, answerMs: 60_000, silenceMs: 60_000, openWaitMs: 60_000 };
const impatient = { answerMs: 500, silenceMs: 600 };

async function relayWith(timing: RelayOptions['timing'] = {}, more: Partial<RelayOptions> = {}) {
  const states: SourceState[] = [];
  const relay = await startRelay({
    host: '127.0.0.1',
    port: 0,
    authorize: gate,
    // A thousand connections without a login take a while to open.
    handshakeMs: 600_000,
    onState: (_path, state) => states.push(state),
    timing: { retryScale: 0.01, ...patient, lingerMs: 50, ...timing },
    ...more,
  });
  closers.push(() => relay.close());
  seen = () => ({ states, stats: relay.stats() });
  return { relay, states };
}

/** A camera as a bare TCP server whose behaviour the test determines. */
async function bareCamera(serve: (socket: Socket) => void): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = net.createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `rtsp://127.0.0.1:${address.port}/live`, connections: () => connections };
}

const sdp = 'v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:track1\r\n';

/** Sends the same bytes as fast as possible, and never reads. */
function flooding(text: string) {
  const chunk = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  return bareCamera((socket) => {
    const flood = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', flood);
    flood();
  });
}

type Answers = Partial<Record<string, (request: RtspRequest, socket: Socket) => string | undefined>>;

/** A camera that speaks RTSP correctly, except for the given replies. */
function politeCamera(answers: Answers = {}) {
  return bareCamera((socket) => {
    const reader = new InterleavedReader({
      frame: () => {},
      message: (message) => {
        if (message.kind !== 'request') return;
        const special = answers[message.method];
        const text = special ? special(message, socket) : ordinary(message);
        if (text !== undefined) socket.write(text);
      },
    });
    socket.on('data', (chunk: Buffer) => void reader.push(chunk));
  });
}

function reply(request: RtspRequest, lines: readonly string[] = [], { status = '200 OK', body = '' } = {}): string {
  const length = body === '' ? [] : [`Content-Length: ${body.length}`];
  return [`RTSP/1.0 ${status}`, `CSeq: ${headerOf(request, 'cseq')}`, ...lines, ...length, '', body].join('\r\n');
}

function ordinary(request: RtspRequest): string {
  switch (request.method) {
    case 'DESCRIBE':
      return reply(request, ['Content-Type: application/sdp'], { body: sdp });
    case 'SETUP':
      return reply(request, ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1', 'Session: 42;timeout=4']);
    default:
      return reply(request, ['Session: 42']);
  }
}

const video = (sequence: number, payload: Buffer) =>
  makeRtpPacket({ channel: 0, payloadType: 96, sequence, timestamp: sequence * 3000, ssrc: 1, payload });
const keyframe = Buffer.from([0x65, 1, 2, 3]);

/** Sends keyframes as long as the connection lasts. */
const playing =
  (bytes = 4) =>
  (request: RtspRequest, socket: Socket): string => {
    let sequence = 0;
    const payload = Buffer.concat([keyframe, Buffer.alloc(bytes)]);
    const timer = setInterval(() => socket.write(video(sequence++, payload)), 10);
    socket.on('close', () => clearInterval(timer));
    return reply(request, ['Session: 42']);
  };

/** A reader as a bare TCP client. */
async function bareReader(relay: Relay) {
  const socket = net.connect(relay.port, '127.0.0.1');
  closers.push(() => void socket.destroy());
  const responses: RtspResponse[] = [];
  const frames: Buffer[] = [];
  let closed = false;
  const reader = new InterleavedReader({
    frame: (framed) => frames.push(Buffer.from(framed)),
    message: (message) => message.kind === 'response' && responses.push(message),
  });
  socket.on('data', (chunk: Buffer) => void reader.push(chunk));
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
  });
  let sequence = 0;
  const ask = async (method: string, path: string, lines: readonly string[] = []): Promise<RtspResponse> => {
    const number = ++sequence;
    socket.write(
      [`${method} rtsp://127.0.0.1:${relay.port}${path} RTSP/1.0`, `CSeq: ${number}`, ...lines, '', ''].join('\r\n'),
    );
    return until(() => responses.find((response) => headerOf(response, 'cseq') === String(number)));
  };
  const play = async (path: string, channels = '0-1') => {
    await ask('DESCRIBE', path, [login]);
    const setUp = await ask('SETUP', `${path}/trackID=0`, [`Transport: RTP/AVP/TCP;unicast;interleaved=${channels}`]);
    return ask('PLAY', path, [`Session: ${headerOf(setUp, 'session')}`]);
  };
  return { ask, play, frames, socket, closed: () => closed };
}

const login = `Authorization: Basic ${Buffer.from('reader:secret').toString('base64')}`;
const gatePath = { cameraId: 'gate', stream: 'main' } as const;

describe('a reader who lost access', () => {
  it('loses the stream within 15 s, and the others continue', async () => {
    let may = true;
    const stillAllowed = async () => may;
    const authorize: RelayOptions['authorize'] = (shown, access) =>
      shown.kind === 'token' ? { stillAllowed } : gate(shown, access);
    const { relay, states } = await relayWith({}, { authorize });
    const { url } = await politeCamera({ PLAY: playing() });
    await relay.setSource(gatePath, { kind: 'pull', url, when: 'always' });
    await until(() => states.at(-1)?.kind === 'streaming');
    // The periodic check runs when the test triggers it; the camera continues.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const [good, bad] = [await bareReader(relay), await bareReader(relay)];
    await good.play('/gate/main');
    await bad.play('/gate/main?token=any');
    for (const { frames } of [good, bad]) await until(() => frames.length > 0);
    vi.advanceTimersByTime(LOST_WITHIN_MS);
    const still = bad.frames.length;
    await until(() => bad.frames.length > still);
    expect(bad.closed()).toBe(false);
    may = false;
    vi.advanceTimersByTime(LOST_WITHIN_MS);
    await until(bad.closed);
    const before = good.frames.length;
    await until(() => good.frames.length > before);
    expect(good.closed()).toBe(false);
  });
});

describe('a bad camera has a clear state, and another one keeps streaming', () => {
  const garbage = (request: RtspRequest) => reply(request, [], { body: '\u0001\u0002 not a description' });
  const cameras: [string, () => Promise<{ url: string }>, SourceState['kind'], RegExp][] = [
    ['garbage SDP', () => politeCamera({ DESCRIBE: garbage }), 'refused', /^camera-stream-unreadable$/],
    [
      'an SDP without video',
      () => politeCamera({ DESCRIBE: (request) => reply(request, [], { body: 'v=0\r\nm=audio 0 RTP/AVP 0\r\n' }) }),
      'refused',
      /^camera-no-video-codec$/,
    ],
    [
      'endless headers',
      () =>
        bareCamera((socket) => {
          socket.write('RTSP/1.0 200 OK\r\n');
          const flood = setInterval(() => socket.write('X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(100)), 1);
          socket.on('close', () => clearInterval(flood));
        }),
      'refused',
      /^camera-sends-invalid-replies$/,
    ],
    [
      'a flood of requests whose answers it never reads',
      () => flooding(`OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n`),
      'refused',
      /^camera-sends-too-much$/,
    ],
    ['a flood of unsolicited answers', () => flooding('RTSP/1.0 200 OK\r\n\r\n'), 'refused', /^camera-sends-too-much$/],
    ['a flood of empty packets', () => flooding('$\0\0\0'), 'refused', /^camera-sends-too-much$/],
    ['a flood of empty lines', () => flooding('\r\n'), 'refused', /^camera-sends-too-much$/],
    [
      'a redirect',
      () =>
        politeCamera({
          DESCRIBE: (request) => reply(request, ['Location: rtsp://169.254.169.254/'], { status: '302 Found' }),
        }),
      'refused',
      /^camera-redirects$/,
    ],
    [
      'a redirect in mid-stream',
      () =>
        politeCamera({
          PLAY: (request, socket) => {
            setTimeout(() => socket.write('REDIRECT rtsp://x/ RTSP/1.0\r\nCSeq: 1\r\nLocation: rtsp://y/\r\n\r\n'), 20);
            return reply(request);
          },
        }),
      'refused',
      /^camera-redirects$/,
    ],
    [
      'a body longer than announced space allows',
      () => politeCamera({ DESCRIBE: (request) => reply(request, ['Content-Length: 99999999']) }),
      'refused',
      /^camera-sends-invalid-replies$/,
    ],
    [
      'a body that never comes whole',
      () => politeCamera({ DESCRIBE: (request) => reply(request, ['Content-Length: 5000']) + sdp }),
      'offline',
      /^camera-stopped-responding$/,
    ],
    [
      'a body that is longer than announced',
      () => politeCamera({ DESCRIBE: (request) => `${reply(request, ['Content-Length: 20'])}${sdp}` }),
      'refused',
      /./,
    ],
    [
      'bytes that are no RTSP',
      () => bareCamera((socket) => socket.write(Buffer.from([0xff, 0xd8, 1, 2]))),
      'refused',
      /^camera-sends-invalid-replies$/,
    ],
    ['silence after accepting', () => bareCamera(() => {}), 'offline', /^camera-stopped-responding$/],
    ['silence after PLAY', () => politeCamera(), 'offline', /^camera-sends-no-picture$/],
    ['hanging up at once', () => bareCamera((socket) => void socket.destroy()), 'offline', /./],
    [
      'no TCP',
      () => politeCamera({ SETUP: (request) => reply(request, [], { status: '461 Unsupported Transport' }) }),
      'refused',
      /^camera-without-tcp$/,
    ],
    [
      'an answer with UDP',
      () =>
        politeCamera({
          SETUP: (request) => reply(request, ['Transport: RTP/AVP;unicast;client_port=1-2', 'Session: 4']),
        }),
      'refused',
      /^camera-without-tcp$/,
    ],
    [
      'a missing stream',
      () => politeCamera({ DESCRIBE: (request) => reply(request, [], { status: '404 Not Found' }) }),
      'refused',
      /^camera-stream-not-found\?status=404$/,
    ],
    [
      'a wrong password',
      () =>
        politeCamera({
          DESCRIBE: (request) =>
            reply(request, ['WWW-Authenticate: Digest realm="r", nonce="n"'], { status: '401 Unauthorized' }),
        }),
      'rejected',
      /^camera-rejected-login$/,
    ],
  ];

  it.each(cameras)('%s', async (_title, open, kind, reason) => {
    const bad = await open();
    const good = await politeCamera({ PLAY: playing() });
    const isPatient = !/stopped-responding|no-picture/.test(reason.source);
    const { relay, states } = await relayWith(isPatient ? {} : impatient);
    await relay.setSource({ cameraId: 'good', stream: 'main' }, { kind: 'pull', url: good.url, when: 'always' });
    await until(() => states.some((state) => state.kind === 'streaming'));
    await relay.setSource(gatePath, { kind: 'pull', url: bad.url.replace('//', '//admin:wrong@'), when: 'always' });
    const fault = await until(() =>
      states.find((state) => state.kind === kind && 'reason' in state && reason.test(state.reason)),
    );
    expect('reason' in fault && fault.reason).not.toContain('wrong');
    const neighbour = () => relay.stats().find(({ cameraId }) => cameraId === 'good');
    const before = neighbour()?.bytes ?? 0;
    await until(() => (neighbour()?.bytes ?? 0) > before);
    // A relay with short timeouts may take a camera for offline that a busy machine has delayed.
    if (isPatient) expect(neighbour()?.connections).toBe(1);
  });

  it('an address that is link-local is never connected to', async () => {
    const { relay, states } = await relayWith();
    await relay.setSource(gatePath, { kind: 'pull', url: 'rtsp://169.254.169.254/latest', when: 'always' });
    await until(() => states.find((state) => state.kind === 'refused' && /link-local/i.test(state.reason)));
  });

  it.each(['127.0.0.1', 'localhost', '127.0.0.9'])('our own port at %s is rejected as a camera', async (host) => {
    const { relay, states } = await relayWith();
    await relay.setSource(gatePath, { kind: 'pull', url: `rtsp://${host}:${relay.port}/gate/main`, when: 'always' });
    await until(() => states.find((state) => state.kind === 'refused' && /^address-is-own-port$/.test(state.reason)));
  });

  it('a denied port is rejected as a camera', async () => {
    const database = await bareCamera((socket) => void socket.destroy());
    const port = Number(new URL(database.url).port);
    const { relay, states } = await relayWith({}, { outbound: { deniedPorts: [{ host: '127.0.0.1', port }] } });
    await relay.setSource(gatePath, { kind: 'pull', url: database.url, when: 'always' });
    await until(() => states.find((state) => state.kind === 'refused' && /^address-is-own-port$/.test(state.reason)));
    expect(database.connections()).toBe(0);
  });

  it('no keyframes: the source has a warning, and readers still get the video', async () => {
    const delta = Buffer.from([0x41, 1, 2]);
    const camera = await politeCamera({
      PLAY: (request, socket) => {
        let sequence = 0;
        const timer = setInterval(() => socket.write(video(sequence++, delta)), 10);
        socket.on('close', () => clearInterval(timer));
        return reply(request);
      },
    });
    const { relay, states } = await relayWith({ keyframePatienceMs: 300 });
    await relay.setSource(gatePath, { kind: 'pull', url: camera.url, when: 'always' });
    await until(() => states.find((state) => state.kind === 'streaming' && state.warning === 'camera-no-keyframes'));
    const reader = await bareReader(relay);
    await reader.play('/gate/main');
    await until(() => reader.frames.length > 3);
  });
});

describe('towards cameras', () => {
  it('a camera that disappears and returns is reconnected', async () => {
    let serving = 0;
    const camera = await politeCamera({
      PLAY: (request, socket) => {
        serving += 1;
        if (serving === 1) setTimeout(() => socket.destroy(), 100);
        return playing()(request, socket);
      },
    });
    const { relay, states } = await relayWith();
    await relay.setSource(gatePath, { kind: 'pull', url: camera.url, when: 'always' });
    await until(() => relay.stats()[0]?.connections === 2);
    expect(states.map(({ kind }) => kind)).toEqual(['connecting', 'streaming', 'offline', 'streaming']);
  });

  it('the session is kept alive, also when the nonce has expired', async () => {
    const nonces: string[] = [];
    let keptAlive = 0;
    const challenge = (request: RtspRequest, nonce: string, stale = '') =>
      reply(request, [`WWW-Authenticate: Digest realm="r", nonce="${nonce}", qop="auth"${stale}`], {
        status: '401 Unauthorized',
      });
    const camera = await politeCamera({
      OPTIONS: (request) => reply(request, ['Public: OPTIONS, GET_PARAMETER']),
      DESCRIBE: (request) =>
        headerOf(request, 'authorization')?.includes('nonce="one"') ? ordinary(request) : challenge(request, 'one'),
      PLAY: playing(),
      GET_PARAMETER: (request) => {
        const shown = /nonce="(\w+)"/.exec(headerOf(request, 'authorization') ?? '')?.[1] ?? '';
        nonces.push(shown);
        if (shown !== 'two') return challenge(request, 'two', ', stale=true');
        keptAlive += 1;
        return reply(request);
      },
    });
    const { relay } = await relayWith();
    await relay.setSource(gatePath, { kind: 'pull', url: camera.url.replace('//', '//u:p@'), when: 'always' });
    await until(() => keptAlive > 0);
    expect(nonces).toEqual(['one', 'two']);
    expect(relay.stats()[0]?.connections).toBe(1);
  });

  it('one connection serves all readers, and the same plan changes nothing', async () => {
    const camera = await politeCamera({ PLAY: playing() });
    const { relay } = await relayWith();
    const plan = { kind: 'pull', url: camera.url, when: 'always' } as const;
    await relay.setSource(gatePath, plan);
    const readers = await Promise.all([bareReader(relay), bareReader(relay), bareReader(relay)]);
    for (const reader of readers) await reader.play('/gate/main');
    await relay.setSource(gatePath, { ...plan });
    for (const reader of readers) await until(() => reader.frames.length > 5);
    expect(camera.connections()).toBe(1);
    expect(relay.stats()[0]?.readers).toBe(3);
  });

  it('a changed address restarts only that stream, also with concurrent changes', async () => {
    const [old, next, other] = [
      await politeCamera({ PLAY: playing() }),
      await politeCamera({ PLAY: playing() }),
      await politeCamera({ PLAY: playing() }),
    ];
    const { relay } = await relayWith();
    const plan = (url: string) => ({ kind: 'pull', url, when: 'always' }) as const;
    await relay.setSource({ cameraId: 'yard', stream: 'main' }, plan(other.url));
    await relay.setSource(gatePath, plan(old.url));
    await until(() => relay.stats().every(({ state }) => state.kind === 'streaming'));
    await Promise.all([
      relay.setSource(gatePath, plan('rtsp://127.0.0.1:1/x')),
      relay.setSource(gatePath, plan(next.url)),
    ]);
    await until(() => relay.stats().every(({ state }) => state.kind === 'streaming'));
    expect(relay.stats()).toHaveLength(2);
    expect([old.connections(), next.connections(), other.connections()]).toEqual([1, 1, 1]);
  });

  it('an on-demand source is pulled while it has readers', async () => {
    const camera = await politeCamera({ PLAY: playing() });
    const { relay, states } = await relayWith();
    await relay.setSource(gatePath, { kind: 'pull', url: camera.url, when: 'on-demand' });
    expect(camera.connections()).toBe(0);
    const reader = await bareReader(relay);
    await reader.play('/gate/main');
    await until(() => reader.frames.length > 0);
    reader.socket.destroy();
    await until(() => states.at(-1)?.kind === 'idle');
    const again = await bareReader(relay);
    expect((await again.play('/gate/main')).status).toBe(200);
    expect(camera.connections()).toBe(2);
  });
});

describe('towards readers', () => {
  async function streaming(more: Partial<RelayOptions> = {}, bytes = 4) {
    const camera = await politeCamera({ PLAY: playing(bytes) });
    const opened = await relayWith({}, more);
    await opened.relay.setSource(gatePath, { kind: 'pull', url: camera.url, when: 'always' });
    return opened;
  }

  it('nothing is revealed without credentials, not even which cameras exist', async () => {
    const { relay } = await streaming();
    const reader = await bareReader(relay);
    const known = await reader.ask('DESCRIBE', '/gate/main');
    const unknown = await reader.ask('DESCRIBE', '/none/main');
    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect(known.headers.get('www-authenticate')?.map((text) => text.split(' ')[0])).toEqual(['Digest', 'Basic']);
    expect((await reader.ask('SETUP', '/gate/main/trackID=0', ['Transport: RTP/AVP/TCP;interleaved=0-1'])).status).toBe(
      401,
    );
    expect((await reader.ask('PLAY', '/gate/main')).status).toBe(401);
  });

  it.each([
    ['another machine', '127.0.0.2'],
    ['a user of this machine', '127.0.0.1'],
  ])('%s cannot use up the connections without a login', async (_who, localAddress) => {
    const { relay } = await streaming();
    const earlier = await bareReader(relay);
    expect((await earlier.play('/gate/main')).status).toBe(200);
    let refused = 0;
    for (let i = 0; i < rtspLimits.connections + 1; i += 1) {
      const stranger = net.connect({ port: relay.port, host: '127.0.0.1', localAddress });
      stranger.on('error', () => {}).on('close', () => (refused += 1));
      closers.push(() => void stranger.destroy());
      await once(stranger, 'connect');
    }
    await until(() => refused === rtspLimits.connections + 1 - rtspLimits.unauthenticated);
    const later = await bareReader(relay);
    expect((await later.play('/gate/main')).status).toBe(200);
    expect(earlier.closed()).toBe(false);
  });

  it('another machine with a login cannot use up the connections of this one', async () => {
    const { relay } = await streaming();
    const ask = `DESCRIBE rtsp://127.0.0.1:${relay.port}/gate/main?token=token-for-gate RTSP/1.0\r\nCSeq: 1\r\n\r\n`;
    const guest = async () => {
      const socket = net.connect({ port: relay.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      closers.push(() => void socket.destroy());
      socket.on('error', () => {}).write(ask);
      return new Promise((resolve) => {
        socket.once('data', () => resolve('admitted')).once('close', () => resolve('refused'));
      });
    };
    const outcomes = [];
    for (let i = 0; i < rtspLimits.connectionsPerAddress + 1; i += 1) outcomes.push(await guest());
    expect(outcomes.indexOf('refused')).toBe(rtspLimits.connectionsPerAddress);
    const ours = await bareReader(relay);
    expect((await ours.ask('OPTIONS', '/gate/main')).status).toBe(200);
  });

  it('wrong credentials are rejected, and after three attempts the connection is closed', async () => {
    const { relay } = await streaming();
    const reader = await bareReader(relay);
    const wrong = `Authorization: Basic ${Buffer.from('reader:guess').toString('base64')}`;
    for (let tries = 0; tries < 3; tries += 1)
      expect((await reader.ask('DESCRIBE', '/gate/main', [wrong])).status).toBe(401);
    await until(() => reader.closed());
  });

  it.each([
    ['in the address', '/gate/main?token=token-for-gate', [], 200],
    [
      'as a password',
      '/gate/main',
      [`Authorization: Basic ${Buffer.from('token:token-for-gate').toString('base64')}`],
      200,
    ],
    ['of another camera', '/gate/main?token=token-for-yard', [], 401],
  ])('a media token %s', async (_title, path, lines, status) => {
    const { relay } = await streaming();
    const reader = await bareReader(relay);
    const response = await reader.ask('DESCRIBE', path, lines);
    expect(response.status).toBe(status);
    expect(headerOf(response, 'content-base') ?? '').not.toContain('token-for');
  });

  it('access to one camera does not include another', async () => {
    const { relay } = await streaming();
    const reader = await bareReader(relay);
    expect((await reader.ask('DESCRIBE', '/gate/main?token=token-for-gate')).status).toBe(200);
    expect((await reader.ask('DESCRIBE', '/yard/main')).status).toBe(401);
  });

  it('access is denied when the authorizer fails', async () => {
    const { relay } = await streaming({ authorize: () => Promise.reject(new Error('database away')) });
    const reader = await bareReader(relay);
    expect((await reader.ask('DESCRIBE', '/gate/main', [login])).status).toBe(401);
  });

  it('UDP is answered with 461, unknown cameras with 404, odd requests with their codes', async () => {
    const { relay } = await streaming();
    const reader = await bareReader(relay);
    expect(
      (await reader.ask('SETUP', '/gate/main/trackID=0', [login, 'Transport: RTP/AVP;unicast;client_port=5000-5001']))
        .status,
    ).toBe(461);
    expect(
      (await reader.ask('SETUP', '/gate/main/trackID=7', [login, 'Transport: RTP/AVP/TCP;interleaved=0-1'])).status,
    ).toBe(404);
    expect((await reader.ask('PLAY', '/gate/main', [login, 'Session: guess'])).status).toBe(454);
    expect((await reader.ask('PAUSE', '/gate/main')).status).toBe(405);
    expect((await reader.ask('FLY', '/gate/main')).status).toBe(501);
    expect((await reader.ask('OPTIONS', '*', ['Require: x'])).status).toBe(551);
    expect((await reader.ask('GET_PARAMETER', '/gate/main')).status).toBe(200);
    const other = await bareReader(relay);
    expect((await other.ask('DESCRIBE', '/none/main', [login])).status).toBe(404);
  });

  it('a reader chooses its own channels', async () => {
    const { relay } = await streaming();
    const [usual, own] = [await bareReader(relay), await bareReader(relay)];
    await usual.play('/gate/main');
    await own.play('/gate/main', '10-11');
    await until(() => usual.frames.length > 3 && own.frames.length > 3);
    expect(new Set(usual.frames.map((framed) => framed[1]))).toEqual(new Set([0, 1]));
    expect(new Set(own.frames.map((framed) => framed[1]))).toEqual(new Set([10, 11]));
  });

  it('a slow reader is dropped while others continue', async () => {
    const dropped: number[] = [];
    const { relay } = await streaming(
      { readerBufferedBytes: 200_000, onSlowReader: ({ bufferedBytes }) => dropped.push(bufferedBytes) },
      60_000,
    );
    const [slow, quick] = [await bareReader(relay), await bareReader(relay)];
    await slow.play('/gate/main');
    slow.socket.pause();
    await quick.play('/gate/main');
    await until(() => dropped.length > 0);
    await until(() => relay.stats()[0]?.readers === 1);
    expect(dropped[0]).toBeLessThan(200_000 + 2 * 65_536);
    const before = quick.frames.length;
    await until(() => quick.frames.length > before + 5);
  });

  it('only a reader that sends garbage or too many requests at once is disconnected', async () => {
    const { relay } = await streaming();
    const [garbage, flood, calm] = [await bareReader(relay), await bareReader(relay), await bareReader(relay)];
    await calm.play('/gate/main');
    garbage.socket.write(Buffer.from([1, 2, 3]));
    flood.socket.write('DESCRIBE rtsp://h/none/main?token=x RTSP/1.0\r\nCSeq: 1\r\n\r\n'.repeat(500));
    await until(() => garbage.closed() && flood.closed());
    const before = calm.frames.length;
    await until(() => calm.frames.length > before + 5);
  });

  it('a connection that never plays is closed', async () => {
    const { relay } = await streaming({ handshakeMs: 100 });
    const reader = await bareReader(relay);
    await until(() => reader.closed());
  });

  it('readers are disconnected when the source is removed', async () => {
    const { relay } = await streaming();
    const reader = await bareReader(relay);
    await reader.play('/gate/main');
    await relay.removeSource(gatePath);
    await until(() => reader.closed());
  });
});
