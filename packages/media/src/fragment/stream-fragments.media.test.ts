import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { seekInChromium, seekWithGstreamer } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesSource } from '../mp4/byte-source.ts';
import { readSegment } from '../mp4/segment-facts.ts';
import type { VideoCodec } from '../rtp/sdp.ts';
import type { PictureFragment } from './picture-fragment.ts';
import { clipSource, encodedClip } from './testing/encoded-clip.ts';
import { fileBytes } from './testing/file-bytes.ts';
import { fragmentsOf } from './testing/fragments-of.ts';
import { type Packing, rtpPackets, type SentPicture } from './testing/rtp-packets.ts';

const run = promisify(execFile);
const OUTPUT_LIMIT = { maxBuffer: 64 * 1024 * 1024 };
const fast = ['-c:v', 'libx264', '-preset', 'ultrafast', '-sc_threshold', '0'];
const x264 = ['-c:v', 'libx264', '-preset', 'veryfast'];
const x265 = (more: string) => [
  '-c:v',
  'libx265',
  '-preset',
  'ultrafast',
  '-x265-params',
  `log-level=none:pools=1:${more}`,
];

interface Clip {
  codec: VideoCodec;
  encode: readonly string[];
  source?: string;
  packing?: Omit<Packing, 'codec'>;
}

