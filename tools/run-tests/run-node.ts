import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { root } from './steps.ts';

interface RunOptions {
  prefix: string;
  env?: Record<string, string>;
  /** At low priority, which everything that it starts inherits. */
  isBackground?: boolean;
  signal: AbortSignal;
}

/** Runs a script with Node in its own process group, which Ctrl-C in the terminal does not reach; returns its exit code. */
export async function runNode(
  args: readonly string[],
  { prefix, env = {}, isBackground = false, signal }: RunOptions,
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (isBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(`${prefix}${line}`));
  const signalGroup = (kind: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, kind);
    } catch {
      // It ended meanwhile.
    }
  };
  // On a stop request the runner still tears down what the tests had set up.
  const stop = () => {
    child.kill('SIGINT');
    setTimeout(() => signalGroup('SIGKILL'), 15_000).unref();
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const [code] = await once(child, 'close');
  signal.removeEventListener('abort', stop);
  signalGroup('SIGKILL');
  return typeof code === 'number' ? code : 1;
}
