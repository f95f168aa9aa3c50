import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const OUTPUT_LIMIT = { maxBuffer: 64 * 1024 * 1024 };

export interface Packet {
  ptsSeconds: number;
  keyframe: boolean;
  hash: string;
}

/** The packets of one stream with a hash of their bytes, in file order. */
export async function packetsOf(path: string, stream: 'v:0' | 'a:0'): Promise<Packet[]> {
  const args = ['-v', 'error', '-select_streams', stream, '-show_packets', '-show_data_hash', 'sha256', '-of', 'json'];
  const { stdout } = await run(
    'ffprobe',
    [...args, '-show_entries', 'packet=pts_time,flags,data_hash', path],
    OUTPUT_LIMIT,
  );
  const { packets } = JSON.parse(stdout) as { packets: { pts_time: string; flags: string; data_hash: string }[] };
  return packets.map(({ pts_time, flags, data_hash }) => ({
    ptsSeconds: Number(pts_time),
    keyframe: flags.startsWith('K'),
    hash: data_hash,
  }));
}
