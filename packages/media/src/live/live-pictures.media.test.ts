import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SlabPool } from '../access-unit/slab-pool.ts';
import { fileHead } from '../fragment/file-head.ts';
import { encodedClip } from '../fragment/testing/encoded-clip.ts';
import { rtpPackets, videoTrack } from '../fragment/testing/rtp-packets.ts';
import { LivePictures } from './live-pictures.ts';

const run = promisify(execFile);
const x264 = ['-c:v', 'libx264', '-preset', 'veryfast'];
const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:pools=1:keyint=20'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-live-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function decoded(path: string): Promise<{ pictures: string[]; complaints: string }> {
  const args = ['-v', 'warning', '-i', path, '-fps_mode', 'passthrough', '-f', 'framemd5', '-'];
  const { stdout, stderr } = await run('ffmpeg', args);
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return { pictures: lines.map((line) => line.split(',').at(-1)?.trim() ?? ''), complaints: stderr };
}

it.each([
  ['H.264 in order', 'h264', [...x264, '-bf', '0', '-x264-params', 'keyint=20']],
  ['H.264 with B-frames', 'h264', [...x264, '-bf', '3', '-x264-params', 'b-pyramid=strict:keyint=20']],
  ['H.265 with open groups', 'h265', x265],
] as const)('%s becomes one fragment per picture, bit-exact', async (name, codec, encode) => {
  const at = join(folder, name.replaceAll(/\W/g, '-'));
  const clip = await encodedClip({ codec, encode, path: `${at}-source.mp4` });
  const parts: Buffer[] = [];
  const shown: number[] = [];
  const keyframes: number[] = [];
  let sequence = 0;
  const pictures = new LivePictures({
    track: videoTrack(codec),
    pool: new SlabPool(),
    nextSequence: () => {
      sequence += 1;
      return sequence;
    },
    on: {
      setup: (setup) => parts.push(fileHead({ setup })),
      picture: ({ bytes, isKeyframe, shownTicks }) => {
        if (isKeyframe) keyframes.push(shown.length);
        shown.push(shownTicks);
        parts.push(bytes);
      },
    },
  });
  const arrived: number[] = [];
  for (const packet of rtpPackets(clip, { codec })) {
    pictures.packet(packet, packet.readUInt32BE(8) / 90);
    arrived.push(shown.length);
  }
  // The last picture is complete by its marker, like all after the first two groups.
  expect(shown).toHaveLength(clip.length);
  expect(keyframes[0]).toBe(0);
  const first = Math.min(...clip.map(({ rtpTime }) => rtpTime));
  const origin = Math.min(...shown);
  expect(shown.map((ticks) => ticks - origin)).toEqual(clip.map(({ rtpTime }) => rtpTime - first));
  await writeFile(`${at}.mp4`, Buffer.concat(parts));
  const [sent, live] = await Promise.all([decoded(`${at}-source.mp4`), decoded(`${at}.mp4`)]);
  expect(live.pictures).toEqual(sent.pictures);
  expect(live.complaints).toBe('');
});
