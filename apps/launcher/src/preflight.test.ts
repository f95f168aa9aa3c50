import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitWith } from '@holdfast/kit';
import { freePort } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LauncherEnv } from './env.ts';
import { preflight } from './preflight.ts';

let folder = '';
let taken: Server;
let takenPort = 0;
const freePorts: number[] = [];

const listening = () =>
  new Promise<{ server: Server; port: number }>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address ? address.port : 0 });
    });
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preflight-'));
  const held = await listening();
  taken = held.server;
  takenPort = held.port;
  freePorts.splice(0, 2, await freePort(), await freePort());
});
afterEach(async () => {
  taken.close();
  await rm(folder, { recursive: true, force: true });
});

const envWith = (overrides: Partial<LauncherEnv>): LauncherEnv => ({
  HOST: '127.0.0.1',
  PLAIN_HTTP: false,
  DEMO: false,
  PORT: freePorts[0] ?? 0,
  RTSP_PORT: freePorts[1] ?? 0,
  DATA_DIR: join(folder, 'a/b'),
  DATABASE_URL: undefined,
  LOG_FORMAT: 'text',
  LOG_LEVEL: 'silent',
  ...overrides,
});

const refusalOf = async (overrides: Partial<LauncherEnv>) => {
  try {
    await preflight(envWith(overrides));
  } catch (err) {
    if (err instanceof ExitWith) return { code: err.exitCode, sentence: err.message };
    throw err;
  }
  return undefined;
};

describe('before anything is written', () => {
  it('with free ports passes, and DATA_DIR is created and locked', async () => {
    const { dataDir, lock } = await preflight(envWith({}));
    expect(dataDir).toBe(join(folder, 'a/b'));
    expect(await readdir(dataDir)).toEqual([]);
    await lock.release();
  });

  it.each(['PORT', 'RTSP_PORT'] as const)('a %s in use is one clear line, and nothing is created', async (name) => {
    const sentence = `${name} ${takenPort} is in use by another program; stop that one or set ${name} to a free port.`;
    expect(await refusalOf({ [name]: takenPort })).toEqual({ code: 69, sentence });
    expect(await readdir(folder)).toEqual([]);
  });

  it('one port for both is a fault', async () => {
    expect(await refusalOf({ PORT: 9999, RTSP_PORT: 9999 })).toEqual({
      code: 78,
      sentence: 'PORT and RTSP_PORT are both 9999; they must differ.',
    });
  });

  it('a HOST that is not ours is one clear line', async () => {
    expect((await refusalOf({ HOST: '203.0.113.7' }))?.sentence).toBe(
      'HOST 203.0.113.7 is not an address of this machine.',
    );
  });

  it('a DATA_DIR below a file is one clear line', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const DATA_DIR = join(file, 'data');
    expect(await refusalOf({ DATA_DIR })).toEqual({
      code: 73,
      sentence: `DATA_DIR ${DATA_DIR} cannot be made: ${file} is not a folder.`,
    });
  });

  it('a DATA_DIR that is no folder is one clear line', async () => {
    expect(await refusalOf({ DATA_DIR: '/dev/null' })).toEqual({
      code: 73,
      sentence: 'DATA_DIR /dev/null is not a folder.',
    });
  });

  it('a DATA_DIR that cannot be created is one clear line', async () => {
    expect((await refusalOf({ DATA_DIR: '/proc/holdfast' }))?.code).toBe(73);
  });

  it('a DATA_DIR that every user can write is one clear line', async () => {
    const DATA_DIR = join(folder, 'shared');
    await mkdir(DATA_DIR);
    await chmod(DATA_DIR, 0o777);
    expect((await refusalOf({ DATA_DIR }))?.sentence).toBe(
      `DATA_DIR ${DATA_DIR} can be written by every user of this machine: close it with: chmod o-w ${DATA_DIR}`,
    );
  });

  it('a second start on the same DATA_DIR reports the running instance, not the taken port', async () => {
    const DATA_DIR = join(folder, 'data');
    await mkdir(DATA_DIR);
    const { lock } = await preflight(envWith({ DATA_DIR }));
    expect(await refusalOf({ DATA_DIR, PORT: takenPort })).toEqual({
      code: 69,
      sentence: `DATA_DIR ${DATA_DIR} is already in use by another running instance (process ${process.pid}).`,
    });
    await lock.release();
  });

  it('waits for the port of a predecessor that is exiting', async () => {
    const DATA_DIR = join(folder, 'data');
    await mkdir(DATA_DIR);
    setTimeout(() => taken.close(), 150);
    const { lock } = await preflight(envWith({ DATA_DIR, PORT: takenPort }));
    await lock.release();
  });
});
