import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A hash of each picture of these files, in order. ffmpeg rewrites NAL units in the same way for all files: its own H.265
 * RTP depacketizer leaves a zero of the next start code after each picture.
 */
export async function pictureHashes(paths: readonly string[], codec: 'h264' | 'h265'): Promise<string[]> {
  const filter = codec === 'h264' ? 'h264_metadata' : 'hevc_metadata';
  // One process for all of them: to start one costs more than to read a file.
  const input = ['-f', 'concat', '-safe', '0', '-auto_convert', '0', '-protocol_whitelist', 'file,pipe', '-i', '-'];
  const output = ['-map', '0:v:0', '-c', 'copy', '-bsf:v', filter, '-f', 'framehash', '-hash', 'sha256', '-'];
  const running = run('ffmpeg', ['-v', 'error', ...input, ...output], { maxBuffer: 64 * 1024 * 1024 });
  running.child.stdin?.end(paths.map((path) => `file 'file:${path}'\n`).join(''));
  const { stdout } = await running;
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split(',').at(-1)?.trim() ?? '');
}
