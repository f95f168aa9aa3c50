import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger, systemClock } from '@holdfast/kit';
import { childEnv } from '@holdfast/media';
import { freePort } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../testing/installation.ts';
import { type Restream, startRestream } from './restream.ts';
import { createTickets } from './tickets.ts';

const run = promisify(execFile);
const cameraId = 'b2f9d1f4-1111-4222-8333-444455556666';
const tickets = createTickets(systemClock);
let server: Server;
let restream: Restream;
let folder: string;

const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10'];
const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '10'];

/** An encoder that ends sooner than this did not serve anybody for long. */
const SHORT_MS = 1_000;
const MOST_SHORT_RUNS = 20;

/** A camera that serves one reader at a time. `failed` rejects if it cannot serve, for example because the port is taken. */
function keepServing(args: readonly string[]) {
  let isWanted = true;
  let encoder: ChildProcess | undefined;
  let shortRuns = 0;
  let restart: NodeJS.Timeout | undefined;
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const serve = () => {
    const startedMs = performance.now();
    const errors: string[] = [];
    const started = spawn('ffmpeg', ['-v', 'error', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    encoder = started;
    started.stderr.on('data', (data: Buffer) => errors.push(String(data)));
    started.on('close', () => {
      if (!isWanted) return;
      shortRuns = performance.now() - startedMs < SHORT_MS ? shortRuns + 1 : 0;
      if (shortRuns === MOST_SHORT_RUNS) return reject(new Error(`The camera cannot serve: ${errors.join('')}`));
      restart = setTimeout(serve, 100);
    });
  };
  serve();
  return {
    failed,
    stop() {
      isWanted = false;
      clearTimeout(restart);
      encoder?.kill('SIGKILL');
    },
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publisher-'));
  // A camera that sends MPEG-TS over HTTP in real time to clients with the password.
  server = createServer((request, response) => {
    if (request.headers.authorization !== `Basic ${Buffer.from('admin:s3cret').toString('base64')}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="cam"' }).end();
      return;
    }
    const encoder = spawn('ffmpeg', ['-v', 'quiet', ...picture, ...encoding, '-f', 'mpegts', '-'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    encoder.stdout.pipe(response);
    response.on('close', () => encoder.kill('SIGKILL'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  restream = await startRestream({
    host: '127.0.0.1',
    port: 0,
    auth: {
      issueTicket: tickets.issue,
      authorize: (shown, access) => shown.kind === 'token' && tickets.redeem(shown.token, access),
    },
    ffmpeg: { path: 'ffmpeg', env: childEnv(process.env) },
    outbound: {},
    log: createLogger({ name: 'test', level: 'silent' }),
  });
});
afterAll(async () => {
  await restream?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

describe('a camera that does not speak RTSP', () => {
  it('is published unchanged, with its password on no command line, and removed with its source', async () => {
    const { port } = server.address() as { port: number };
    const url = `http://admin:s3cret@127.0.0.1:${port}/live.ts`;
    const ref = { cameraId, stream: 'main' } as const;
    await restream.setSources([{ ...ref, url, when: 'always', convert: false }]);
    await until(() => restream.states.stateOf(ref).kind === 'streaming');
    const { stdout: processes } = await run('ps', ['-eo', 'args']);
    expect(processes).not.toContain('s3cret');
    const args = [
      '-v',
      'error',
      '-rtsp_transport',
      'tcp',
      '-select_streams',
      'v',
      '-show_entries',
      'stream=codec_name,width',
    ];
    const { stdout } = await run('ffprobe', [...args, '-of', 'csv=p=0', restream.childUrl(ref, 'read')]);
    expect(stdout.trim()).toBe('h264,160');
    await restream.setSources([]);
    await until(async () => !(await run('ps', ['-eo', 'args'])).stdout.includes(`${cameraId}/main`));
  });

  it.each([
    ['rtmp', (port: number) => ['-f', 'flv', '-listen', '1', `rtmp://127.0.0.1:${port}/live/cam`], '/live/cam'],
    ['srt', (port: number) => ['-f', 'mpegts', `srt://127.0.0.1:${port}?mode=listener`], ''],
  ])('is read over %s', async (scheme, output, path) => {
    const port = await freePort();
    const url = `${scheme}://127.0.0.1:${port}${path}`;
    const ref = { cameraId, stream: 'main' } as const;
    const camera = keepServing([...picture, ...encoding, ...output(port)]);
    try {
      await restream.setSources([{ ...ref, url, when: 'always', convert: false }]);
      await Promise.race([camera.failed, until(() => restream.states.stateOf(ref).kind === 'streaming')]);
      const video = ['-select_streams', 'v', '-show_entries', 'stream=codec_name,width'];
      const ask = ['-v', 'error', '-rtsp_transport', 'tcp', ...video, '-of', 'csv=p=0', restream.childUrl(ref, 'read')];
      expect((await run('ffprobe', ask)).stdout.trim()).toBe('h264,160');
    } finally {
      camera.stop();
      await restream.setSources([]);
    }
  });

  it.each(['mjpeg', 'mpeg4'])('and sends %s is transcoded to H.264 if an administrator enabled it', async (codec) => {
    const args = ['-v', 'quiet', ...picture, '-c:v', codec, '-f', 'matroska', '-'];
    const odd = createServer((_request, response) => {
      const encoder = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'] });
      response.writeHead(200, { 'content-type': 'video/x-matroska' });
      encoder.stdout.pipe(response);
      response.on('close', () => encoder.kill('SIGKILL'));
    });
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    const { port } = odd.address() as { port: number };
    const ref = { cameraId, stream: 'main' } as const;
    try {
      const url = `http://127.0.0.1:${port}/`;
      await restream.setSources([{ ...ref, url, when: 'always', convert: true }]);
      await until(() => restream.states.stateOf(ref).kind === 'streaming');
      const video = ['-select_streams', 'v', '-show_entries', 'stream=codec_name,width'];
      const ask = ['-v', 'error', '-rtsp_transport', 'tcp', ...video, '-of', 'csv=p=0', restream.childUrl(ref, 'read')];
      expect((await run('ffprobe', ask)).stdout.trim()).toBe('h264,160');
    } finally {
      await restream.setSources([]);
      odd.closeAllConnections();
      await new Promise((resolve) => odd.close(resolve));
    }
  });

  it('and changes its codec while streaming is reconnected', async () => {
    const ref = { cameraId, stream: 'main' } as const;
    let connections = 0;
    let change = () => {};
    const camera = createServer((_request, response) => {
      const encode = (codec: readonly string[]) => {
        const args = ['-v', 'quiet', ...picture, ...codec, '-g', '10', '-f', 'mpegts', '-'];
        const encoder = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'] });
        encoder.stdout.pipe(response, { end: false });
        response.on('close', () => encoder.kill('SIGKILL'));
        return encoder;
      };
      const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:pools=1:bframes=0'];
      response.writeHead(200, { 'content-type': 'video/mp2t' });
      connections += 1;
      const first = encode(connections === 1 ? encoding : hevc);
      change = () => {
        first.on('close', () => encode(hevc));
        first.kill('SIGKILL');
      };
    }).listen(0, '127.0.0.1');
    await once(camera, 'listening');
    const { port } = camera.address() as { port: number };
    const streams = (codec: string) => {
      const state = restream.states.stateOf(ref);
      return state.kind === 'streaming' && state.tracks.some((track) => track.codec === codec);
    };
    try {
      await restream.setSources([{ ...ref, url: `http://127.0.0.1:${port}/`, when: 'always', convert: false }]);
      await until(() => streams('h264'));
      change();
      await until(() => streams('h265'));
      expect(connections).toBeGreaterThan(1);
    } finally {
      await restream.setSources([]);
      camera.closeAllConnections();
      await new Promise((resolve) => camera.close(resolve));
    }
  });

  it('is read again when the process that publishes it hangs', async () => {
    const impatient = await startRestream({
      host: '127.0.0.1',
      port: 0,
      auth: {
        issueTicket: tickets.issue,
        authorize: (shown, access) => shown.kind === 'token' && tickets.redeem(shown.token, access),
      },
      ffmpeg: { path: 'ffmpeg', env: childEnv(process.env) },
      outbound: {},
      hungAfterChecks: 5,
      log: createLogger({ name: 'test', level: 'silent' }),
    });
    onTestFinished(() => impatient.close());
    const ref = { cameraId, stream: 'main' } as const;
    const { port } = server.address() as { port: number };
    const url = `http://admin:s3cret@127.0.0.1:${port}/live.ts`;
    const connections = () => impatient.stats().find(({ stream }) => stream === 'main')?.connections ?? 0;
    await impatient.setSources([{ ...ref, url, when: 'always', convert: false }]);
    await until(() => connections() === 1);
    const { stdout } = await run('pgrep', ['-f', `:${impatient.port}/${cameraId}/main`]);
    process.kill(Number(stdout.trim()), 'SIGSTOP');
    await until(() => connections() === 2 && impatient.states.stateOf(ref).kind === 'streaming');
  });

  it('reports why it cannot be used', async () => {
    const ref = { cameraId, stream: 'sub' } as const;
    await restream.setSources([{ ...ref, url: 'http://169.254.169.254/latest', when: 'always', convert: false }]);
    const state = await until(() => {
      const now = restream.states.stateOf(ref);
      return now.kind === 'refused' && now;
    });
    expect(state.reason).toBe('address-is-link-local');
    await restream.setSources([]);
  });
});
