import { setTimeout as pause } from 'node:timers/promises';
import { clockDifference, PATIENCE_MS, readClock, until } from '@holdfast/testkit';
import type { Browser } from 'playwright-core';

const PAGE = '<!doctype html><video muted autoplay></video><canvas width="160" height="96"></canvas>';
const READINGS = 16;
const BETWEEN_READINGS_MS = 200;

/** A minimal viewer: appends the data and stays close to the newest picture. */
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

/** The same over WebRTC: one request, after which the browser plays by itself. */
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

const players = { MSE: WATCH, WebRTC: CALL };
export type LiveTransport = keyof typeof players;

export interface LivePlayback {
  firstFrameMs: number;
  /** How far the shown picture is behind, sorted. */
  lagsMs: number[];
  /** Stops watching. */
  close(): Promise<void>;
}

export interface LiveTarget {
  origin: string;
  cameraId: string;
  token: string;
}

/** Opens a page that watches a camera that shows a clock, and reads the clock for a while. */
export async function showLive(
  browser: Browser,
  {
    origin,
    cameraId,
    token,
    transport,
    readings = READINGS,
  }: LiveTarget & { transport: LiveTransport; readings?: number },
): Promise<LivePlayback> {
  const page = await browser.newPage();
  await page.route('**/player.html', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
  await page.goto(`${origin}/player.html`);
  const watchUrl = `${origin.replace('http', 'ws')}/live/${cameraId}?token=${token}`;
  const whepUrl = `${origin}/live/${cameraId}/whep?token=${token}`;
  const addresses = `window.watchUrl = ${JSON.stringify(watchUrl)}; window.whepUrl = ${JSON.stringify(whepUrl)};`;
  await page.evaluate(`window.readClock = ${readClock.toString()}; ${addresses} ${CLOCK} ${players[transport]}`);
  await page.waitForFunction('window.firstFrameMs !== undefined', undefined, { timeout: PATIENCE_MS });
  const lagsMs: number[] = [];
  await until(async () => {
    await pause(BETWEEN_READINGS_MS);
    const { clock, now } = (await page.evaluate('pictureClock()')) as { clock?: number; now: number };
    if (clock !== undefined) lagsMs.push(clockDifference(now, clock));
    return lagsMs.length >= readings;
  });
  lagsMs.sort((a, b) => a - b);
  const firstFrameMs = Math.round(Number(await page.evaluate('firstFrameMs')));
  return { firstFrameMs, lagsMs, close: () => page.close() };
}
