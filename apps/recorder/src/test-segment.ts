import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

let made: Promise<Buffer> | undefined;

/** One second of a test picture as the recorder writes it, made once for all tests of a file. */
export const segmentBytes = (): Promise<Buffer> => {
  made ??= makeSegment();
  return made;
};

async function makeSegment(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-segment-'));
  const path = join(folder, 'segment.mp4');
  const flags = '+frag_keyframe+empty_moov+default_base_moof+global_sidx';
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=1'];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '5', '-threads', '1'];
  try {
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...source, ...encode, '-movflags', flags, path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