/** The peculiarities of real encoders, each in a short clip; the long ones are in the soak test. */
const clips: Record<string, Clip> = {
  'H.264 without B-frames': { codec: 'h264', encode: [...fast, '-bf', '0', '-g', '20'] },
  'H.264 in four slices, aggregated': {
    codec: 'h264',
    encode: [...fast, '-x264-params', 'slices=4:keyint=20'],
    packing: { aggregates: true },
  },
  'H.264 without markers': {
    codec: 'h264',
    encode: [...fast, '-x264-params', 'slices=4:keyint=20'],
    packing: { markers: 'none' },
  },
  'H.264 with a marker on every packet': {
    codec: 'h264',
    encode: [...fast, '-x264-params', 'slices=4:keyint=20'],
    packing: { markers: 'every-packet' },
  },
  'H.264 with a pyramid of B-frames': {
    codec: 'h264',
    encode: [...x264, '-bf', '16', '-x264-params', 'b-pyramid=strict:keyint=40'],
  },
  'H.264 with open groups': { codec: 'h264', encode: [...x264, '-x264-params', 'open-gop=1:keyint=20'] },
  'H.264 with delimiters': { codec: 'h264', encode: [...fast, '-x264-params', 'aud=1:keyint=20'] },
  'interlaced H.264': {
    codec: 'h264',
    encode: [...x264, '-flags', '+ilme+ildct', '-x264-params', 'tff=1:keyint=20'],
  },
  'H.264 of ten bits': { codec: 'h264', encode: [...fast, '-pix_fmt', 'yuv420p10le', '-g', '20'] },
  'H.264 of an odd size in full colour': {
    codec: 'h264',
    encode: [...fast, '-vf', 'scale=323:181', '-pix_fmt', 'yuv444p', '-g', '20'],
  },
  'H.264 of a varying rate': {
    codec: 'h264',
    encode: [...fast, '-vf', "select='gt(mod(n,5),1)'", '-vsync', 'vfr', '-g', '10'],
  },
  'H.264 of 4K': {
    codec: 'h264',
    encode: [...fast, '-g', '5'],
    // Two groups: such pictures are expensive.
    source: clipSource({ size: '3840x2160', rate: 5, seconds: 1.2 }),
    packing: { mtu: 1_400 },
  },
  'H.264 of keyframes alone': { codec: 'h264', encode: [...fast, '-g', '1'] },
  'H.264 with groups of fifteen seconds': {
    codec: 'h264',
    encode: [...fast, '-x264-params', 'keyint=150:min-keyint=150'],
    source: clipSource({ rate: 10, seconds: 20 }),
  },
  'H.265 with open groups': { codec: 'h265', encode: x265('keyint=20') },
  'H.265 in two slices, aggregated': {
    codec: 'h265',
    encode: x265('keyint=20:slices=2:bframes=0'),
    packing: { aggregates: true },
  },
  'H.265 of ten bits': { codec: 'h265', encode: [...x265('keyint=20:bframes=3'), '-pix_fmt', 'yuv420p10le'] },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-fragments-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Recorded {
  source: string;
  path: string;
  fragments: PictureFragment[];
  sent: number[];
}
const recorded = new Map<string, Promise<Recorded>>();
const record = (name: string): Promise<Recorded> => {
  const known = recorded.get(name) ?? write(name);
  recorded.set(name, known);
  return known;
};

async function write(name: string): Promise<Recorded> {
  const { codec, encode, source, packing } = clips[name] as Clip;
  const at = join(folder, name.replaceAll(/\W/g, '-'));
  const paths = { source: `${at}-source.mp4`, path: `${at}.mp4` };
  const pictures = await encodedClip({ codec, encode, path: paths.source, ...(source && { source }) });
  const fragments = fragmentsOf(codec, rtpPackets(pictures, { codec, ...packing }));
  await writeFile(paths.path, fileBytes(fragments));
  return { ...paths, fragments, sent: pictures.map(({ rtpTime }) => rtpTime) };
}

/**
 * Every decoded picture of what was sent and of what was written, and the decoder's complaints about either. One process decodes
 * both: to start one costs more than to decode such clips.
 */
async function decoded(
  source: string,
  path: string,
): Promise<{ sent: string[]; written: string[]; complaints: string }> {
  const args = [
    '-v',
    'warning',
    '-i',
    source,
    '-i',
    path,
    '-map',
    '0:v:0',
    '-map',
    '1:v:0',
    '-fps_mode',
    'passthrough',
  ];
  const { stdout, stderr } = await run('ffmpeg', [...args, '-f', 'framemd5', '-'], OUTPUT_LIMIT);
  const picturesOf = (stream: string) =>
    stdout
      .split('\n')
      .filter((line) => line.startsWith(`${stream},`))
      .map((line) => line.split(',').at(-1)?.trim() ?? '');
  return { sent: picturesOf('0'), written: picturesOf('1'), complaints: stderr };
}

describe.each(Object.keys(clips))('%s', (name) => {
  it('is written with the same pictures, bit-exact and in order, and plays without errors', async () => {
    const { source, path } = await record(name);
    const { sent, written, complaints } = await decoded(source, path);
    expect(sent.length).toBeGreaterThan(0);
    expect(written).toEqual(sent);
    expect(complaints).toBe('');
  });

  it('keeps every timestamp of the camera exactly, and has a correct index', async () => {
    const { fragments, sent } = await record(name);
    const first = Math.min(...sent);
    const shown = fragments.flatMap(({ startTicks, samples }) => {
      let at = startTicks;
      return samples.map(({ durationTicks, offsetTicks }) => {
        const shownAt = at + offsetTicks;
        at += durationTicks;
        return shownAt;
      });
    });
    const origin = Math.min(...shown);
    expect(shown.map((ticks) => ticks - origin)).toEqual(sent.map((rtpTime) => rtpTime - first));
    for (const [i, { startTicks }] of fragments.slice(1).entries()) expect(startTicks).toBe(fragments[i]?.endTicks);
    const reading = await readSegment(bytesSource(fileBytes(fragments)));
    if (reading.kind !== 'segment') throw new Error(reading.kind);
    expect(reading.facts.tracks.map(({ sidx }) => sidx)).toEqual([{ kind: 'right' }]);
    expect(reading.facts.finished).toBe(true);
    expect(reading.facts.fragments.map(({ startsWithKeyframe }) => startsWithKeyframe)).toEqual(
      fragments.map(({ start }) => start !== 'none'),
    );
  });
});

it('a camera that changes its size in band begins another file, and both have the pictures that were sent', async () => {
  const sent: { source: string; pictures: SentPicture[] }[] = [];
  for (const [index, size] of ['160x96', '320x180'].entries()) {
    const source = join(folder, `change-${index}-source.mp4`);
    const encode = [...fast, '-bf', '0', '-g', '20'];
    const pictures = await encodedClip({
      codec: 'h264',
      encode,
      path: source,
      source: clipSource({ size, seconds: 2 }),
    });
    sent.push({ source, pictures });
  }
  const [first, second] = sent;
  if (first === undefined || second === undefined) throw new Error('two clips are needed');
  const later = second.pictures.map(({ nals, rtpTime }) => ({ nals, rtpTime: rtpTime + 2 * 90_000 }));
  const fragments = fragmentsOf('h264', rtpPackets([...first.pictures, ...later], { codec: 'h264' }));
  const files = Map.groupBy(fragments, ({ setup }) => setup);
  expect(files.size).toBe(2);
  for (const [index, own] of [...files.values()].entries()) {
    const path = join(folder, `change-${index}.mp4`);
    await writeFile(path, fileBytes(own));
    const { sent: original, written, complaints } = await decoded(sent[index]?.source ?? '', path);
    expect(written).toEqual(original);
    expect(complaints).toBe('');
  }
});

describe('a written file', () => {
  it.each(['H.264 with a pyramid of B-frames', 'H.265 with open groups'])('of %s seeks in GStreamer', async (name) => {
    const { path } = await record(name);
    expect(await seekWithGstreamer(path, 2)).toBeCloseTo(2, 1);
  });

  it('with B-frames seeks forward and backward in Chromium', async () => {
    const { path } = await record('H.264 with a pyramid of B-frames');
    const [start, later, again] = await seekInChromium(path, [0.2, 2.5, 0.2]);
    expect([start?.currentTime, later?.currentTime]).toEqual([0.2, 2.5]);
    expect(later?.checksum).not.toBe(start?.checksum);
    expect(again?.checksum).toBe(start?.checksum);
  });
});
