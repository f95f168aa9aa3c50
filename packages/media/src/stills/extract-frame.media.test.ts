import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockPicture, drawClock, readClock } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrameExtractor } from './extract-frame.ts';

const RATE = 10;
const SECONDS = 4;
const folder = mkdtempSync(join(tmpdir(), 'holdfast-frame-'));
const path = join(folder, 'a.mp4');
const extract = createFrameExtractor({ ffmpegPath: 'ffmpeg' });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Fragments as written by the recorder, with sound, and a keyframe every two seconds. */
beforeAll(() => {
  const pictures = Array.from({ length: SECONDS * RATE }, (_, i) => drawClock((i * 1000) / RATE));
  const size = `${clockPicture.width}x${clockPicture.height}`;
  const made = spawnSync(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'gray', '-video_size', size, '-framerate', String(RATE)],
      ...[
        '-i',
        'pipe:0',
        '-f',
        'lavfi',
        '-i',
        'sine',
        '-t',
        String(SECONDS),
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
      ],
      ...['-g', String(2 * RATE), '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
      ...['-movflags', '+frag_keyframe+empty_moov+default_base_moof+global_sidx', path],
    ],
    { input: Buffer.concat(pictures) },
  );
  expect(made.stderr.toString()).toBe('');
});

const clockAt = async (offsetMs: number, nearestKeyframe: boolean) => {
  const result = await extract({ path, offsetMs, nearestKeyframe });
  if (result.kind !== 'ok') throw new Error(`no picture at ${offsetMs}: ${result.reason}`);
  const args = ['-loglevel', 'quiet', '-f', 'mjpeg', '-i', 'pipe:0', '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'];
  const clockMs = readClock(spawnSync('ffmpeg', args, { input: result.jpeg }).stdout);
  // The returned time is the one shown in the picture; sound shifts all pictures of the file by 23 ms.
  expect(Math.abs(result.pictureOffsetMs - (clockMs ?? Number.NaN))).toBeLessThan(50);
  return clockMs;
};

describe('a still of a recorded moment', () => {
  it.each([0, 500, 1_900, 2_100, 2_700, 3_500, 3_900])(
    'is the keyframe before it when it is to be fast, at %i ms',
    async (at) => expect(await clockAt(at, true)).toBe(at < 2_000 ? 0 : 2_000),
  );

  it.each([0, 500, 1_900, 3_800])('is exact otherwise, at %i ms', async (at) =>
    expect(await clockAt(at, false)).toBe(at),
  );
});
