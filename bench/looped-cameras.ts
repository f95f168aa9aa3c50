import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startGstCamera } from '@holdfast/testkit';

const run = promisify(execFile);
const SCENE_SECONDS = 8;

export interface LoopedCameras {
  /** Addresses of cameras without sound. */
  silent: string[];
  /** The same pictures, with AAC. */
  withSound: string[];
}

/**
 * RTSP cameras that share no code with what is measured: 1080p at 20 pictures a second, rendered once and sent as it lies
 * on the disk, so that they cost next to nothing. Each has a stream of its own: GStreamer's server dies now and then when
 * many readers meet one that is just starting.
 */
export async function startLoopedCameras(
  resources: AsyncDisposableStack,
  { folder, lastsSeconds, count, kbit = 4_000 }: { folder: string; lastsSeconds: number; count: number; kbit?: number },
): Promise<LoopedCameras> {
  const [scene, tape] = [join(folder, 'scene.mp4'), join(folder, 'tape.mp4')];
  const picture = `testsrc2=size=1920x1080:rate=20:duration=${SCENE_SECONDS},noise=alls=12:allf=t`;
  const noise = `anoisesrc=r=16000:c=pink:a=0.2:d=${SCENE_SECONDS}`;
  const rate = ['-b:v', `${kbit}k`, '-minrate', `${kbit}k`, '-maxrate', `${kbit}k`, '-bufsize', `${kbit / 2}k`];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '40', '-sc_threshold', '0', ...rate];
  const sources = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', noise];
  const sound = ['-c:a', 'aac', '-b:a', '32k', '-ac', '1'];
  await run('ffmpeg', ['-v', 'error', ...sources, ...encode, '-pix_fmt', 'yuv420p', ...sound, scene]);
  const again = String(Math.ceil(lastsSeconds / SCENE_SECONDS) - 1);
  await run('ffmpeg', ['-v', 'error', '-stream_loop', again, '-i', scene, '-c', 'copy', tape]);
  const source = `filesrc location=${tape} ! qtdemux name=tape`;
  const pictures = 'tape.video_0 ! queue ! h264parse config-interval=-1 ! rtph264pay name=pay0 pt=96';
  const heard = 'tape.audio_0 ! queue ! aacparse ! rtpmp4gpay name=pay1 pt=97';
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const camera = await startGstCamera({
    mounts: Object.fromEntries(
      numbers.flatMap((n) => [
        [`/silent-${n}`, `${source} ${pictures}`],
        [`/sound-${n}`, `${source} ${pictures} ${heard}`],
      ]),
    ),
  });
  resources.defer(() => camera.stop());
  return {
    silent: numbers.map((n) => camera.url(`/silent-${n}`)),
    withSound: numbers.map((n) => camera.url(`/sound-${n}`)),
  };
}
