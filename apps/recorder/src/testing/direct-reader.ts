import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { until } from './recorder-house.ts';

export interface DirectReader {
  /** Ends it and leaves a file that can be read. */
  stop(): Promise<void>;
}

/** Writes down what a camera sends, with nothing of ours in between. Resolves once it does. */
export function readDirectly(url: string, path: string): Promise<DirectReader> {
  const args = ['-v', 'error', '-rtsp_transport', 'tcp', '-i', url, '-map', '0:v:0', '-c', 'copy', '-y', path];
  // A camera on a slow machine may give up its own start, and starts anew for whoever asks again.
  return until(async () => {
    const child = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const exited = once(child, 'exit');
    const hasBegun = await until(async () => {
      if (child.exitCode !== null) return 'not';
      const file = await stat(path).catch(() => undefined);
      return file !== undefined && file.size > 0 && 'begun';
    });
    if (hasBegun === 'not') return false;
    return {
      async stop() {
        child.kill('SIGINT');
        await exited;
      },
    };
  });
}
