import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '..');
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 10_000;

export interface ServerProcess extends AsyncDisposable {
  readonly address: string;
  readonly pid: number;
}

/**
 * Runs a server in a process of its own, so that it shares no event loop with the load. It must print a JSON line with
 * its `address` once it listens, as the product does.
 */
export async function startServer(path: string, env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(ROOT, path)], {
    cwd: ROOT,
    // Nothing of the caller's own configuration may reach the servers.
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await listeningAddress(child, path);
    return { address, pid: child.pid!, [Symbol.asyncDispose]: () => stop(child) };
  } catch (err) {
    await stop(child);
    throw err;
  }
}

function listeningAddress(child: ChildProcess, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const printed: string[] = [];
    const fail = (what: string) => reject(new Error(`${path} ${what}:\n${printed.join('\n')}`));
    const late = setTimeout(() => fail('did not listen in time'), START_LIMIT_MS);
    child.once('error', reject);
    child.once('exit', (code) => fail(`ended with ${code}`));
    // Read to the end, or a server that logs would come to a halt once the pipe is full.
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const address = /(?:listening at |"address":")(http:[^"\s]+)/.exec(line)?.[1];
      if (address === undefined) return void (printed.length < 50 && printed.push(line));
      clearTimeout(late);
      resolve(address);
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(late);
}
