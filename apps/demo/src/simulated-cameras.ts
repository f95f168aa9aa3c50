import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backoffMs, type Logger, sleep, type Task } from '@holdfast/kit';
import { type Relay, sameSecret, startFfmpeg, startRelay } from '@holdfast/media';
import { renderScene } from '@holdfast/scenes';
import { type DemoCamera, demoCameras } from './demo-cameras.ts';
import { liveArgs } from './live-args.ts';
import { countFrames, type SceneClocks } from './scene-clocks.ts';

const READER = { username: 'camera', password: 'demo' };
// A child that ran this long worked: the back-off starts over.
const SETTLED_MS = 10_000;

/** The address of a simulated camera, as typed into the console. */
export const cameraUrl = ({ slug }: DemoCamera, port: number): string =>
  `rtsp://${READER.username}:${READER.password}@127.0.0.1:${port}/${slug}/main`;

export interface SimulatedCamerasOptions {
  folder: string;
  port: number;
  ffmpeg: { path: string; env: Readonly<Record<string, string>> };
  log: Logger;
  cameras?: readonly DemoCamera[];
  onReady?: (relay: Relay) => void;
  clocks?: SceneClocks;
}

/** RTSP cameras on this machine that play the scenes in a loop with the current time burnt in. */
export const simulatedCameras = (options: SimulatedCamerasOptions): Task => ({
  name: 'simulated-cameras',
  run: async (signal) => {
    const { folder, port, ffmpeg, log, cameras = demoCameras, onReady } = options;
    const fileOf = ({ scene }: DemoCamera) => join(folder, `${scene.name}.mp4`);
    for (const camera of cameras) {
      await renderScene({ scene: camera.scene, ffmpegPath: ffmpeg.path, target: fileOf(camera), signal });
      log.debug({ scene: camera.scene.name }, 'rendered the scene');
    }
    const publisher = { username: 'publisher', password: randomBytes(18).toString('hex') };
    const relay = await startRelay({
      host: '127.0.0.1',
      port,
      authorize: (shown, { purpose }) => {
        const account = purpose === 'publish' ? publisher : READER;
        if (shown.kind === 'token' || !sameSecret(shown.username, account.username)) return false;
        return shown.kind === 'basic' ? sameSecret(shown.password, account.password) : shown.matches(account.password);
      },
    });
    try {
      for (const { slug } of cameras) await relay.setSource({ cameraId: slug, stream: 'main' }, { kind: 'publish' });
      onReady?.(relay);
      await Promise.all(
        cameras.map((camera) => {
          const target = `rtsp://${publisher.username}:${publisher.password}@127.0.0.1:${relay.port}/${camera.slug}/main`;
          return play(
            { ...options, args: liveArgs({ camera, file: fileOf(camera), targetUrl: target }), camera },
            signal,
          );
        }),
      );
    } finally {
      await relay.close();
    }
  },
});

async function play(
  { ffmpeg, log, args, camera, clocks }: SimulatedCamerasOptions & { args: string[]; camera: DemoCamera },
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const startedMs = performance.now();
    const child = startFfmpeg({
      ffmpegPath: ffmpeg.path,
      args,
      env: ffmpeg.env,
      cwd: tmpdir(),
      onStdoutLine: countFrames((frames) => clocks?.sent(camera.slug, frames)),
    });
    const stop = () => void child.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const { lastErrors } = await child.exit;
    clocks?.ended(camera.slug);
    signal.removeEventListener('abort', stop);
    if (signal.aborted) return;
    log.warn({ camera: camera.slug, last_errors: lastErrors }, 'simulated camera ended, restarting it');
    if (performance.now() - startedMs > SETTLED_MS) attempt = 0;
    await sleep(backoffMs({ attempt, minMs: 500, maxMs: 10_000 }), signal);
  }
}
