import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger } from '@holdfast/kit';
import { childEnv, type Relay } from '@holdfast/media';
import { frontDoor } from '@holdfast/scenes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoCamera } from './demo-cameras.ts';
import { cameraUrl, simulatedCameras } from './simulated-cameras.ts';

const scene = { ...frontDoor, seconds: 2 };
const cameras: DemoCamera[] = [
  { slug: 'old', name: 'Old', scene, codec: 'h264' },
  { slug: 'new', name: 'New', scene, codec: 'h265' },
];
const stopping = new AbortController();
let folder: string;
let relay: Relay;
let running: Promise<void>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  relay = await new Promise<Relay>((resolve, reject) => {
    running = simulatedCameras({
      folder,
      port: 0,
      ffmpeg: { path: 'ffmpeg', env: childEnv(process.env) },
      log: createLogger({ name: 'demo', level: 'silent' }),
      cameras,
      onReady: resolve,
    }).run(stopping.signal);
    running.catch(reject);
  });
});
afterAll(async () => {
  stopping.abort();
  await running;
  await rm(folder, { recursive: true, force: true });
});

const probe = async (url: string) =>
  (
    await promisify(execFile)('ffprobe', [
      ...['-v', 'error', '-rtsp_transport', 'tcp', '-show_entries', 'stream=codec_name,width', '-of', 'csv=p=0', url],
    ])
  ).stdout.trim();

describe('the simulated cameras', () => {
  it.each([
    ['old', 'h264,640'],
    ['new', 'hevc,640'],
  ])('serve %s with %s and sound, in a loop', async (slug, video) => {
    const camera = cameras.find((one) => one.slug === slug) as DemoCamera;
    const url = cameraUrl(camera, relay.port);
    // A simulated camera needs a moment to start; by the second probe the two-second scene has looped.
    await expect.poll(() => probe(url).catch(() => '')).toContain(video);
    expect(await probe(url)).toContain('aac');
  });

  it('require their password', async () => {
    const url = new URL(cameraUrl(cameras[0] as DemoCamera, relay.port));
    url.password = 'wrong';
    await expect(probe(url.href)).rejects.toThrow('401');
  });
});
