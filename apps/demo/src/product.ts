import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ExitWith, type Task } from '@holdfast/kit';

const launcher = fileURLToPath(new URL('../../launcher/src/main.ts', import.meta.url));

/** The product as `npm start` runs it. It ends with the demo, and the demo ends with it. */
export const product = (env: NodeJS.ProcessEnv): Task => ({
  name: 'product',
  run: async (signal) => {
    const child = spawn(process.execPath, [launcher], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const [code] = (await once(child, 'exit')) as [number | null];
    if (!signal.aborted) throw new ExitWith(code ?? 1, 'Holdfast ended, and the demo with it.');
  },
});
