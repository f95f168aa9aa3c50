import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCropJpeg } from '@holdfast/domain';
import { type Relay, startRelay } from '@holdfast/media';
import { renderScene } from '@holdfast/scenes';
import { until } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { driveBy } from './testing/drive-by.ts';
import { type FakeApi, startFakeApi } from './testing/fake-api.ts';

const CAMERA_ID = '7d2f1c00-0000-4000-8000-00000000c0de';
const { scene, passes } = driveBy({ name: 'one-car', cars: 1, light: 'day' });
const [{ plate = '' } = { plate: '' }] = passes;

let folder: string;
let relay: Relay;
let api: FakeApi;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worker-'));
  await renderScene({ scene, ffmpegPath: 'ffmpeg', target: join(folder, 'scene.mp4') });
  relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
  await relay.setSource({ cameraId: CAMERA_ID, stream: 'main' }, { kind: 'publish' });
  await relay.setSource({ cameraId: CAMERA_ID, stream: 'sub' }, { kind: 'publish' });
  await play();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await relay?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  api = await startFakeApi(CAMERA_ID);
});
afterEach(async () => {
  await api.stop();
  await rm(join(folder, 'data'), { recursive: true, force: true });
});

const streamUrl = (stream: string) => `rtsp://reader:x@127.0.0.1:${relay.port}/${CAMERA_ID}/${stream}`;

/** Plays the scene in a loop: main at full size, sub at a third of it. */
async function play() {
  const tcp = ['-f', 'rtsp', '-rtsp_transport', 'tcp'];
  const small = ['-vf', 'scale=320:180', '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '10'];
  const args = [
    ...['-v', 'error', '-re', '-stream_loop', '-1', '-i', join(folder, 'scene.mp4')],
    ...['-map', '0:v:0', '-c', 'copy', ...tcp, streamUrl('main')],
    ...['-map', '0:v:0', ...small, ...tcp, streamUrl('sub')],
  ];
  children.push(spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] }));
  await until(() => relay.stats().every(({ state }) => state.kind === 'streaming'));
}

function startWorker(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      API_BASE_URL: api.baseUrl,
      LPR_INGEST_TOKEN: 'first',
      LPR_CAMERA_ID: CAMERA_ID,
      LPR_RTSP_URL: streamUrl('main'),
      // Short, so that the same car counts as a new appearance in each loop.
      LPR_REAPPEAR_GAP_SECONDS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return {
    output: () => output,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      return child.exitCode;
    },
    ended: async () => (child.exitCode === null ? ((await once(child, 'exit')) as [number | null])[0] : child.exitCode),
  };
}
const queued = () => readdir(join(folder, 'data', 'plate-queue', CAMERA_ID)).catch(() => []);

describe('the plate worker', () => {
  it('sends one read for each pass, with the plate, its box and a picture of it', async () => {
    const worker = startWorker();
    await until(() => api.reads.length >= 2);
    expect(await worker.stop()).toBe(0);
    for (const read of api.reads) {
      expect(read).toMatchObject({ camera_id: CAMERA_ID, plate, plate_raw: plate });
      expect(checkCropJpeg(Buffer.from(String(read.crop_jpeg), 'base64')).kind).toBe('jpeg');
      expect(Math.abs(Date.parse(String(read.ts)) - Date.now())).toBeLessThan(600_000);
    }
    expect(new Set(api.reads.map((read) => read.provider_event_id)).size).toBe(api.reads.length);
    expect(worker.output()).not.toContain('first');
  });

  it('queues reads while the API is unreachable or refuses the token, and sends them later, in order, once', async () => {
    const worker = startWorker();
    await until(() => worker.output().includes('watching the camera'));
    api.state.token = 'second';
    // A slow machine may have sent one by now.
    const sent = api.reads.length;
    await until(async () => (await queued()).length >= 1);
    await until(() => worker.output().includes('the API does not accept the ingest token'));
    await api.pause();
    await until(async () => (await queued()).length >= 2);
    expect(await worker.stop()).toBe(0);
    expect(api.reads).toHaveLength(sent);
    await api.resume();
    const again = startWorker({ LPR_INGEST_TOKEN: 'second' });
    await until(async () => api.reads.length >= sent + 2 && (await queued()).length === 0);
    await again.stop();
    const times = api.reads.map(({ ts }) => Date.parse(String(ts)));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(api.reads.map((read) => read.provider_event_id)).size).toBe(api.reads.length);
  });

  it('decodes nothing while it is switched off, drops queued reads, and starts when it is switched on', async () => {
    const first = startWorker();
    await until(() => first.output().includes('watching the camera'));
    await api.pause();
    await until(async () => (await queued()).length >= 1);
    await first.stop();
    const sent = api.reads.length;
    api.state.plates = false;
    await api.resume();
    const worker = startWorker();
    await until(async () => (await queued()).length === 0);
    await until(() => worker.output().includes('plates are switched off'));
    expect(worker.output()).not.toContain('watching the camera');
    expect(api.reads).toHaveLength(sent);
    api.state.plates = true;
    await until(() => worker.output().includes('watching the camera'));
    api.state.gone = true;
    await until(() => worker.output().includes('there is no such camera'));
    await worker.stop();
  });

  it.each([
    [
      'without required settings',
      { LPR_CAMERA_ID: '', LPR_RTSP_URL: ' ' },
      'The plate worker needs LPR_CAMERA_ID, LPR_RTSP_URL.',
    ],
    [
      'with a missing model',
      { LPR_READER_MODEL: '/nowhere/reader.json' },
      'The model file /nowhere/reader.json cannot be read (ENOENT).',
    ],
    [
      'with invalid settings',
      { LPR_SAMPLE_FPS: '0' },
      'environment: LPR_SAMPLE_FPS="0" is not a whole number from 1 to 30',
    ],
  ])('exits %s with a sentence', async (_title, env, sentence) => {
    const worker = startWorker(env);
    expect(await worker.ended()).toBe(78);
    expect(worker.output()).toContain(sentence);
  });
});
