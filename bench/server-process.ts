import { join } from 'node:path';
import { type ServerProcess, startServerProcess } from '@holdfast/testkit';

const ROOT = join(import.meta.dirname, '..');

/** A server of this repository, by its path in it. */
export const startServer = (path: string, env: Record<string, string>): Promise<ServerProcess> =>
  startServerProcess(join(ROOT, path), env);
