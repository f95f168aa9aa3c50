import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareEnv, PATIENCE_MS } from '@holdfast/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';

const LAUNCHER = join(import.meta.dirname, '..', 'apps', 'launcher', 'src', 'main.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-environment-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const startWith = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, [LAUNCHER], {
    env: { ...bareEnv(), DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    // One that starts in spite of the faults would run on.
    timeout: PATIENCE_MS,
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, lines: printed.trim().split('\n'), made: await readdir(folder) };
};

it('the faults of every process are reported together, once, before anything is created', async () => {
  const { code, lines, made } = await startWith({
    PORT: 'abc',
    RTSP_PORT: '0',
    DB_POOL_SIZE: 'x',
    JWT_SECRET: 'short',
    SEED_ADMIN_PASSWORD: 'пароль1',
    TRUSTED_PROXIES: '10.0.0.1, garbage',
    DATABASE_URL: 'postgres://u:hunter2@h:99999/d',
    TZ: 'Mars/Base',
  });
  expect(lines).toEqual([
    'environment: DATABASE_URL is not a postgres:// URL',
    'environment: PORT="abc" is not a whole number from 1 to 65535',
    'environment: RTSP_PORT="0" is not a whole number from 1 to 65535',
    'environment: DB_POOL_SIZE="x" is not a whole number from 1 to 500',
    'environment: TZ="Mars/Base" is not an IANA time zone such as Europe/Berlin',
    'environment: JWT_SECRET is shorter than 32 bytes',
    'environment: SEED_ADMIN_PASSWORD is shorter than 8 characters',
    expect.stringMatching(
      /^environment: TRUSTED_PROXIES="10\.0\.0\.1, garbage" holds "garbage" and is not addresses, /,
    ),
  ]);
  expect({ code, made }).toEqual({ code: 78, made: [] });
});

it('a fault in one child stops the start as well', async () => {
  const { code, lines, made } = await startWith({ JWT_SECRET: 'short' });
  expect({ code, lines, made }).toEqual({
    code: 78,
    lines: ['environment: JWT_SECRET is shorter than 32 bytes'],
    made: [],
  });
});
