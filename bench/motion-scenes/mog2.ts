import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SCENE_HEIGHT, SCENE_WIDTH } from './motion-scenes.ts';

/** Minimum areas, each required in three frames in a row. With the smallest, MOG2 detects the small person. */
export const mog2Areas = [8, 16, 32, 64, 128] as const;
const FRAMES = 3;

/** Whether frames show motion, given the area of the largest blob of each and the smallest area that counts. */
export const movingFrames = (areas: readonly number[], areaPx: number): boolean[] =>
  areas.map((_, n) => areas.slice(Math.max(0, n - FRAMES + 1), n + 1).every((px) => px >= areaPx));

/** The area of the largest blob that MOG2 finds in each frame. Undefined where OpenCV is not installed. */
export async function runMog2(pixels: readonly Uint8Array[]): Promise<number[] | undefined> {
  const script = join(import.meta.dirname, 'mog2.py');
  const child = spawn('/usr/bin/python3', [script, String(SCENE_WIDTH), String(SCENE_HEIGHT)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  child.stdin.on('error', () => {});
  for (const frame of pixels) {
    if (!child.stdin.writable) break;
    if (!child.stdin.write(frame)) await Promise.race([once(child.stdin, 'drain').catch(() => ended), ended]);
  }
  child.stdin.end();
  const [code] = await ended;
  return code === 0 ? output.trim().split('\n').map(Number) : undefined;
}
