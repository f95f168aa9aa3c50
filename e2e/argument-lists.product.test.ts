import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Stats } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStream } from '@holdfast/media';
import { freePort, type GstCamera, gstLaunch, startGstCamera, until } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type ArgumentLists, watchArgumentLists } from './argument-lists.ts';
import { type RunningProduct, startProduct } from './running-product.ts';

const PASSWORDS = { rtsp: 'pw-of-the-rtsp-camera', http: 'pw-of-the-http-camera' };
const RTSP_ACCOUNT = { kind: 'digest', username: 'admin', password: PASSWORDS.rtsp } as const;

let folder: string;
let product: RunningProduct;
let rtspPort: number;
let rtspCamera: GstCamera;
let httpCamera: Server;
let lists: ArgumentLists;
const encoders = new Set<ChildProcess>();

/** MPEG-TS over HTTP with a password: a camera that a child process has to publish. */
function startHttpCamera(): Server {
  const wanted = `Basic ${Buffer.from(`admin:${PASSWORDS.http}`).toString('base64')}`;
  return createServer((request, response) => {
    if (request.headers.authorization !== wanted)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="cam"' }).end();
    const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10'];
    const encoding = [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-tune',
      'zerolatency',
      '-g',
      '10',
      '-f',
      'mpegts',
      '-',
    ];
    const encoder = spawn('ffmpeg', ['-v', 'quiet', ...picture, ...encoding], { stdio: ['ignore', 'pipe', 'ignore'] });
    encoders.add(encoder);
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    encoder.stdout.pipe(response);
    response.on('close', () => encoder.kill('SIGKILL'));
  }).listen(0, '127.0.0.1');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-arguments-'));
  rtspCamera = await startGstCamera({ mounts: { '/main': gstLaunch.h265() }, account: RTSP_ACCOUNT });
  httpCamera = startHttpCamera();
  await once(httpCamera, 'listening');
  rtspPort = await freePort();
  product = await startProduct(join(folder, 'data'), { RTSP_PORT: String(rtspPort) });
  lists = watchArgumentLists(product.process.pid ?? 0);
});
afterAll(async () => {
  lists?.stop();
  await product?.stop();
  httpCamera?.closeAllConnections();
  httpCamera?.close();
  for (const encoder of encoders) encoder.kill('SIGKILL');
  await rtspCamera?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

it('shows no secret in any argument list', async () => {
  const { token } = await product.client().auth.bootstrap({ body: { username: 'ann', password: 'correct horse' } });
  const admin = product.client(token);
  const get = (path: string) => fetch(`${product.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });

  // Testing an address, recording, publishing.
  const urls = {
    gate: rtspCamera.url('/main').replace('//', `//admin:${PASSWORDS.rtsp}@`),
    yard: `http://admin:${PASSWORDS.http}@127.0.0.1:${(httpCamera.address() as AddressInfo).port}/live.ts`,
  };
  const [gate = '', yard = ''] = await Promise.all(
    Object.entries(urls).map(async ([name, main_url]) => {
      await admin.cameras.test({ body: { url: main_url } });
      return (await admin.cameras.create({ body: { name, main_url } })).id;
    }),
  );
  // Live: copied, and transcoded.
  const watching = [`/live/${gate}`, `/live/${gate}?transcode=h264`, `/live/${yard}`].map((path) => {
    const seen = { bytes: 0, socket: undefined as WebSocket | undefined };
    const open = () => {
      seen.socket = new WebSocket(`${product.baseUrl.replace('http', 'ws')}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      seen.socket.on('message', (data) => {
        seen.bytes += (data as Buffer).length;
      });
      seen.socket.on('error', () => undefined);
      seen.socket.on('close', () => seen.bytes === 0 && setTimeout(open, 200));
    };
    open();
    return seen;
  });
  await until(() => watching.every(({ bytes }) => bytes > 5_000));

  // Live stills, recorded stills, transcoded playback, an export.
  await until(async () => (await get(`/cameras/${gate}/frame.jpg`)).status === 200);
  const recorded = await until(async () => {
    const reply = await get(`/play/${gate}?ts=${new Date(Date.now() - 60_000).toISOString()}`);
    return reply.status === 200 && ((await reply.json()) as { start_ts: string; duration_ms: number });
  });
  const startMs = Date.parse(recorded.start_ts);
  expect((await get(`/cameras/${gate}/frame.jpg?ts=${recorded.start_ts}`)).status).toBe(200);
  const playlist = await (await get(`/hls/${gate}/${startMs}-${startMs + 60_000}.m3u8?transcode=h264`)).text();
  const [media] = /media\/\S+/.exec(playlist) ?? [];
  expect((await get(`/hls/${gate}/${media}`)).status).toBe(200);
  const end = new Date(startMs + Math.max(1_000, recorded.duration_ms)).toISOString();
  const made = await admin.exports.create({ body: { camera_ids: [gate], start: recorded.start_ts, end } });
  await until(async () => (await admin.exports.get({ params: { id: made.id } })).state === 'done');
  for (const { socket } of watching) socket?.close();
  lists.stop();

  const all = [...lists.seen];
  // The programs whose arguments are checked did run.
  const ran = (pattern: RegExp) => all.some((list) => pattern.test(list));
  expect([ran(/ffprobe/), ran(/libx264/), ran(/-f rtsp /), ran(/mjpeg/)]).toEqual([true, true, true, true]);

  const { account } = await admin.restream.get();
  const secrets = [...Object.values(PASSWORDS), account?.password ?? '-', token, 'correct horse'];
  for (const list of all) {
    for (const secret of secrets) expect(list).not.toContain(secret);
    expect(list).not.toMatch(/:\/\/[^/\s]*:[^/\s]*@/);
  }
  // A leaked ticket gives no access: neither to its own stream nor to anything else.
  const tickets = all.flatMap((list) => [...list.matchAll(/[?&]token=([\w-]+)/g)].map(([, ticket = '']) => ticket));
  expect(tickets.length).toBeGreaterThan(0);
  for (const ticket of new Set(tickets))
    for (const cameraId of [gate, yard]) {
      const url = `rtsp://127.0.0.1:${rtspPort}/${cameraId}/main?token=${ticket}`;
      expect((await describeStream({ url, signal: AbortSignal.timeout(30_000) })).kind).not.toBe('described');
    }
});

it('lets no other user of the machine read what it wrote, footage included', async () => {
  const below = await readdir(join(folder, 'data'), { recursive: true });
  // Files of the database come and go while it runs.
  const modes = await Promise.all(
    below.map(async (name) => ({ name, stat: await lstat(join(folder, 'data', name)).catch(() => undefined) })),
  );
  expect(modes.filter(({ name }) => /^footage\/.*\.mp4$/.test(name)).length).toBeGreaterThan(0);
  const isOpen = (stat: Stats | undefined) => stat !== undefined && !stat.isSocket() && (stat.mode & 0o077) !== 0;
  expect(modes.filter(({ stat }) => isOpen(stat)).map(({ name }) => name)).toEqual([]);
});
