import { insertRestreamAccount } from '@holdfast/db';
import { LOST_WITHIN_MS } from '@holdfast/kit';
import { type Relay, startRelay } from '@holdfast/media';
import { type GstCamera, gstLaunch, startChromium, startGstCamera } from '@holdfast/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let admin: string;
let cameraId: string;
let camera: GstCamera;
let relay: Relay;
let browser: Browser;

beforeAll(async () => {
  // Small pictures, because a dozen viewers decode each.
  const h264 = gstLaunch.h264({ size: '160x120', fps: 10, keyframeEvery: 10 });
  camera = await startGstCamera({
    mounts: { '/main': `${h264} ${gstLaunch.pcmu()}`, '/sub': gstLaunch.h265() },
  });
  relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
  test = await startTestApp(inject('postgresUrl'), { rtspPort: relay.port });
  admin = await test.bootstrap();
  await insertRestreamAccount(test.db, { username: 'viewer', password: test.secrets.seal('any') });
  cameraId = await newCamera('Gate');
  relay.setSource({ cameraId, stream: 'main' }, { kind: 'pull', url: camera.url('/main'), when: 'always' });
  // Only refused here: to encode H.265 all the time would cost as much as the rest.
  relay.setSource({ cameraId, stream: 'sub' }, { kind: 'pull', url: camera.url('/sub'), when: 'on-demand' });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await test?.close();
  await relay?.close();
  await camera?.stop();
});

async function newCamera(name: string): Promise<string> {
  const body = { name, main_url: 'rtsp://127.0.0.1:1/x' };
  return (await test.call('POST', '/config/cameras', { token: admin, body })).body.id as string;
}

const readers = (stream: 'main' | 'sub' = 'main') => relay.stats().find((source) => source.stream === stream)?.readers;

