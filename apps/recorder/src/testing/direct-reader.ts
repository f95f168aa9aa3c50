import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { until } from './installation.ts';

export interface DirectReader {
  /** Ends it and leaves a file that can be read. */
  stop(): Promise<void>;
}

/** Writes down what a camera sends, with nothing of ours in between. Resolves once it does. */
export function readDirectly(url: string, path: string): Promise<DirectReader> {
  const args = ['-v', 'error', '-rtsp_transport', 'tcp', '-i', url, '-map', '0:v:0', '-c', 'copy', '-y', path];
  // A camera on a slow machine may give up its own start, and starts anew for whoever asks again.
  return until(async () => {
    // What an earlier try left is no sign that this one began.
    await rm(path, { force: true });
    const child = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const exited = once(child, 'exit');
    const isOver = () => child.exitCode !== null || child.signalCode !== null;
    const end = async (signal: NodeJS.Signals) => {
      if (!isOver()) child.kill(signal);
      await exited;
    };
    try {
      const outcome = await until(async () => {
        if (isOver()) return 'over';
        const file = await stat(path).catch(() => undefined);
        return file !== undefined && file.size > 0 && 'begun';
      });
      return outcome === 'begun' && { stop: () => end('SIGINT') };
    } catch (err) {
      await end('SIGKILL');
      throw err;
    }
  });
}
