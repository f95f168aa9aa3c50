import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderScene } from '@holdfast/scenes';
import { oneCar } from './drive-by.ts';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { type PlayedCamera, startPlayedCamera } from './played-camera.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

const CAMERA_ID = '7d2f1c00-0000-4000-8000-00000000c0de';

export interface WorkerRig {
  cameraId: string;
  folder: string;
  /** One car that passes again in each loop, and its plate. */
  video: string;
  plate: string;
  camera: PlayedCamera;
  /** A new one after each `reset`. */
  readonly api: FakeApi;
  startWorker(env?: Record<string, string>): WorkerProcess;
  /** The names of the queued reads, oldest first. */
  queued(): Promise<string[]>;
  /** The ids of the queued reads, oldest first. */
  queuedIds(): Promise<string[]>;
  /** Ends the workers and forgets what they and the API have stored. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** A camera, a fake of the API's two routes, and workers that connect the two. */
export async function startWorkerRig(): Promise<WorkerRig> {
  // Gone for long enough before the next loop; the tests wait for a dozen passes.
  const { scene, plate } = oneCar({ name: 'one-car', seconds: 8 });
  const folder = await mkdtemp(join(tmpdir(), 'worker-'));
  const video = join(folder, 'scene.mp4');
  await renderScene({ scene, ffmpegPath: 'ffmpeg', target: video });
  const camera = await startPlayedCamera(CAMERA_ID);
  await camera.play(video);
  const queueFolder = join(folder, 'data', 'plate-queue', CAMERA_ID);
  const workers: WorkerProcess[] = [];
  let api = await startFakeApi(CAMERA_ID);
  const end = async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    await api.stop();
    await rm(join(folder, 'data'), { recursive: true, force: true });
  };
  const queued = async () =>
    (await readdir(queueFolder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  return {
    cameraId: CAMERA_ID,
    folder,
    video,
    plate,
    camera,
    get api() {
      return api;
    },
    startWorker(env = {}) {
      const worker = startWorkerProcess({
        DATA_DIR: join(folder, 'data'),
        API_BASE_URL: api.baseUrl,
        LPR_INGEST_TOKEN: 'first',
        LPR_CAMERA_ID: CAMERA_ID,
        LPR_RTSP_URL: camera.streamUrl('main'),
        // Short, so that the same car counts as a new appearance in each loop.
        LPR_REAPPEAR_GAP_SECONDS: '1',
        ...env,
      });
      workers.push(worker);
      return worker;
    },
    queued,
    async queuedIds() {
      const texts = await Promise.all((await queued()).map((name) => readFile(join(queueFolder, name), 'utf8')));
      return texts.map((text) => String(JSON.parse(text).provider_event_id));
    },
    async reset() {
      await end();
      api = await startFakeApi(CAMERA_ID);
    },
    async close() {
      await end();
      await camera.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
