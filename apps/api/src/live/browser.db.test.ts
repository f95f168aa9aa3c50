import { insertRestreamAccount } from '@holdfast/db';
import { type Relay, startRelay } from '@holdfast/media';
import { type ClockCamera, clockDifference, readClock, startChromium, startClockCamera } from '@holdfast/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

const PAGE = '<!doctype html><video muted autoplay></video><canvas width="160" height="96"></canvas>';
let test: TestApp;
let relay: Relay;
let camera: ClockCamera;
let browser: Browser;
let watchUrl: string;
let whepUrl: string;

beforeAll(async () => {
  relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
  test = await startTestApp(inject('postgresUrl'), { rtspPort: relay.port });
  const admin = await test.bootstrap();
  await insertRestreamAccount(test.db, { username: 'viewer', password: test.secrets.seal('any') });
  const created = await test.call('POST', '/config/cameras', {
    token: admin,
    body: { name: 'Clock', main_url: 'rtsp://127.0.0.1:1/x' },
  });
  const cameraId = created.body.id as string;
  relay.setSource({ cameraId, stream: 'main' }, { kind: 'publish' });
  camera = startClockCamera(`rtsp://publisher:any@127.0.0.1:${relay.port}/${cameraId}/main`);
  const { token } = (await test.call('GET', `/media-token?camera_id=${cameraId}`, { token: admin })).body;
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  watchUrl = `${test.app.listeningOrigin.replace('http', 'ws')}/live/${cameraId}?token=${token}`;
  whepUrl = `${test.app.listeningOrigin}/live/${cameraId}/whep?token=${token}`;
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await camera?.stop();
  await test?.close();
  await relay?.close();
});

/** What a page does to watch: append what comes, and stay close to the newest picture. */
const WATCH = `
  window.video = document.querySelector('video');
  window.beganMs = performance.now();
  video.requestVideoFrameCallback(() => { window.firstFrameMs = performance.now() - beganMs; });
  const source = new MediaSource();
  video.src = URL.createObjectURL(source);
  source.addEventListener('sourceopen', () => {
    const socket = new WebSocket(watchUrl);
    socket.binaryType = 'arraybuffer';
    const waiting = [];
    let buffer;
    const append = () => { if (buffer && !buffer.updating && waiting.length > 0) buffer.appendBuffer(waiting.shift()); };
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') {
        buffer = source.addSourceBuffer(JSON.parse(data).mime_type);
        buffer.addEventListener('updateend', () => {
          if (video.buffered.length > 0 && video.buffered.end(0) - video.currentTime > 0.6) video.currentTime = video.buffered.end(0) - 0.1;
          append();
        });
        return;
      }
      waiting.push(data);
      append();
    };
  });
`;

/** The same over WebRTC: one request, and the browser does the rest. */
const CALL = `
  window.video = document.querySelector('video');
  window.beganMs = performance.now();
  video.requestVideoFrameCallback(() => { window.firstFrameMs = performance.now() - beganMs; });
  const connection = new RTCPeerConnection();
  connection.addTransceiver('video', { direction: 'recvonly' });
  connection.addTransceiver('audio', { direction: 'recvonly' });
  connection.ontrack = ({ track }) => { if (track.kind === 'video') video.srcObject = new MediaStream([track]); };
  (async () => {
    await connection.setLocalDescription(await connection.createOffer());
    const headers = { 'content-type': 'application/sdp' };
    const reply = await fetch(whepUrl, { method: 'POST', headers, body: connection.localDescription.sdp });
    window.session = reply.headers.get('location');
    await connection.setRemoteDescription({ type: 'answer', sdp: await reply.text() });
  })();
`;

const CLOCK = `
  window.pictureClock = () => {
    const context = document.querySelector('canvas').getContext('2d', { willReadFrequently: true });
    context.drawImage(video, 0, 0, 160, 96);
    return { clock: readClock(context.getImageData(0, 0, 160, 96).data), now: Date.now() };
  };
`;

interface Showing {
  page: Page;
  firstFrameMs: number;
  /** Of now behind what the picture shows, in order. */
  lags: number[];
}

/** Opens a page, runs what watches in it, and reads the clock in the picture for a while. */
async function show(watching: string): Promise<Showing> {
  const page = await browser.newPage();
  await page.route('**/player.html', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
  await page.goto(`${test.app.listeningOrigin}/player.html`);
  const addresses = `window.watchUrl = ${JSON.stringify(watchUrl)}; window.whepUrl = ${JSON.stringify(whepUrl)};`;
  await page.evaluate(`window.readClock = ${readClock.toString()}; ${addresses} ${CLOCK} ${watching}`);
  await page.waitForFunction('window.firstFrameMs !== undefined', undefined, { timeout: 240_000 });
  const lags: number[] = [];
  await expect
    .poll(
      async () => {
        const { clock, now } = (await page.evaluate('pictureClock()')) as { clock?: number; now: number };
        if (clock !== undefined) lags.push(clockDifference(now, clock));
        return lags.length;
      },
      { interval: 200 },
    )
    .toBeGreaterThan(15);
  lags.sort((a, b) => a - b);
  return { page, firstFrameMs: Math.round(Number(await page.evaluate('firstFrameMs'))), lags };
}

it.each([
  ['MSE', WATCH],
  ['WebRTC', CALL],
])('shows the live picture over %s, for the first viewer and for who comes late', async (way, watching) => {
  await expect.poll(() => relay.stats()[0]?.state.kind).toBe('streaming');
  for (const viewer of ['first', 'late']) {
    const { firstFrameMs, lags } = await show(watching);
    console.log(
      `live over ${way}, ${viewer} viewer: first frame ${firstFrameMs} ms, lag median ${lags[7]} ms, worst ${lags.at(-1)} ms`,
    );
    // The picture is of now, not of when the page was opened.
    expect(lags[7]).toBeLessThan(5_000);
  }
});
