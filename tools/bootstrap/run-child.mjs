import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

// One Ctrl-C reaches npm, its shell and us, and some of them pass it on: within this time it is the same request.
const sameRequestMs = 300;

/**
 * Runs the command in a process group of its own, out of the terminal's reach, and passes each request to stop on exactly
 * once. The IPC channel tells the child when this process is gone for good.
 */
export const runChild = ({ root, node, args }) =>
  new Promise((resolve, reject) => {
    const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
    const child = spawn(node, args, {
      cwd: root,
      // What Node compiled once it need not compile again at the next start.
      env: { NODE_COMPILE_CACHE: join(root, '.cache', 'node'), ...process.env, PATH: path },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    let forwardedAtMs = Number.NEGATIVE_INFINITY;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => {
        const nowMs = performance.now();
        if (nowMs - forwardedAtMs < sameRequestMs) return;
        forwardedAtMs = nowMs;
        child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
