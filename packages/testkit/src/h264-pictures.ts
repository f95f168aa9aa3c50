import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Real H.264: each picture as its NAL units, parameter sets before each keyframe. A group is a second long. */
export async function h264Pictures({ size, seconds }: { size: string; seconds: number }): Promise<Buffer[][]> {
  const picture = `testsrc2=size=${size}:rate=20:duration=${seconds}`;
  const encode = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-bf',
    '0',
    '-g',
    '20',
    '-sc_threshold',
    '0',
    '-threads',
    '1',
  ];
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-f', 'lavfi', '-i', picture, ...encode, '-f', 'h264', 'pipe:1'],
    {
      encoding: 'buffer',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const pictures: Buffer[][] = [];
  let before: Buffer[] = [];
  for (const nal of splitAnnexB(stdout)) {
    const type = (nal[0] ?? 0) & 0x1f;
    before.push(nal);
    if (type !== 1 && type !== 5) continue;
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
