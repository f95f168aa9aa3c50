import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { insertRestreamAccount } from '@holdfast/db';
import { LOST_WITHIN_MS } from '@holdfast/kit';
import { type Relay, startRelay } from '@holdfast/media';
import { type GstCamera, gstLaunch, startGstCamera, until } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { closeCodes } from '../http/socket-close-codes.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { SLOWEST_VIEWER_BYTES } from './viewer-budget.ts';

const PASSWORD = 'reader password';
const TOO_SLOW = 'too slow for this stream';
let test: TestApp;
let admin: string;
let cameraId: string;
let noisyId: string;
let camera: GstCamera;
let relay: Relay;
let origin: string;

beforeAll(async () => {
  // Noise does not compress: a few seconds of it exceed what a viewer may be behind.
  const noise = gstLaunch.h264({ kbit: 16_000 }).replace('pattern=ball', 'pattern=snow');
  camera = await startGstCamera({
    mounts: { '/main': `${gstLaunch.h264()} ${gstLaunch.pcmu()}`, '/noise': noise },
  });
  relay = await startRelay({
    host: '127.0.0.1',
    port: 0,
    authorize: (shown) =>
      shown.kind === 'basic' ? shown.password === PASSWORD : shown.kind === 'digest' && shown.matches(PASSWORD),
  });
  test = await startTestApp(inject('postgresUrl'), { rtspPort: relay.port });
  admin = await test.bootstrap();
  await insertRestreamAccount(test.db, { username: 'viewer', password: test.secrets.seal(PASSWORD) });
  cameraId = await addCamera('Gate', camera.url('/main'));
  noisyId = await addCamera('Noise', camera.url('/noise'));
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  origin = test.app.listeningOrigin.replace('http', 'ws');
});
afterAll(async () => {
  await test?.close();
  await relay?.close();
  await camera?.stop();
});

async function addCamera(name: string, url: string): Promise<string> {
  const { id } = (await test.call('POST', '/config/cameras', { token: admin, body: { name, main_url: url } })).body;
  relay.setSource({ cameraId: id, stream: 'main' }, { kind: 'pull', url, when: 'on-demand' });
  return id;
}

/** The sockets that the server still has. */
const onServer = () => [...test.app.websocketServer.clients];

interface Watching {
  socket: WebSocket;
  mimeType: string | undefined;
  hasSound: boolean | undefined;
  bytes: number;
  closed: number | undefined;
}

function watch(token: string | undefined, { query = '', id = cameraId } = {}): Watching {
  const socket = new WebSocket(`${origin}/live/${id}${query}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const seen: Watching = { socket, mimeType: undefined, hasSound: undefined, bytes: 0, closed: undefined };
  socket.on('message', (data, isBinary) => {
    if (isBinary) seen.bytes += (data as Buffer).length;
    else {
      const { mime_type, has_sound } = JSON.parse(String(data));
      Object.assign(seen, { mimeType: mime_type, hasSound: has_sound });
    }
  });
  socket.on('close', (code) => {
    seen.closed = code;
  });
  socket.on('error', () => undefined);
  return seen;
}

/** A viewer behind a pulled cable: the handshake succeeded, and nothing is read or sent after it. */
async function halfOpen(token: string, id = cameraId): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  const key = randomBytes(16).toString('base64');
  const head = [
    `GET /live/${id} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${key}`,
    'Sec-WebSocket-Version: 13',
    `Authorization: Bearer ${token}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.on('error', () => socket.destroy());
  const [reply] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  expect(reply.toString('latin1')).toMatch(/^HTTP\/1\.1 101/);
  return socket;
}

/** The end of the stream for a viewer who has read nothing so far. */
async function endOf(socket: Socket): Promise<{ code: number; reason: string }> {
  let last = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    last = Buffer.concat([last, bytes]).subarray(-1_000);
  });
  socket.resume();
  await until(() => last.lastIndexOf(TOO_SLOW) >= 0);
  const at = last.lastIndexOf(TOO_SLOW);
  socket.destroy();
  return { code: last.readUInt16BE(at - 2), reason: last.subarray(at).toString() };
}

