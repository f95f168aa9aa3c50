import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startGstCamera } from '@holdfast/testkit';

const run = promisify(execFile);
const SCENE_SECONDS = 8;

/**
 * RTSP cameras that share no code with the product: 1080p at 25 pictures and 4 Mbit a second, encoded once and sent from disk,
 * so that they cost almost nothing. Each has its own stream: GStreamer's server sometimes crashes when many readers connect to
 * one that is starting.
 */
export async function startLoopedCameras(
  resources: AsyncDisposableStack,
  { folder, lastsSeconds, count }: { folder: string; lastsSeconds: number; count: number },
): Promise<string[]> {
  const [scene, tape] = [join(folder, 'scene.mp4'), join(folder, 'tape.mp4')];
  const picture = `testsrc2=size=1920x1080:rate=25:duration=${SCENE_SECONDS},noise=alls=12:allf=t`;
  const rate = ['-b:v', '4M', '-minrate', '4M', '-maxrate', '4M', '-bufsize', '2M'];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '50', '-sc_threshold', '0', ...rate];
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', picture, ...encode, '-pix_fmt', 'yuv420p', scene]);
  const again = String(Math.ceil(lastsSeconds / SCENE_SECONDS) - 1);
  await run('ffmpeg', ['-v', 'error', '-stream_loop', again, '-i', scene, '-c', 'copy', tape]);
  const paths = Array.from({ length: count }, (_, index) => `/camera-${index + 1}`);
  const launch = `filesrc location=${tape} ! qtdemux ! h264parse config-interval=-1 ! rtph264pay name=pay0 pt=96`;
  const camera = await startGstCamera({ mounts: Object.fromEntries(paths.map((path) => [path, launch])) });
  resources.defer(() => camera.stop());
  return paths.map((path) => camera.url(path));
}
