import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Asks a child to end, and ends it after a while. */
export async function stopChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGINT', limitMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), limitMs);
  await exited;
  clearTimeout(late);
}
