import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { VideoCodec } from '../../rtp/sdp.ts';
import type { SentPicture } from './rtp-packets.ts';

const run = promisify(execFile);
const OUTPUT_LIMIT = { maxBuffer: 64 * 1024 * 1024 };

export const clipSource = ({ size = '160x96', rate = 20, seconds = 4 } = {}): string =>
  `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`;

/** An encoded clip as a file, and its pictures with parameter sets before each keyframe. */
export async function encodedClip({
  codec,
  encode,
  path,
  source = clipSource(),
}: {
  codec: VideoCodec;
  /** Arguments of ffmpeg. */
  encode: readonly string[];
  path: string;
  source?: string;
}): Promise<SentPicture[]> {
  const tag = codec === 'h265' ? ['-tag:v', 'hvc1'] : [];
  const input = ['-v', 'error', '-f', 'lavfi', '-i', source];
  await run('ffmpeg', [...input, ...encode, ...tag, '-threads', '1', '-y', path], OUTPUT_LIMIT);
  const entries = ['-show_entries', 'packet=pts_time,flags,pos,size', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v:0', '-show_packets', ...entries, path]);
  const { packets } = JSON.parse(stdout) as {
    packets: { pts_time: string; flags: string; pos: string; size: string }[];
  };
  const bytes = await readFile(path);
  const sets = codec === 'h264' ? avcSets(bytes) : hevcSets(bytes);
  return packets.map(({ pts_time, flags, pos, size }) => {
    const nals = nalsIn(bytes.subarray(Number(pos), Number(pos) + Number(size)));
    return { nals: flags.startsWith('K') ? [...sets, ...nals] : nals, rtpTime: Math.round(Number(pts_time) * 90_000) };
  });
}

export function nalsIn(sample: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  for (let at = 0; at + 4 <= sample.length; ) {
    const length = sample.readUInt32BE(at);
    nals.push(sample.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return nals;
}

function avcSets(file: Buffer): Buffer[] {
  const record = file.subarray(file.indexOf('avcC') + 4);
  const sets: Buffer[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    const count = (record[at] ?? 0) & mask;
    at += 1;
    for (let i = 0; i < count; i += 1) {
      const length = record.readUInt16BE(at);
      sets.push(record.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return sets;
}

function hevcSets(file: Buffer): Buffer[] {
  const record = file.subarray(file.indexOf('hvcC') + 4);
  const sets: Buffer[] = [];
  let at = 23;
  for (let array = 0; array < (record[22] ?? 0); array += 1) {
    const count = record.readUInt16BE(at + 1);
    at += 3;
    for (let i = 0; i < count; i += 1) {
      const length = record.readUInt16BE(at);
      sets.push(record.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  // Messages that ffmpeg inserts there are not parameter sets.
  return sets.filter((set) => (set[0] ?? 0) >> 1 < 35);
}
