import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Canvas } from './canvas.ts';
import { frameCount, type Scene } from './scene.ts';

export interface RenderOptions {
  scene: Scene;
  ffmpegPath: string;
  /** An MP4 file; an existing one is used. */
  target: string;
  signal?: AbortSignal;
}

/** One thread and no dates, so that the output is reproducible. */
const renderArgs = ({ width, height, fps, seconds, sound }: Scene, draft: string): string[] => [
  ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file,pipe'],
  ...['-f', 'rawvideo', '-pixel_format', 'rgb24', '-video_size', `${width}x${height}`, '-framerate', String(fps)],
  ...['-i', 'pipe:0'],
  ...(sound === undefined
    ? []
    : ['-f', 'lavfi', '-i', `aevalsrc=exprs='${sound}':sample_rate=48000:duration=${seconds}`]),
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-bf', '0', '-g', String(fps * 2), '-threads', '1'],
  ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '64k', '-shortest'],
  ...['-fflags', '+bitexact', '-flags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', draft],
];

/** Renders a scene frame by frame into a file, unless it exists. */
export async function renderScene({ scene, ffmpegPath, target, signal }: RenderOptions): Promise<void> {
  if (await stat(target).catch(() => undefined)) return;
  await mkdir(dirname(target), { recursive: true });
  const draft = `${target}.${process.pid}.draft`;
  try {
    await encode(scene, { ffmpegPath, draft, signal });
    await link(draft, target).catch((err: NodeJS.ErrnoException) => {
      if (err.code !== 'EEXIST') throw err;
    });
  } finally {
    await rm(draft, { force: true });
  }
}

async function encode(
  scene: Scene,
  { ffmpegPath, draft, signal }: { ffmpegPath: string; draft: string; signal: AbortSignal | undefined },
): Promise<void> {
  const child = spawn(ffmpegPath, renderArgs(scene, draft), {
    stdio: ['pipe', 'ignore', 'pipe'],
    ...(signal && { signal }),
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-2_000);
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  // The exit code is more useful than the broken pipe.
  child.stdin.on('error', () => {});
  const canvas = new Canvas(scene.width, scene.height);
  for (let frame = 0; frame < frameCount(scene) && child.stdin.writable; frame += 1) {
    scene.draw(canvas, frame);
    if (!child.stdin.write(Buffer.from(canvas.pixels)))
      await Promise.race([once(child.stdin, 'drain').catch(() => ended), ended]);
  }
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg could not render the scene ${scene.name}: ${errorOutput.trim()}`);
}
