import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '../child-env.ts';
import { type FfmpegProcess, startFfmpeg } from '../ffmpeg-process.ts';
import { GLOBAL_ARGS, type RecordOutput, recordOutputArgs } from '../record-args.ts';
import { readSegmentListLine } from '../segment-list-reader.ts';

const run = promisify(execFile);
const OUTPUT_LIMIT = { maxBuffer: 64 * 1024 * 1024 };

export const ffmpeg = (...args: string[]) =>
  run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], OUTPUT_LIMIT);

export interface FinishedSegment {
  fileName: string;
  path: string;
  mediaStartSeconds: number;
}

export interface Recording {
  child: FfmpegProcess;
  spool: string;
  finished: FinishedSegment[];
}

/** Records a file as if it were a camera that sends in real time. */
export async function recordFile(
  source: string,
  output: RecordOutput,
  env: Readonly<Record<string, string>> = {},
): Promise<Recording> {
  const spool = await mkdtemp(join(tmpdir(), 'spool-'));
  const finished: FinishedSegment[] = [];
  const child = startFfmpeg({
    ffmpegPath: 'ffmpeg',
    args: [...GLOBAL_ARGS, '-re', '-i', source, ...recordOutputArgs(output)],
    env: childEnv({ ...env, TZ: 'Pacific/Auckland' }),
    cwd: spool,
    onStdoutLine: (text) => {
      const line = readSegmentListLine(text);
      if (line.kind !== 'finished') throw new Error(`unexpected line ${text}`);
      const { fileName, mediaStartSeconds } = line;
      finished.push({ fileName, path: join(spool, fileName), mediaStartSeconds });
    },
  });
  return { child, spool, finished };
}
