import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Canvas, type Scene } from '@holdfast/scenes';

/** Writes one moment of a scene as a picture; `filter` is an ffmpeg filter, for unusual sizes and colours. */
export async function drawScene(
  scene: Scene,
  { second, target, filter = 'null' }: { second: number; target: string; filter?: string },
) {
  const canvas = new Canvas(scene.width, scene.height);
  scene.draw(canvas, Math.round(second * scene.fps));
  const size = `${scene.width}x${scene.height}`;
  const child = spawn(
    'ffmpeg',
    [
      ...['-v', 'error', '-y', '-f', 'rawvideo', '-pixel_format', 'rgb24', '-video_size', size, '-i', 'pipe:0'],
      ...['-vf', filter, '-frames:v', '1', target],
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  child.stdin.end(Buffer.from(canvas.pixels));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ffmpeg could not write ${target}`);
}
