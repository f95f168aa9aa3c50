import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startChromium } from './chromium.ts';

export interface SeenPicture {
  currentTime: number;
  /** Checksum of the pixels. */
  checksum: number;
}

/** Plays a file in Chromium, served with range support, and returns the picture at each of these times. */
export async function seekInChromium(path: string, times: readonly number[]): Promise<SeenPicture[]> {
  const server = await serveFile(path);
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const seen: SeenPicture[] = [];
    for (const time of times) seen.push(await page.evaluate(lookAt, time));
    return seen;
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/**
 * Runs in the page. The end of a seek is announced before its picture is drawn, so that is waited for as well; if the picture
 * is the one that is shown already, nothing is drawn.
 */
const lookAt = async (time: number): Promise<SeenPicture> => {
  const video = document.querySelector('video');
  if (!video) throw new Error('no video');
  const heard = (name: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(name, () => resolve(), { once: true });
      video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
    });
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await heard('loadeddata');
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const drawn = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  const sought = heard('seeked');
  video.currentTime = time;
  await sought;
  await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, 3_000))]);
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(video, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let checksum = 0;
  for (const value of data) checksum = (checksum * 31 + value) | 0;
  return { currentTime: video.currentTime, checksum };
};

async function serveFile(path: string) {
  const { size } = await stat(path);
  const server = createServer((request, reply) => {
    if (request.url === '/') {
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<video src="/clip.mp4" preload="auto" muted></video>');
      return;
    }
    const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    const end = to ? Number(to) : size - 1;
    const headers = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', 'content-length': end - start + 1 };
    reply.writeHead(from === undefined ? 200 : 206, { ...headers, 'content-range': `bytes ${start}-${end}/${size}` });
    createReadStream(path, { start, end }).pipe(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
