import { join, resolve } from 'node:path';
import { createClient } from '@holdfast/client';
import { createLogger, ExitWith, exitCodes, exitOnEnvFaults, readEnv, runUntilSignal, type Task } from '@holdfast/kit';
import { createCameraWork } from './camera/camera-work.ts';
import { followSettings } from './camera/follow-settings.ts';
import { ModelFault } from './engine/model-fault.ts';
import { loadPlateEngine, type PlateEngine } from './engine/plate-engine.ts';
import { envFields, modelsOf, requiredKeys } from './env.ts';
import { deliverReads } from './queue/deliver-reads.ts';
import type { QueuedRead } from './queue/queued-read.ts';
import { openReadQueue } from './queue/read-queue.ts';
import { createTokenSource } from './token-source.ts';

const env = exitOnEnvFaults(() => readEnv(process.env, envFields));
const cameraId = (env.LPR_CAMERA_ID ?? '').toLowerCase();
const log = createLogger({ name: 'worker', level: env.LOG_LEVEL, format: env.LOG_FORMAT }).child(
  cameraId === '' ? {} : { camera_id: cameraId },
);
const HOUR_MS = 3_600_000;
const REQUEST_MS = 20_000;

async function loadEngine(): Promise<PlateEngine> {
  try {
    return await loadPlateEngine({ models: modelsOf(env), threads: env.LPR_ORT_THREADS });
  } catch (err) {
    if (err instanceof ModelFault) throw new ExitWith(exitCodes.badConfig, err.message);
    throw err;
  }
}

const worker: Task = {
  name: 'plate worker',
  async run(signal) {
    const missing = requiredKeys.filter((key) => env[key] === undefined);
    if (missing.length > 0) throw new ExitWith(exitCodes.badConfig, `The plate worker needs ${missing.join(', ')}.`);
    const { API_BASE_URL: baseUrl = '', LPR_RTSP_URL: mainUrl = '' } = env;
    const engine = await loadEngine();
    const token = createTokenSource(process.env, env.LPR_INGEST_TOKEN ?? '');
    const client = createClient({
      baseUrl,
      token: token.current,
      fetch: async (input, init) => {
        const reply = await fetch(input, {
          ...init,
          signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
        });
        if (reply.status === 401) token.refused();
        return reply;
      },
    });
    const queue = await openReadQueue<QueuedRead>({
      folder: join(resolve(env.DATA_DIR), 'plate-queue', cameraId),
      limits: { bytes: env.LPR_QUEUE_MAX_BYTES, ageMs: env.LPR_QUEUE_MAX_HOURS * HOUR_MS },
      nowMs: Date.now,
      log,
    });
    const delivery = deliverReads({ queue, log, send: (body) => client.plates.ingest({ body }) });
    const work = createCameraWork({
      cameraId,
      mainUrl,
      subUrl: env.LPR_RTSP_SUB_URL,
      engine,
      queue,
      onQueued: delivery.wake,
      sampleFps: env.LPR_SAMPLE_FPS,
      holdMs: env.LPR_PASS_GAP_SECONDS * 1000,
      passGapMs: env.LPR_PASS_GAP_SECONDS * 1000,
      passMaxMs: env.LPR_PASS_MAX_SECONDS * 1000,
      reappearGapMs: env.LPR_REAPPEAR_GAP_SECONDS * 1000,
      threads: env.LPR_CV_THREADS,
      ffmpegPath: env.FFMPEG_PATH,
      env: process.env,
      log,
    });
    const settings = followSettings({ client, cameraId, onChange: work.set, log });
    await Promise.all([settings.run(signal), delivery.run(signal)]);
    await work.stop();
  },
};

await runUntilSignal({ log, tasks: [worker], hardLimitMs: 20_000 });