/** A page that can call: `call(token)` resolves to the server's reply and keeps the connection in `calls`. */
async function newPage(): Promise<Page> {
  const page = await browser.newPage();
  await page.route('**/player.html', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(`${test.app.listeningOrigin}/player.html`);
  await page.evaluate(`
    window.calls = [];
    window.newOffer = async () => {
      const connection = new RTCPeerConnection();
      connection.addTransceiver('video', { direction: 'recvonly' });
      connection.addTransceiver('audio', { direction: 'recvonly' });
      await connection.setLocalDescription(await connection.createOffer());
      return connection;
    };
    window.call = async (token) => {
      const connection = await newOffer();
      calls.push(connection);
      const headers = { 'content-type': 'application/sdp', authorization: 'Bearer ' + token };
      const reply = await fetch('/live/${cameraId}/whep', { method: 'POST', headers, body: connection.localDescription.sdp });
      await connection.setRemoteDescription({ type: 'answer', sdp: await reply.text() });
      return reply.headers.get('location');
    };
    window.received = async (kind) => Math.min(...await Promise.all(calls.map(async (connection) => {
      const stats = [...(await connection.getStats()).values()].find((one) => one.type === 'inbound-rtp' && one.kind === kind);
      return kind === 'video' ? stats?.framesDecoded ?? 0 : stats?.packetsReceived ?? 0;
    })));
  `);
  return page;
}
const call = (page: Page, token: string) => page.evaluate(`call(${JSON.stringify(token)})`) as Promise<string>;
const received = (page: Page, kind: 'video' | 'audio') => () => page.evaluate(`received('${kind}')`) as Promise<number>;
const offerText = async () => {
  const page = await newPage();
  const sdp = (await page.evaluate('newOffer().then((one) => one.localDescription.sdp)')) as string;
  await page.close();
  return sdp;
};
const offer = (body: string, { query = '', type = 'application/sdp', token = admin, id = cameraId } = {}) =>
  test.call('POST', `/live/${id}/whep${query}`, { token, body, headers: { 'content-type': type } });

describe('watching over WebRTC', () => {
  it('shows video and audio as the camera sends them, with one reader for all viewers', async () => {
    const page = await newPage();
    for (let i = 0; i < 8; i += 1) await call(page, admin);
    await expect.poll(received(page, 'video')).toBeGreaterThan(5);
    await expect.poll(received(page, 'audio')).toBeGreaterThan(5);
    // A later viewer starts on a keyframe too.
    await call(page, admin);
    await expect.poll(received(page, 'video')).toBeGreaterThan(5);
    expect(readers()).toBe(1);
    await page.close();
    // They left without a message; the camera is released anyway.
    await expect.poll(() => readers()).toBe(0);
  });

  it('ends when the viewer hangs up, and cannot be ended by others', async () => {
    const page = await newPage();
    const session = await call(page, admin);
    await expect.poll(received(page, 'video')).toBeGreaterThan(0);
    const { token } = await newViewer('bob');
    expect((await test.call('DELETE', session, { token })).status).toBe(404);
    expect((await test.call('DELETE', session, { token: admin })).status).toBe(204);
    expect((await test.call('DELETE', session, { token: admin })).status).toBe(404);
    await expect.poll(() => page.evaluate('calls[0].connectionState')).not.toBe('connected');
    await page.close();
  });

  it('ends within 15 s for a viewer who loses the camera, and continues for the others', async () => {
    const page = await newPage();
    const { token, roleId } = await newViewer('ann');
    // The test triggers the server's periodic checks; packets keep flowing.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await call(page, token);
    await call(page, admin);
    await expect.poll(received(page, 'video')).toBeGreaterThan(0);
    await test.call('PUT', `/config/roles/${roleId}`, { token: admin, body: { camera_ids: [] } });
    vi.advanceTimersByTime(LOST_WITHIN_MS);
    await expect.poll(() => page.evaluate('calls[0].connectionState')).not.toBe('connected');
    await page.evaluate('calls.shift()');
    const before = await received(page, 'video')();
    await expect.poll(received(page, 'video')).toBeGreaterThan(before);
    await page.close();
  });
});

async function newViewer(username: string, id = cameraId): Promise<{ token: string; roleId: string }> {
  const role = { name: username, capabilities: [], camera_ids: [id] };
  const roleId = (await test.call('POST', '/config/roles', { token: admin, body: role })).body.id;
  const account = { username, password: 'long enough' };
  await test.call('POST', '/config/users', { token: admin, body: { ...account, role_id: roleId } });
  test.clock.step(60_000);
  return { token: (await test.call('POST', '/auth/login', { body: account })).body.token, roleId };
}

describe('an offer', () => {
  it('for H.265 is refused with the alternative', async () => {
    const reply = await offer(await offerText(), { query: '?stream=sub' });
    expect([reply.status, reply.body.type]).toEqual([409, '/problems/codec-unsupported']);
    expect(reply.body.detail).toContain('transcode=h264');
    // The stream was opened for the check, and is released.
    await expect.poll(() => readers('sub')).toBe(0);
  });

  it('for an offline camera is refused with the reason', async () => {
    const reply = await offer(await offerText(), { id: await newCamera('Away') });
    expect([reply.status, reply.body.type]).toEqual([502, '/problems/camera-unreachable']);
  });

  it('is answered with our own addresses only, and with audio only if it can be passed on', async () => {
    const reply = await offer(await offerText());
    const answer = String(reply.body);
    expect([reply.status, reply.headers['content-type']]).toEqual([201, 'application/sdp']);
    expect(answer).toMatch(/^a=ice-lite/m);
    const named = [...answer.matchAll(/^a=candidate:\S+ \d \S+ \d+ (\S+)/gm)].map(([, address]) => address);
    expect(new Set(named)).toEqual(new Set(['127.0.0.1']));
    expect(answer).not.toMatch(/typ (srflx|relay)/);
    expect(answer).toMatch(/^a=rtpmap:0 PCMU\/8000/im);
    await test.call('DELETE', String(reply.headers.location), { token: admin });
  });

  it.each([
    ['garbage', 'not sdp at all', {}, 422, 'invalid'],
    ['half an offer', 'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n', {}, 422, 'invalid'],
    ['JSON', '{}', { type: 'application/json' }, 415, 'unsupported-media-type'],
    ['a giant', `v=0\r\n${'a=x\r\n'.repeat(20_000)}`, {}, 413, 'too-large'],
  ])('of %s is a clear problem', async (_title, body, options, status, code) => {
    const reply = await offer(body, options);
    expect([reply.status, reply.body.type]).toEqual([status, `/problems/${code}`]);
  });

  it('with invalid credentials or fingerprint is refused or never connects, without side effects', async () => {
    const sound = await offerText();
    const odd = [
      sound.replaceAll(/a=fingerprint:.*/g, 'a=fingerprint:sha-256 zz'),
      sound.replaceAll(/a=ice-pwd:.*/g, 'a=ice-pwd:'),
      sound.replaceAll(/a=mid:.*/g, 'a=mid:7'),
      sound.replaceAll(/a=rtpmap:\d+ H264.*/g, 'a=rtpmap:96 H264/1'),
      sound.replaceAll(/a=setup:.*\r\n/g, ''),
    ];
    for (const body of odd) {
      const reply = await offer(body);
      expect([201, 409, 422]).toContain(reply.status);
      if (reply.status === 201) await test.call('DELETE', String(reply.headers.location), { token: admin });
    }
    expect((await test.call('GET', '/health')).status).toBe(200);
  });

  it.each([
    ['the camera is not there', 502, async () => ({ id: await newCamera('Gone') })],
    ['it shows nothing a browser can play here', 409, async () => ({ query: '?stream=sub' })],
  ])('that fails half-way because %s leaves no place taken', async (_why, status, options) => {
    const sdp = await offerText();
    const target = { id: cameraId, ...(await options()) };
    const { token } = await newViewer(`unlucky ${status}`, target.id);
    // Together more than the places of one user.
    for (let wave = 0; wave < 2; wave += 1) {
      const replies = await Promise.all(Array.from({ length: 40 }, () => offer(sdp, { ...target, token })));
      expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([status]));
    }
  });

  it('without a connection holds its place for a limited time', async () => {
    const sdp = await offerText();
    const { token } = await newViewer('greedy');
    // The test lets the time of the connections pass.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const replies = await Promise.all(Array.from({ length: 80 }, () => offer(sdp, { token })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 429]));
    expect((await offer(sdp, { token })).status).toBe(429);
    vi.advanceTimersByTime(30_000);
    await expect.poll(async () => (await offer(sdp, { token })).status).toBe(201);
  });
});

it('an SDP body is accepted only by the WHEP route', async () => {
  const reply = await test.call('POST', '/auth/login', { body: 'v=0', headers: { 'content-type': 'application/sdp' } });
  expect([reply.status, reply.body.type]).toEqual([415, '/problems/unsupported-media-type']);
});
