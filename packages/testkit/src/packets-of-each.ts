import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Packet } from './packets.ts';

const run = promisify(execFile);

/**
 * The packets of one stream of each of these files, in file order. One process reads all of them: to start one costs more than
 * to read a file.
 */
export async function packetsOfEach(
  paths: readonly string[],
  stream: 'v:0' | 'a:0',
): Promise<Omit<Packet, 'keyframe'>[][]> {
  const inputs = paths.flatMap((path) => ['-i', path]);
  const streams = paths.flatMap((_, i) => ['-map', `${i}:${stream}`]);
  // As they are in the files, also what comes before the first keyframe.
  const copy = ['-c', 'copy', '-copyinkf', '-f', 'framehash', '-hash', 'sha256', '-'];
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-copyts', ...inputs, ...streams, ...copy], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const found = paths.map((): Omit<Packet, 'keyframe'>[] => []);
  const tickSeconds: number[] = [];
  for (const line of stdout.split('\n')) {
    const [, index, one, second] = /^#tb (\d+): (\d+)\/(\d+)$/.exec(line) ?? [];
    if (index !== undefined) tickSeconds[Number(index)] = Number(one) / Number(second);
    if (line === '' || line.startsWith('#')) continue;
    const [file = '', , pts, , , hash = ''] = line.split(',').map((column) => column.trim());
    found[Number(file)]?.push({ ptsSeconds: Number(pts) * (tickSeconds[Number(file)] ?? Number.NaN), hash });
  }
  return found;
}
