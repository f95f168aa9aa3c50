import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ExitWith, type Task } from '@holdfast/kit';

const launcher = fileURLToPath(new URL('../../launcher/src/main.ts', import.meta.url));

/**
 * Shorter than what the plate reader has by default: a car of the looping scene is out of view for half a minute, and would count
 * as the same sighting for ever.
 */
const REAPPEAR_GAP_SECONDS = 20;

/** The environment of the product, with its own data folder: the demo never touches real cameras or footage. */
export const productEnv = (
  source: NodeJS.ProcessEnv,
  { dataDir, password }: { dataDir: string; password: string },
): NodeJS.ProcessEnv & { LPR_REAPPEAR_GAP_SECONDS: string } => ({
  ...source,
  DATA_DIR: dataDir,
  DEMO: 'true',
  SEED_ADMIN_PASSWORD: password,
  LPR_REAPPEAR_GAP_SECONDS: String(REAPPEAR_GAP_SECONDS),
});

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
