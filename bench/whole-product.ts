import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool, startEmbeddedPostgres } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import { CREDENTIALS } from './product.ts';
import { type ProcessUse, readProcesses, treeOf } from './process-tree.ts';
import { stopChild } from './stop-child.ts';

/** The processes of the product, each with what it started. */
export const productParts = ['launcher', 'api', 'recorder', 'sound', 'postgres'] as const;
export type ProductPart = (typeof productParts)[number];
export type PartsUse = Record<ProductPart, ProcessUse>;

export interface WholeProduct {
  pool: ReturnType<typeof createPool>;
  footage: string;
  use(): PartsUse;
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<Record<string, unknown>>;
}

const START_LIMIT_MS = 180_000;

/** Launcher, API and recorder as `npm start` runs them after its set-up, and the built-in PostgreSQL, durable as it ships. */
export async function startWholeProduct(
  resources: AsyncDisposableStack,
  { folder, env = {} }: { folder: string; env?: Record<string, string> },
): Promise<WholeProduct> {
  await mkdir(join(folder, 'database'), { recursive: true });
  await mkdir(join(folder, 'data'));
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'database'),
    log: createLogger({ name: 'bench', level: 'warn' }),
  });
  resources.defer(() => postgres.stop());
  const [port, rtspPort] = [await freePort(), await freePort()];
  const child: ChildProcess = spawn(process.execPath, ['apps/launcher/src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: postgres.connectionString,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      RTSP_PORT: String(rtspPort),
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  resources.defer(() => stopChild(child, 'SIGTERM', 120_000));
  const address = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${address}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const ask = async (path: string, init: RequestInit): Promise<unknown> => {
    const reply = await fetch(`${address}${path}`, init);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text}`);
    return JSON.parse(text);
  };
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    ask(path, { method: 'POST', headers, body: JSON.stringify(body) }) as Promise<Record<string, unknown>>;
  const { token } = await post('/auth/bootstrap', CREDENTIALS);
  headers.authorization = `Bearer ${String(token)}`;

  const pool = createPool({ connectionString: postgres.connectionString, poolSize: 1 });
  resources.defer(() => pool.end());
  const { rows: backend } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readProcesses().find(({ pid }) => pid === backend[0]?.pid)?.parentPid ?? 0;
  const use = (): PartsUse => {
    const all = readProcesses();
    const launched = all.filter(({ parentPid }) => parentPid === child.pid);
    const appOf = (name: string) => launched.find(({ command }) => command.includes(`apps/${name}/src/main.ts`));
    const own = (pid: number | undefined) => all.find((process) => process.pid === pid) ?? NOTHING;
    const recorder = appOf('recorder')?.pid ?? 0;
    return {
      launcher: own(child.pid),
      api: treeOf(all, appOf('api')?.pid ?? 0),
      // What has ended below it counts as its own.
      recorder: own(recorder),
      sound: sum(all.filter(({ parentPid }) => parentPid === recorder).map(({ pid }) => treeOf(all, pid))),
      postgres: treeOf(all, postmaster),
    };
  };
  return { pool, footage: join(folder, 'data', 'footage'), use, get: (path) => ask(path, { headers }), post };
}

const NOTHING: ProcessUse = { cpuMs: 0, pssBytes: 0 };
export const sum = (uses: readonly ProcessUse[]): ProcessUse => ({
  cpuMs: uses.reduce((total, { cpuMs }) => total + cpuMs, 0),
  pssBytes: uses.reduce((total, { pssBytes }) => total + pssBytes, 0),
});

export async function until(isReached: () => boolean | Promise<boolean>, limitMs = START_LIMIT_MS): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isReached())) {
    if (performance.now() > deadline) throw new Error('what was waited for did not come in time');
    await pause(250);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
