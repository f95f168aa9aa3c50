import { join, resolve } from 'node:path';
import { createLogger, exitOnEnvFaults, keepFilesPrivate, makeWritable, readEnv, runUntilSignal } from '@holdfast/kit';
import { childEnv } from '@holdfast/media';
import { choosePassword } from './choose-password.ts';
import { envFields } from './env.ts';
import { preflight } from './preflight.ts';
import { product, productEnv } from './product.ts';
import { createSceneClocks } from './scene-clocks.ts';
import { setUpDemo } from './set-up-demo.ts';
import { simulatedCameras } from './simulated-cameras.ts';
import { simulatedDetector } from './simulated-detector.ts';
import { simulatedHome } from './simulated-home.ts';

keepFilesPrivate();
const { env, dataDir } = await exitOnEnvFaults(async () => {
  const read = readEnv(process.env, envFields);
  const folder = resolve(read.DATA_DIR, 'demo');
  await preflight(read, folder);
  await makeWritable(folder);
  return { env: read, dataDir: folder };
});
const log = createLogger({ name: 'demo', level: env.LOG_LEVEL, format: env.LOG_FORMAT });
const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST;

const passwordFile = join(dataDir, 'password');
const password = await choosePassword(passwordFile);
const clocks = createSceneClocks();
const camerasReady = Promise.withResolvers<void>();

await runUntilSignal({
  log,
  tasks: [
    product(productEnv(process.env, { dataDir, password: password.text })),
    simulatedCameras({
      folder: join(dataDir, 'scenes'),
      port: env.DEMO_RTSP_PORT,
      ffmpeg: {
        path: env.FFMPEG_PATH,
        env: { ...childEnv(process.env), TZ: env.RECORDER_TZ },
      },
      log,
      onReady: () => camerasReady.resolve(),
      clocks,
    }),
    simulatedHome({ port: env.DEMO_HUB_PORT, clocks }),
    simulatedDetector({
      ports: { mqtt: env.DEMO_MQTT_PORT, http: env.DEMO_DETECTOR_PORT },
      clocks,
      ffmpegPath: env.FFMPEG_PATH,
    }),
    setUpDemo({
      baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${env.PORT}`,
      password,
      ports: {
        rtsp: env.DEMO_RTSP_PORT,
        hub: env.DEMO_HUB_PORT,
        mqtt: env.DEMO_MQTT_PORT,
        detector: env.DEMO_DETECTOR_PORT,
      },
      camerasReady: camerasReady.promise,
      print: (text) => void process.stdout.write(text),
    }),
  ],
  // A little longer than the launcher's own limit.
  hardLimitMs: 140_000,
});
