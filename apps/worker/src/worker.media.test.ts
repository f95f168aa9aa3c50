import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkCropJpeg } from '@holdfast/domain';
import { until } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FakeApi } from './testing/fake-api.ts';
import { startWorkerRig, type WorkerRig } from './testing/worker-rig.ts';

let rig: WorkerRig;
let api: FakeApi;
beforeAll(async () => {
  rig = await startWorkerRig();
});
afterAll(() => rig?.close());
beforeEach(() => {
  api = rig.api;
});
afterEach(() => rig.reset());

describe('the plate worker', () => {
  it('sends one read for each pass, with the plate, its box and a picture of it', async () => {
    const worker = rig.startWorker();
    await until(() => api.reads.length >= 2);
    expect(await worker.stop()).toBe(0);
    for (const read of api.reads) {
      expect(read).toMatchObject({ camera_id: rig.cameraId, plate: rig.plate, plate_raw: rig.plate });
      expect(checkCropJpeg(Buffer.from(String(read.crop_jpeg), 'base64')).kind).toBe('jpeg');
      expect(Math.abs(Date.parse(String(read.ts)) - Date.now())).toBeLessThan(600_000);
    }
    expect(new Set(api.reads.map((read) => read.provider_event_id)).size).toBe(api.reads.length);
    expect(worker.output()).not.toContain('first');
  });

  it('queues reads while the API is unreachable or refuses the token, and sends them later, in order, once', async () => {
    const worker = rig.startWorker();
    await until(() => worker.output().includes('watching the camera'));
    api.state.token = 'second';
    // A slow machine may have sent one by now.
    const sent = api.reads.length;
    await until(async () => (await rig.queued()).length >= 1);
    await until(() => worker.output().includes('the API does not accept the ingest token'));
    await api.pause();
    await until(async () => (await rig.queued()).length >= 2);
    expect(await worker.stop()).toBe(0);
    expect(api.reads).toHaveLength(sent);
    await api.resume();
    const again = rig.startWorker({ LPR_INGEST_TOKEN: 'second' });
    await until(async () => api.reads.length >= sent + 2 && (await rig.queued()).length === 0);
    await again.stop();
    const times = api.reads.map(({ ts }) => Date.parse(String(ts)));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(api.reads.map((read) => read.provider_event_id)).size).toBe(api.reads.length);
  });

  it('decodes nothing while it is switched off, drops queued reads, and starts when it is switched on', async () => {
    const first = rig.startWorker();
    await until(() => first.output().includes('watching the camera'));
    await api.pause();
    await until(async () => (await rig.queued()).length >= 1);
    await first.stop();
    const sent = api.reads.length;
    api.state.plates = false;
    await api.resume();
    const worker = rig.startWorker();
    await until(async () => (await rig.queued()).length === 0);
    await until(() => worker.output().includes('plates are switched off'));
    expect(worker.output()).not.toContain('watching the camera');
    expect(api.reads).toHaveLength(sent);
    api.state.plates = true;
    await until(() => worker.output().includes('watching the camera'));
    api.state.gone = true;
    await until(() => worker.output().includes('there is no such camera'));
    await worker.stop();
  });

  it('reads on when the token is replaced, the stream stalls, and the camera goes away and comes back', async () => {
    const tokenFile = join(rig.folder, 'token');
    await writeFile(tokenFile, 'first');
    const worker = rig.startWorker({ LPR_INGEST_TOKEN: '', LPR_INGEST_TOKEN_FILE: tokenFile });
    await until(() => api.reads.length >= 1, worker.output);
    api.state.token = 'second';
    await until(() => worker.output().includes('the API does not accept the ingest token'), worker.output);
    const beforeRotation = api.reads.length;
    await writeFile(tokenFile, 'second');
    await until(() => api.reads.length > beforeRotation, worker.output);

    rig.camera.stall();
    await until(() => worker.output().includes('the camera cannot be read, trying again'), worker.output);
    await rig.camera.unplug();
    await rig.camera.play(rig.video);
    const beforeReturn = api.reads.length;
    await until(() => api.reads.length > beforeReturn, worker.output);
    expect(await worker.stop()).toBe(0);
    expect(new Set(api.reads.map((read) => read.plate))).toEqual(new Set([rig.plate]));
    // One line for each new reason, and one for each connection: it waits between attempts.
    expect(worker.countLogged('the camera cannot be read, trying again')).toBeLessThan(10);
    expect(worker.countLogged('watching the camera')).toBeLessThan(10);
  });

  it('reads nothing in zones without an area, and a grey portrait of one picture a second once they are gone', async () => {
    const line: [number, number][] = [
      [0.5, 0.5],
      [0.5, 0.5],
      [0.5, 0.5],
    ];
    api.state.zones = { include: [line], exclude: [line, [...line, [0.1, 0.9], [0.9, 0.1]]] };
    await rig.camera.play(rig.video, { filter: 'fps=1,crop=420:540:480:0,format=gray,format=yuv420p' });
    try {
      const worker = rig.startWorker();
      await until(() => worker.output().includes('watching the camera'), worker.output);
      const asked = api.configRequests;
      await until(() => api.configRequests > asked + 1);
      expect(api.reads).toEqual([]);
      api.state.zones = { include: [], exclude: [] };
      await until(() => api.reads.some((read) => read.plate === rig.plate), worker.output);
      expect(await worker.stop()).toBe(0);
    } finally {
      await rig.camera.play(rig.video);
    }
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
    const worker = rig.startWorker(env);
    expect(await worker.ended()).toBe(78);
    expect(worker.output()).toContain(sentence);
  });
});
