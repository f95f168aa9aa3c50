import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBareCamera, until } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodedClip } from '../fragment/testing/encoded-clip.ts';
import type { FullPicture } from './full-picture.ts';
import { openHeldVideo } from './held-video.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-held-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const DARKEST = 20;
const STEP = 3;
/** Each picture is one grey, a step brighter than the one before. */
const source = `color=c=black:s=160x96:r=10:d=6,geq=lum='${DARKEST}+${STEP}*N':cb=128:cr=128`;
const numberOf = ({ luma }: FullPicture) => Math.round((((luma[0] ?? 0) * 219) / 255 + 16 - DARKEST) / STEP);
const FRAME_MS = 50;

// The stream's parameter sets announce 10 pictures a second, and the camera sends 20.
it.each([
  ['H.264', 'h264', ['-c:v', 'libx264', '-qp', '4', '-bf', '0', '-g', '20']],
  ['H.265', 'h265', ['-c:v', 'libx265', '-x265-params', 'log-level=none:pools=1:qp=4:bframes=0:keyint=20']],
] as const)('dates each picture of %s by its arrival, however late it is decoded', async (name, codec, encode) => {
  const clip = await encodedClip({ codec, encode, path: join(folder, `${name}.mp4`), source });
  const sentMs: number[] = [];
  const camera = await startBareCamera({
    describe: () => `v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 ${name.replace('.', '')}/90000\r\na=control:track1\r\n`,
    picture: (index) => {
      const nals = clip[index]?.nals;
      const nowMs = Date.now();
      if (nals) sentMs.push(nowMs);
      return { codec, nals: nals ?? [], rtpTime: Math.round(nowMs * 90) };
    },
  });
  const video = await openHeldVideo({ url: camera.url, signal: new AbortController().signal });
  await until(() => sentMs.length > 30);
  const decoding = video.decode({
    ffmpegPath: 'ffmpeg',
    env: process.env,
    threads: 1,
    fps: 10,
    input: { width: 64, height: 64 },
  });
  // The reader is held up: everything has arrived before the first picture is taken.
  await until(() => sentMs.length === clip.length);
  const seen: number[] = [];
  for await (const picture of decoding.pictures) {
    const number = numberOf(picture);
    expect(Math.abs(picture.capturedMs - (sentMs[number] ?? 0)), `picture ${number}`).toBeLessThan(FRAME_MS);
    seen.push(number);
    if (number > 50) break;
  }
  expect(seen[0]).toBe(20);
  expect(seen.length).toBeGreaterThan(10);
  decoding.stop();
  video.close();
  await camera.stop();
});
