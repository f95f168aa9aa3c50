import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Canvas } from './canvas.ts';
import type { Scene } from './scene.ts';

/** The picture at a second of the scene, as JPEG. */
export async function scenePicture(scene: Scene, second: number, ffmpegPath: string): Promise<Buffer> {
  const canvas = new Canvas(scene.width, scene.height);
  scene.draw(canvas, Math.floor(second * scene.fps));
  const child = spawn(
    ffmpegPath,
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-protocol_whitelist', 'pipe'],
      ...['-f', 'rawvideo', '-pixel_format', 'rgb24', '-video_size', `${scene.width}x${scene.height}`, '-i', 'pipe:0'],
      ...['-frames:v', '1', '-q:v', '3', '-pix_fmt', 'yuvj420p', '-f', 'mjpeg', 'pipe:1'],
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  // The exit code is more useful than the broken pipe.
  child.stdin.on('error', () => {});
  child.stdin.end(Buffer.from(canvas.pixels));
  const [jpeg, [code]] = await Promise.all([buffer(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  if (code !== 0) throw new Error(`ffmpeg could not encode a picture of the scene ${scene.name}`);
  return jpeg;
}
