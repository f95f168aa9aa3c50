import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bareEnv } from './bare-env.ts';
import { PATIENCE_MS } from './patience.ts';

const STOP_LIMIT_MS = 60_000;

export interface ServerProcess extends AsyncDisposable {
  readonly address: string;
  readonly pid: number;
  /** Sends the signal and waits for the exit. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Runs a server in its own process, which shares no event loop with the test and can be killed. It must print a line with its
 * `address` once it listens, like the product.
 */
export async function startServerProcess(path: string, env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [path], {
    // Without the caller's own configuration.
    env: { ...bareEnv(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (isOver()) return;
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(late);
  };

  const printed: string[] = [];
  const listening = new Promise<string>((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`${path} ${what}:\n${printed.join('\n')}`));
    const late = setTimeout(() => fail('did not listen in time'), PATIENCE_MS);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(late);
      fail(`ended with ${code}`);
    });
    // The output must be read, or a server that logs would block once the pipe is full.
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /(?:listening at |"address":")(http:[^"\s]+)/.exec(line)?.[1];
      if (address === undefined) return void (printed.length < 50 && printed.push(line));
      clearTimeout(late);
      resolve(address);
    });
  });
  try {
    return { address: await listening, pid: child.pid ?? 0, end, [Symbol.asyncDispose]: () => end('SIGTERM') };
  } catch (err) {
    await end('SIGKILL');
    throw err;
  }
}
