import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { clockPicture, drawClock } from './clock-picture.ts';

const run = promisify(execFile);

const threads = ['-threads', '1'];

/** Real H.264: each picture as its NAL units, parameter sets before each keyframe. A group is a second long. */
export function h264Pictures({ size, seconds }: { size: string; seconds: number }): Promise<Buffer[][]> {
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '20', '-sc_threshold', '0', ...threads];
  return encodedPictures({ size, seconds, encode: [...encode, '-f', 'h264'], isSlice: isH264Slice });
}

/** The same in H.265. */
export function h265Pictures({ size, seconds }: { size: string; seconds: number }): Promise<Buffer[][]> {
  const parameters = 'log-level=none:keyint=20:min-keyint=20:scenecut=0:bframes=0:repeat-headers=1:info=0:pools=1';
  const encode = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', parameters, ...threads];
  return encodedPictures({ size, seconds, encode: [...encode, '-f', 'hevc'], isSlice: isH265Slice });
}

/** H.264 pictures that show their own numbers, in the form of a clock. A group has `group` of them. */
export async function numberedPictures({ count, group }: { count: number; group: number }): Promise<Buffer[][]> {
  const { width, height } = clockPicture;
  const input = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-video_size', `${width}x${height}`, '-i', 'pipe:0'];
  const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', '0', '-sc_threshold', '0'];
  const encode = [...x264, '-g', String(group), ...threads, '-f', 'h264'];
  const drawn = Readable.from(
    (function* () {
      for (let index = 0; index < count; index += 1) yield Buffer.from(drawClock(index));
    })(),
  );
  const encoding = run('ffmpeg', ['-v', 'error', ...input, ...encode, 'pipe:1'], {
    encoding: 'buffer',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (!encoding.child.stdin) throw new Error('ffmpeg has no standard input');
  await pipeline(drawn, encoding.child.stdin);
  return picturesIn((await encoding).stdout, isH264Slice);
}

const isH264Slice = (nal: Buffer) => [1, 5].includes((nal[0] ?? 0) & 0x1f);
const isH265Slice = (nal: Buffer) => (nal[0] ?? 0) >> 1 < 32;

async function encodedPictures({
  size,
  seconds,
  encode,
  isSlice,
}: {
  size: string;
  seconds: number;
  encode: readonly string[];
  isSlice: (nal: Buffer) => boolean;
}): Promise<Buffer[][]> {
  const picture = `testsrc2=size=${size}:rate=20:duration=${seconds}`;
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', picture, ...encode, 'pipe:1'], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  });
  return picturesIn(stdout, isSlice);
}

/** One slice per picture, so a slice ends it. */
function picturesIn(bytes: Buffer, isSlice: (nal: Buffer) => boolean): Buffer[][] {
  const pictures: Buffer[][] = [];
  let before: Buffer[] = [];
  for (const nal of splitAnnexB(bytes)) {
    before.push(nal);
    if (!isSlice(nal)) continue;
    pictures.push(before);
    before = [];
  }
  return pictures;
}

function splitAnnexB(bytes: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf('\0\0\x01', 0, 'latin1'); at >= 0; at = bytes.indexOf('\0\0\x01', at + 3, 'latin1'))
    starts.push(at);
  return starts.map((start, index) => {
    let end = starts[index + 1] ?? bytes.length;
    while (end > start && bytes[end - 1] === 0) end -= 1;
    return bytes.subarray(start + 3, end);
  });
}
