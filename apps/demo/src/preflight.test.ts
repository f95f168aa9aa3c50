import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitWith, exitCodes, lockFolder } from '@holdfast/kit';
import { freePort } from '@holdfast/testkit';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { preflight } from './preflight.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-preflight-'));
});
afterEach(() => rm(folder, { recursive: true }));

const freePorts = async () => ({
  HOST: '127.0.0.1',
  PORT: await freePort(),
  RTSP_PORT: await freePort(),
  DEMO_RTSP_PORT: await freePort(),
  DEMO_HUB_PORT: await freePort(),
  DEMO_MQTT_PORT: await freePort(),
  DEMO_DETECTOR_PORT: await freePort(),
});

const takenPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
};

const refusalOf = async (env: Awaited<ReturnType<typeof freePorts>>, dataDir: string) => {
  try {
    await preflight(env, dataDir);
  } catch (err) {
    if (err instanceof ExitWith) return { code: err.exitCode, sentence: err.message };
    throw err;
  }
  return undefined;
};

it('free ports pass, and nothing is created', async () => {
  expect(await refusalOf(await freePorts(), join(folder, 'demo'))).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

it.each(['PORT', 'RTSP_PORT', 'DEMO_RTSP_PORT', 'DEMO_HUB_PORT', 'DEMO_MQTT_PORT', 'DEMO_DETECTOR_PORT'] as const)(
  'a %s in use is one clear line, and nothing is created',
  async (name) => {
    const port = await takenPort();
    expect(await refusalOf({ ...(await freePorts()), [name]: port }, join(folder, 'demo'))).toEqual({
      code: 69,
      sentence: `${name} ${port} is in use by another program; stop that one or set ${name} to a free port.`,
    });
    expect(await readdir(folder)).toEqual([]);
  },
);

it('one port for two parts is a fault', async () => {
  const env = await freePorts();
  expect(await refusalOf({ ...env, DEMO_MQTT_PORT: env.PORT }, join(folder, 'demo'))).toEqual({
    code: 78,
    sentence: `PORT and DEMO_MQTT_PORT are both ${env.PORT}; they must differ.`,
  });
});

it('a second start on the same DATA_DIR reports the running demo, not its ports', async () => {
  const lock = await lockFolder(folder);
  onTestFinished(() => lock.release());
  expect(await refusalOf({ ...(await freePorts()), DEMO_HUB_PORT: await takenPort() }, folder)).toEqual({
    code: 69,
    sentence: `DATA_DIR ${folder} is already in use by another running instance (process ${process.pid}).`,
  });
});

it('leaves the lock of the folder to the launcher', async () => {
  await preflight(await freePorts(), folder);
  const lock = await lockFolder(folder);
  await lock.release();
});

it.each([
  ['below a file', 'file/data/demo', /cannot be made: .*file is not a folder\.$/],
  ['that is a file', 'file', /is not a folder\.$/],
])('refuses a data folder %s in one sentence, and makes nothing', async (_title, path, sentence) => {
  await writeFile(join(folder, 'file'), '');
  expect(await refusalOf(await freePorts(), join(folder, path))).toEqual({
    code: exitCodes.cannotCreate,
    sentence: expect.stringMatching(sentence),
  });
  expect(await readdir(folder)).toEqual(['file']);
});
