import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startGstCamera } from '@holdfast/testkit';

const run = promisify(execFile);
const SCENE_SECONDS = 8;

export interface LoopedCameras {
  folder: string;
  /** How long each camera sends after a client has connected. */
  lastsSeconds: number;
  count: number;
  /** 1080p at 25 pictures and 4 Mbit a second unless given. */
  size?: string;
  mbit?: number;
  sound?: boolean;
}

/**
 * RTSP cameras that share no code with the product: encoded once and sent from disk, so that they cost almost nothing. Each has
 * its own stream: GStreamer's server sometimes crashes when many readers connect to one that is starting.
 */
export async function startLoopedCameras(
  resources: AsyncDisposableStack,
  { folder, lastsSeconds, count, size = '1920x1080', mbit = 4, sound = false }: LoopedCameras,
): Promise<string[]> {
  const kind = `${size}-${mbit}${sound ? '-sound' : ''}`;
  const [scene, tape] = [join(folder, `scene-${kind}.mp4`), join(folder, `tape-${kind}.mp4`)];
  const picture = `testsrc2=size=${size}:rate=25:duration=${SCENE_SECONDS},noise=alls=12:allf=t`;
  const noise = `anoisesrc=color=pink:amplitude=0.1:sample_rate=48000:duration=${SCENE_SECONDS}`;
  const inputs = ['-f', 'lavfi', '-i', picture, ...(sound ? ['-f', 'lavfi', '-i', noise, '-c:a', 'aac'] : [])];
  const rate = ['-b:v', `${mbit}M`, '-minrate', `${mbit}M`, '-maxrate', `${mbit}M`, '-bufsize', `${mbit / 2}M`];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '50', '-sc_threshold', '0', ...rate];
  await run('ffmpeg', ['-v', 'error', ...inputs, ...encode, '-pix_fmt', 'yuv420p', scene]);
  const again = String(Math.ceil(lastsSeconds / SCENE_SECONDS) - 1);
  await run('ffmpeg', ['-v', 'error', '-stream_loop', again, '-i', scene, '-c', 'copy', tape]);
  const paths = Array.from({ length: count }, (_, index) => `/camera-${index + 1}`);
  const video = `filesrc location=${tape} ! qtdemux name=tape tape.video_0 ! queue ! h264parse config-interval=-1 ! rtph264pay name=pay0 pt=96`;
  const audio = sound ? ' tape.audio_0 ! queue ! aacparse ! rtpmp4gpay name=pay1 pt=97' : '';
  const camera = await startGstCamera({ mounts: Object.fromEntries(paths.map((path) => [path, video + audio])) });
  resources.defer(() => camera.stop());
  return paths.map((path) => camera.url(path));
}