describe('watching live', () => {
  it('sends the codecs first, then fragments, to every viewer', async () => {
    const viewers = Array.from({ length: 50 }, () => watch(admin));
    for (const viewer of viewers) {
      await expect.poll(() => viewer.mimeType).toMatch(/avc1\..*mp4a\.40\.2/);
      await expect.poll(() => viewer.bytes).toBeGreaterThan(10_000);
    }
    // One reader of the restream serves them all.
    expect(relay.stats().find((source) => source.cameraId === cameraId)?.readers).toBe(1);
    for (const { socket } of viewers) socket.close();
  });

  it('sends no audio with sound=off, from the same reader of the restream, and reports that there is some', async () => {
    const [silent, listening] = [watch(admin, { query: '?sound=off' }), watch(admin)];
    await expect.poll(() => [silent.mimeType, listening.mimeType].every(Boolean)).toBe(true);
    expect(silent.mimeType).not.toMatch(/mp4a/);
    expect(listening.mimeType).toMatch(/mp4a/);
    expect([silent.hasSound, listening.hasSound]).toEqual([true, true]);
    for (const viewer of [silent, listening]) await expect.poll(() => viewer.bytes).toBeGreaterThan(10_000);
    expect(relay.stats().find((source) => source.cameraId === cameraId)?.readers).toBe(1);
    for (const { socket } of [silent, listening]) socket.close();
  });

  it('accepts a media token in the URL', async () => {
    const { token } = (await test.call('GET', `/media-token?camera_id=${cameraId}`, { token: admin })).body;
    const viewer = watch(undefined, { query: `?token=${token}` });
    await expect.poll(() => viewer.bytes).toBeGreaterThan(0);
    viewer.socket.close();
  });

  it('refuses unauthorised viewers before the upgrade', async () => {
    const socket = new WebSocket(`${origin}/live/${cameraId}`);
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(401);
    expect(response.headers['content-type']).toBe('application/problem+json');
  });

  it('ends for a viewer who sends a flood of messages or pings or a giant message, and continues for the others', async () => {
    const [good, loud, pinging, giant] = [watch(admin), watch(admin), watch(admin), watch(admin)];
    await Promise.all([good, loud, pinging, giant].map(({ socket }) => once(socket, 'open')));
    giant.socket.send('x'.repeat(10_000));
    await expect.poll(() => giant.closed).toBe(1009);
    await expect.poll(() => loud.bytes).toBeGreaterThan(0);
    for (let i = 0; i < 200; i += 1) pinging.socket.ping();
    await expect.poll(() => pinging.closed).toBeDefined();
    for (let i = 0; i < 200; i += 1) loud.socket.send('x');
    await expect.poll(() => loud.closed).toBeDefined();
    const before = good.bytes;
    await expect.poll(() => good.bytes).toBeGreaterThan(before);
    good.socket.close();
  });

  it('ends for twenty viewers who vanished, without affecting others', async () => {
    // The test triggers the pings; expect.poll would let the replaced timers run.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await until(() => onServer().length === 0);
    const good = watch(admin);
    await until(() => good.bytes > 10_000);
    let answers = 0;
    for (const client of onServer()) client.on('pong', () => answers++);
    const gone = await Promise.all(Array.from({ length: 20 }, () => halfOpen(admin)));
    // They are pinged every ten seconds, and end when the next ping finds the last one unanswered. The good viewer answers each.
    for (let pings = 1; pings <= 10 && onServer().length > 1; pings += 1) {
      vi.advanceTimersByTime(10_000);
      await until(() => answers === pings);
    }
    await until(() => onServer().length === 1);
    const before = good.bytes;
    await until(() => good.bytes > before);
    expect(good.closed).toBeUndefined();
    good.socket.close();
    for (const socket of gone) socket.destroy();
  });

  it('ends for twenty viewers who do not read, as soon as they are too far behind, and the others miss nothing', async () => {
    // No pings here, so only falling behind can end the stream. expect.poll would let the replaced timers run.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const good = watch(admin, { id: noisyId });
    const stalled = await Promise.all(Array.from({ length: 20 }, () => halfOpen(admin, noisyId)));
    await until(() => onServer().filter(({ readyState }) => readyState === WebSocket.OPEN).length === 1);
    const ends = await Promise.all(stalled.map(endOf));
    expect(ends).toEqual(ends.map(() => ({ code: closeCodes.tooSlow, reason: TOO_SLOW })));
    // The good viewer got everything that they did not read, from the same reader of the restream.
    expect(good.bytes).toBeGreaterThan(SLOWEST_VIEWER_BYTES);
    const before = good.bytes;
    await until(() => good.closed !== undefined || good.bytes > before);
    expect([good.closed, relay.stats().find((source) => source.cameraId === noisyId)?.readers]).toEqual([undefined, 1]);
    good.socket.close();
  });

  it('ends within 15 s for a viewer who loses the camera, and continues for the others', async () => {
    const role = (
      await test.call('POST', '/config/roles', {
        token: admin,
        body: { name: 'Guard', capabilities: [], camera_ids: [cameraId] },
      })
    ).body;
    await test.call('POST', '/config/users', {
      token: admin,
      body: { username: 'ann', password: 'long enough', role_id: role.id },
    });
    const { token } = (await test.call('POST', '/auth/login', { body: { username: 'ann', password: 'long enough' } }))
      .body;
    // The test triggers the server's periodic checks; data keeps flowing.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const [good, viewer] = [watch(admin), watch(token)];
    for (const one of [good, viewer]) await expect.poll(() => one.bytes).toBeGreaterThan(0);
    await test.call('PUT', `/config/roles/${role.id}`, { token: admin, body: { camera_ids: [] } });
    vi.advanceTimersByTime(LOST_WITHIN_MS);
    await expect.poll(() => viewer.closed).toBe(closeCodes.noAccess);
    const before = good.bytes;
    await expect.poll(() => good.bytes).toBeGreaterThan(before);
    expect(good.closed).toBeUndefined();
    good.socket.close();
  });

  it('asks its viewers to reconnect when the camera goes offline', async () => {
    const viewer = watch(admin);
    await expect.poll(() => viewer.bytes).toBeGreaterThan(0);
    relay.removeSource({ cameraId, stream: 'main' });
    await expect.poll(() => viewer.closed).toBe(closeCodes.restart);
  });
});
