import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A hash of each picture of a file, in order. ffmpeg rewrites NAL units in the same way for all files: its own H.265
 * RTP depacketizer leaves a zero of the next start code after each picture.
 */
export async function pictureHashes(path: string, codec: 'h264' | 'h265'): Promise<string[]> {
  const filter = codec === 'h264' ? 'h264_metadata' : 'hevc_metadata';
  const args = ['-v', 'error', '-i', path, '-map', '0:v:0', '-c', 'copy', '-bsf:v', filter];
  const { stdout } = await run('ffmpeg', [...args, '-f', 'framehash', '-hash', 'sha256', '-'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split(',').at(-1)?.trim() ?? '');
}
