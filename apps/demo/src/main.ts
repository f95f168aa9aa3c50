import { join, resolve } from 'node:path';
import { createLogger, exitOnEnvFaults, readEnv, runUntilSignal } from '@holdfast/kit';
import { childEnv } from '@holdfast/media';
import { envFields } from './env.ts';
import { furnish } from './furnish.ts';
import { madeCameras } from './made-cameras.ts';
import { product } from './product.ts';

const env = exitOnEnvFaults(() => readEnv(process.env, envFields));
const log = createLogger({ name: 'demo', level: env.LOG_LEVEL, format: env.LOG_FORMAT });
// A house of its own below the data folder: a demo never meets real cameras or footage.
const dataDir = resolve(env.DATA_DIR, 'demo');
const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST;

const camerasReady = Promise.withResolvers<void>();

await runUntilSignal({
  log,
  tasks: [
    product({ ...process.env, DATA_DIR: dataDir, DEMO: 'true' }),
    madeCameras({
      folder: join(dataDir, 'scenes'),
      port: env.DEMO_RTSP_PORT,
      ffmpeg: {
        path: env.FFMPEG_PATH,
        env: { ...childEnv(process.env), TZ: env.RECORDER_TZ },
      },
      log,
      onReady: () => camerasReady.resolve(),
    }),
    furnish({
      baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${env.PORT}`,
      passwordFile: join(dataDir, 'password'),
      rtspPort: env.DEMO_RTSP_PORT,
      camerasReady: camerasReady.promise,
      print: (text) => void process.stdout.write(text),
    }),
  ],
  // A little more than the launcher gives itself.
  hardLimitMs: 140_000,
});
