import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { createPermits } from '@holdfast/kit';
import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFrameGrabber } from '../stills/grab-frame.ts';
import { createSourceProber } from './probe-source.ts';

let folder = '';
let camera: GstCamera;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'read-camera-'));
  camera = await startGstCamera({ mounts: { '/main': gstLaunch.h264({ size: '160x120' }) } });
});
afterAll(async () => {
  await camera?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const open = new Set<{ close(): void }>();
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of open) server.close();
  open.clear();
});
const listen = async (server: Server): Promise<number> => {
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  open.add(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const probe = createSourceProber({ ffprobePath: 'ffprobe', outbound: {}, timeoutMs: 60_000 });
const grab = createFrameGrabber({ ffmpegPath: 'ffmpeg', outbound: {}, timeoutMs: 60_000 });

describe('a camera', () => {
  it.each([
    ['mpegts', 'video/mp2t', ['-c:v', 'libx264']],
    ['mpjpeg', 'multipart/x-mixed-replace;boundary=ffmpeg', ['-c:v', 'mjpeg']],
    ['mp4', 'video/mp4', ['-c:v', 'libx264', '-movflags', 'frag_keyframe+empty_moov']],
    ['flv', 'video/x-flv', ['-c:v', 'libx264']],
    ['matroska', 'video/x-matroska', ['-c:v', 'libx264']],
  ])('may send %s over HTTP', async (format, type, codec) => {
    const file = join(folder, format);
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10:duration=2'];
    execFileSync('ffmpeg', ['-v', 'error', ...source, '-pix_fmt', 'yuvj420p', ...codec, '-f', format, file]);
    const port = await listen(
      createHttpServer((_request, reply) => reply.writeHead(200, { 'content-type': type }).end(readFileSync(file))),
    );
    const url = `http://127.0.0.1:${port}/stream`;
    expect(await probe(url)).toMatchObject({ kind: 'ok', facts: { video: { width: 160, height: 120 } } });
    expect(await grab({ url })).toMatchObject({ kind: 'ok' });
  });

  it('may use RTSP over TLS with a self-signed certificate', async () => {
    const key = join(folder, 'key.pem');
    const cert = join(folder, 'cert.pem');
    const subject = ['-subj', '/CN=camera', '-days', '2', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' });
    const port = await listen(
      createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
        const inner = connect(camera.port, '127.0.0.1').on('error', () => socket.destroy());
        socket.on('error', () => inner.destroy());
        socket.pipe(inner).pipe(socket);
      }),
    );
    expect(await probe(`rtsps://127.0.0.1:${port}/main`)).toMatchObject({
      kind: 'ok',
      facts: { video: { codec: 'h264' } },
    });
  });

  it('that does not support TLS although its address says so is reported', async () => {
    expect(await probe(`rtsps://127.0.0.1:${camera.port}/main`)).toEqual({
      kind: 'unreachable',
      reason: expect.stringMatching(/^camera-(not-tls|connection-failed)$/),
    });
  });
});

describe('concurrent processes', () => {
  /** The ffmpeg processes that this process has started. */
  const running = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          const [, name, rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
          return name === 'ffmpeg' && rest.split(' ')[0] !== 'Z' && Number(rest.split(' ')[1]) === process.pid;
        } catch {
          return false;
        }
      }).length;
  /** Answers and then goes silent, so that its reader stays. */
  const silentCamera = () => listen(createServer(() => undefined));

  it('are limited by the permits, and end when their result is not needed', async () => {
    const port = await silentCamera();
    const few = createFrameGrabber({
      ffmpegPath: 'ffmpeg',
      outbound: {},
      permits: createPermits(2),
      timeoutMs: 60_000,
    });
    const left = new AbortController();
    const asked = Array.from({ length: 8 }, (_, index) =>
      few({ url: `rtsp://127.0.0.1:${port}/${index}`, signal: left.signal }),
    );
    await expect.poll(running).toBe(2);
    left.abort();
    const answers = await Promise.all(asked);
    expect(answers.map(({ kind }) => kind)).toEqual(Array(8).fill('unreachable'));
    expect(running()).toBe(0);
  });

  it('that were never needed are not started', async () => {
    const port = await silentCamera();
    const url = `rtsp://127.0.0.1:${port}/x`;
    expect(await grab({ url, signal: AbortSignal.abort() })).toMatchObject({ kind: 'unreachable' });
    expect(await probe(url, AbortSignal.abort())).toMatchObject({ kind: 'unreachable' });
    expect(running()).toBe(0);
  });
});
