import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface DirectReader {
  /** Ends it and leaves a file that can be read. */
  stop(): Promise<void>;
}

/** Writes down what a camera sends, with nothing of ours in between. */
export function readDirectly(url: string, path: string): DirectReader {
  const args = ['-v', 'error', '-rtsp_transport', 'tcp', '-i', url, '-map', '0:v:0', '-c', 'copy', '-y', path];
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  return {
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
}
