import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bareEnv } from '@holdfast/testkit';

export interface WorkerProcess {
  pid: number;
  output(): string;
  /** How often a text was logged. */
  countLogged(text: string): number;
  /** Stops it as the launcher does and returns its exit code. */
  stop(): Promise<number | null>;
  /** Its exit code, once all of its output was read. */
  ended(): Promise<number | null>;
}

/** The worker as its own process with exactly these settings. */
export function startWorkerProcess(env: Record<string, string>): WorkerProcess {
  const child = spawn(process.execPath, [new URL('../main.ts', import.meta.url).pathname], {
    env: { ...bareEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A failed test must not leave it running.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  // `exit` may come before the last output was read.
  const closed = once(child, 'close');
  const ended = async () => {
    await closed;
    return child.exitCode;
  };
  return {
    pid: child.pid ?? 0,
    output: () => output,
    countLogged: (text) => output.split(text).length - 1,
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended();
    },
  };
}
