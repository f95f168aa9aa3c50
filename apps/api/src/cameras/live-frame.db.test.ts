import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { insertRestreamAccount, replaceStreamStatus } from '@holdfast/db';
import { type Relay, startRelay } from '@holdfast/media';
import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { recorderBeats } from '../test-recorder-beat.ts';
import { nextConnection } from './test-arriving.ts';

const PASSWORD = 'reader password';
let camera: GstCamera;
let relay: Relay;
let test: TestApp;
let token: string;
let address: string;
/** A proxy in front of the camera that counts connections. */
let door: Server;
const connected = new Set<Socket>();
let everConnected = 0;
let askedRestream = 0;
let grabs = 0;
let calledOff = 0;
/** Blocks every picture while set. */
let hold: Promise<void> | undefined;

beforeAll(async () => {
  camera = await startGstCamera({ mounts: { '/main': gstLaunch.h264() } });
  door = createServer((socket) => {
    everConnected += 1;
    connected.add(socket);
    const behind = connect(camera.port, '127.0.0.1');
    for (const end of [socket, behind]) end.on('error', () => undefined);
    socket.on('close', () => {
      connected.delete(socket);
      behind.destroy();
    });
    behind.on('close', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  relay = await startRelay({
    host: '127.0.0.1',
    port: 0,
    authorize: (shown) => {
      askedRestream += 1;
      return shown.kind === 'basic' ? shown.password === PASSWORD : shown.kind === 'digest' && shown.matches(PASSWORD);
    },
  });
  test = await startTestApp(inject('postgresUrl'), {
    rtspPort: relay.port,
    aroundGrabFrame: (real) => async (source) => {
      grabs += 1;
      source.signal?.addEventListener('abort', () => calledOff++);
      await hold;
      return real(source);
    },
  });
  token = await test.bootstrap();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  await insertRestreamAccount(test.db, { username: 'viewer', password: test.secrets.seal(PASSWORD) });
});
afterAll(async () => {
  await test?.close();
  await relay?.close();
  door?.close();
  await camera?.stop();
});
beforeEach(() => {
  [everConnected, askedRestream, grabs, calledOff] = [0, 0, 0, 0];
});
afterEach(() => {
  hold = undefined;
});

const headers = () => ({ authorization: `Bearer ${token}` });
const sourceUrl = () => `rtsp://127.0.0.1:${(door.address() as AddressInfo).port}/main`;
const still = (id: string, more = '') => test.call('GET', `/cameras/${id}/frame.jpg${more}`, { token });
const widthOf = (jpeg: Buffer) => jpeg.readUInt16BE(jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 7);

async function addCamera(name: string, body: object = {}): Promise<string> {
  const made = await test.call('POST', '/config/cameras', { token, body: { name, main_url: sourceUrl(), ...body } });
  return made.body.id;
}
const offer = (cameraId: string, when: 'always' | 'on-demand') =>
  relay.setSource({ cameraId, stream: 'main' }, { kind: 'pull', url: sourceUrl(), when });

describe('a still of now', () => {
  it('comes from the restream: forty widths need one picture and no further connection to the camera', async () => {
    const id = await addCamera('Watched');
    await offer(id, 'always');
    await expect.poll(() => relay.stats().find(({ cameraId }) => cameraId === id)?.state.kind).toBe('streaming');
    expect(everConnected).toBe(1);
    const widths = Array.from({ length: 40 }, (_, index) => 20 + 10 * index);
    const replies = await Promise.all(widths.map((width) => still(id, `?width=${width}`)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => widthOf(body)))).toEqual(new Set([160, 320]));
    expect(widthOf((await still(id)).body)).toBe(320);
    expect([everConnected, grabs]).toEqual([1, 1]);
    test.clock.step(2_500);
    expect((await still(id)).status).toBe(200);
    expect([everConnected, grabs]).toEqual([1, 2]);
    await relay.removeSource({ cameraId: id, stream: 'main' });
  });

  it('has the time when it was taken: a camera that hangs delivers its last picture late, which does not make it new', async () => {
    const id = await addCamera('Late');
    await offer(id, 'always');
    await expect.poll(() => relay.stats().find(({ cameraId }) => cameraId === id)?.state.kind).toBe('streaming');
    const blocked = Promise.withResolvers<void>();
    hold = blocked.promise;
    const askedAtMs = test.clock.now();
    const asked = still(id);
    await expect.poll(() => grabs).toBe(1);
    test.clock.step(11_000);
    blocked.resolve();
    expect(Date.parse(String((await asked).headers['x-picture-time']))).toBe(askedAtMs);
    await relay.removeSource({ cameraId: id, stream: 'main' });
  });

  it('of a camera that is not recorded connects to it once, through the restream', async () => {
    const id = await addCamera('On demand');
    await offer(id, 'on-demand');
    const replies = await Promise.all([still(id), still(id, '?width=160'), still(id, '?width=640')]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(everConnected).toBe(1);
    await relay.removeSource({ cameraId: id, stream: 'main' });
  });

  it('of a new camera is available as soon as the recorder has loaded it', async () => {
    const id = await addCamera('New');
    const asked = still(id);
    await expect.poll(() => askedRestream).toBeGreaterThan(0);
    await offer(id, 'always');
    expect((await asked).status).toBe(200);
    await relay.removeSource({ cameraId: id, stream: 'main' });
  });

  it('of a disabled camera is refused without contacting camera or restream', async () => {
    const id = await addCamera('Disabled', { enabled: false });
    const reply = await still(id);
    expect([reply.status, reply.body.type]).toEqual([409, '/problems/camera-disabled']);
    expect([everConnected, askedRestream]).toEqual([0, 0]);
  });

  it('of a camera that the restream does not have is refused without a connection to it', async () => {
    const id = await addCamera('Unknown to the restream');
    const reply = await still(id);
    expect(reply.body).toMatchObject({
      type: '/problems/camera-unreachable',
      detail: 'The camera is not sending anything.',
    });
    expect(everConnected).toBe(0);
  });

  it('of an offline camera is refused at once, with the recorder’s reason', async () => {
    const id = await addCamera('Away');
    const now = new Date(test.clock.now());
    await recorderBeats(test);
    const detail = 'The camera rejected the user name or password.';
    await replaceStreamStatus(test.db, [
      {
        ...{ cameraId: id, stream: 'main', state: 'rejected', detail, since: now, updatedAt: now, restarts: 0 },
        ...{ bitrateBps: null, lastSegmentEndTs: null, segmentLagMs: null },
        ...{ codecs: null, width: null, height: null, fps: null, audioCodec: null },
      },
    ]);
    expect((await still(id)).body).toMatchObject({ status: 502, type: '/problems/camera-unreachable', detail });
    // It may name hosts, so other users get it as little as in the status.
    const user = { username: 'gus', password: 'seven gates' };
    const role = { name: 'Gate', capabilities: [], camera_ids: [id] };
    const { id: role_id } = (await test.call('POST', '/config/roles', { token, body: role })).body;
    await test.call('POST', '/config/users', { token, body: { ...user, role_id } });
    const { token: other } = (await test.call('POST', '/auth/login', { body: user })).body;
    const reply = await test.call('GET', `/cameras/${id}/frame.jpg`, { token: other });
    expect(reply).toMatchObject({ status: 502, body: { detail: 'The camera is not sending anything.' } });
    expect([everConnected, askedRestream]).toEqual([0, 0]);
    // The reason of a recorder that has stopped since is outdated.
    test.clock.step(60_000);
    expect((await still(id)).body.detail).toBe('The camera is not sending anything.');
  });

  it('is cancelled when all callers have left, and only then', async () => {
    const id = await addCamera('Left');
    await offer(id, 'always');
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const ask = (signal: AbortSignal) =>
      fetch(`${address}/cameras/${id}/frame.jpg?width=160`, { headers: headers(), signal }).then(
        ({ status }) => status,
        () => 'left',
      );
    const [leaver, stayer] = [new AbortController(), new AbortController()];
    // One after the other: a picture does not show how many callers wait for it.
    const stayed = ask(stayer.signal);
    await expect.poll(() => grabs).toBe(1);
    const arriving = nextConnection(test.app.server);
    const left = ask(leaver.signal);
    const noticed = once(await arriving, 'close');
    await test.call('GET', '/cameras', { token });
    leaver.abort();
    expect(await left).toBe('left');
    await noticed;
    expect(calledOff).toBe(0);
    release();
    expect(await stayed).toBe(200);
    test.clock.step(2_500);
    hold = new Promise(() => {});
    const both = new AbortController();
    const asked = [ask(both.signal), ask(both.signal)];
    await expect.poll(() => grabs).toBe(2);
    both.abort();
    expect(await Promise.all(asked)).toEqual(['left', 'left']);
    await expect.poll(() => calledOff).toBe(1);
    await relay.removeSource({ cameraId: id, stream: 'main' });
  });
});

it('without a recorder a still reports that it is not running, and does not contact the camera', async () => {
  const alone = await startTestApp(inject('postgresUrl'), { rtspPort: 1 });
  try {
    const admin = await alone.bootstrap();
    const made = await alone.call('POST', '/config/cameras', {
      token: admin,
      body: { name: 'Alone', main_url: sourceUrl() },
    });
    const ask = () => alone.call('GET', `/cameras/${made.body.id}/frame.jpg`, { token: admin });
    const problem = { status: 502, type: '/problems/camera-unreachable', detail: 'The recorder is not running.' };
    expect((await ask()).body).toMatchObject(problem);
    await insertRestreamAccount(alone.db, { username: 'viewer', password: alone.secrets.seal(PASSWORD) });
    expect((await ask()).body).toMatchObject(problem);
    expect(everConnected).toBe(0);
  } finally {
    await alone.close();
  }
});

it('testing an address connects to it, and is cancelled when the caller leaves', async () => {
  const silent = createServer((socket) => {
    connected.add(socket);
    socket.on('error', () => undefined).on('close', () => connected.delete(socket));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  await expect.poll(() => connected.size).toBe(0);
  const left = new AbortController();
  const asked = fetch(`${address}/config/cameras/test`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify({ url: `rtsp://127.0.0.1:${(silent.address() as AddressInfo).port}/x` }),
    signal: left.signal,
  }).catch(() => 'left');
  await expect.poll(() => connected.size).toBe(1);
  left.abort();
  expect(await asked).toBe('left');
  await expect.poll(() => connected.size).toBe(0);
  silent.close();
});
