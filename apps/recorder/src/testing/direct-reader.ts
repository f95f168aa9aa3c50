import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { until } from './installation.ts';

export interface DirectReader {
  /** Ends it and leaves a readable file. */
  stop(): Promise<void>;
}

/** Records what a camera sends, without our own code. Resolves once it is recording. */
export function readDirectly(url: string, path: string): Promise<DirectReader> {
  const args = ['-v', 'error', '-rtsp_transport', 'tcp', '-i', url, '-map', '0:v:0', '-c', 'copy', '-y', path];
  // A camera on a slow machine may fail to start, and starts again for the next client.
  return until(async () => {
    // A file left by an earlier attempt does not show that this one has started.
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
