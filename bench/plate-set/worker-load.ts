import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FrameGate } from '@holdfast/domain';
import { renderScene, street } from '@holdfast/scenes';
import { until } from '@holdfast/testkit';
import { startFakeApi } from '../../apps/worker/src/testing/fake-api.ts';
import { startPlayedCamera } from '../../apps/worker/src/testing/played-camera.ts';
import { startWorkerProcess } from '../../apps/worker/src/testing/worker-process.ts';
import { readTreesCpuMs } from '../process-tree.ts';
import { verdict } from '../study.ts';

const run = promisify(execFile);
const WANTED = { gateMs: 3, idleShare: 0.15 };

/** What the gate gets of a 1080p stream. */
const GATE = { widthPx: 320, heightPx: 180 };
const GATE_FRAMES = 500;

/** The gate's own time for a frame, without its decoder. */
export function gateLine(): string {
  const gate = new FrameGate({ include: [], exclude: [] });
  const frames = Array.from({ length: 8 }, (_, i) => ({
    ...GATE,
    pixels: Uint8Array.from(
      { length: GATE.widthPx * GATE.heightPx },
      (_, at) => (at * 7 + ((at * 31 + i * 17) % 9)) & 255,
    ),
  }));
  const look = (count: number) => {
    for (let i = 0; i < count; i += 1) gate.moves(frames[i % frames.length] as (typeof frames)[number]);
  };
  look(50);
  const before = process.cpuUsage();
  look(GATE_FRAMES);
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000 / GATE_FRAMES;
  return `  gate: ${ms.toFixed(2)} ms of CPU time for a frame, required ${WANTED.gateMs} ms: ${verdict(ms <= WANTED.gateMs)}`;
}

const CAMERA_ID = '7d2f1c00-0000-4000-8000-00000000be4c';
const SETTLE_MS = 8_000;
/** The scene is empty for this long. */
const EMPTY_SECONDS = 12;
const SUB_HEIGHT = 360;

/** CPU time of a whole worker, with its decoders, in front of an empty street: 1080p at 15 pictures a second with a sub stream of 640x360, with noise. */
export async function idleLine(
  resources: AsyncDisposableStack,
  { folder, seconds, signal }: { folder: string; seconds: number; signal: AbortSignal },
): Promise<string> {
  const [drawn, video] = [join(folder, 'empty.mp4'), join(folder, 'empty-1080.mp4')];
  const scene = street({ name: 'empty', light: 'day', passes: [], seconds: EMPTY_SECONDS });
  await renderScene({ scene, ffmpegPath: 'ffmpeg', target: drawn });
  const filter = 'fps=15,scale=1920:1080,noise=alls=6:allf=t';
  const encode = ['-an', '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '30', '-pix_fmt', 'yuv420p'];
  await run('ffmpeg', ['-v', 'error', '-i', drawn, '-vf', filter, ...encode, '-b:v', '4M', video]);
  const camera = await startPlayedCamera(CAMERA_ID);
  resources.defer(() => camera.close());
  const api = await startFakeApi(CAMERA_ID);
  resources.defer(() => api.stop());
  await camera.play(video, { subHeight: SUB_HEIGHT });
  const worker = startWorkerProcess({
    DATA_DIR: join(folder, 'worker'),
    API_BASE_URL: api.baseUrl,
    LPR_INGEST_TOKEN: api.state.token,
    LPR_CAMERA_ID: CAMERA_ID,
    LPR_RTSP_URL: camera.streamUrl('main'),
  });
  resources.defer(async () => void (await worker.stop()));
  await until(() => worker.output().includes('watching the camera'), worker.output);
  await wait(SETTLE_MS, undefined, { signal });
  const [fromMs, cpuMs] = [performance.now(), readTreesCpuMs([worker.pid])];
  await wait(seconds * 1000, undefined, { signal });
  const share = (readTreesCpuMs([worker.pid]) - cpuMs) / (performance.now() - fromMs);
  return `  empty street, 1080p with a sub stream of 640x360: ${(share * 100).toFixed(1)} % of a core with decoding, required ${WANTED.idleShare * 100} %: ${verdict(share <= WANTED.idleShare)}`;
}
