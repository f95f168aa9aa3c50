import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createSecretBox, replaceFile } from '@holdfast/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wantedCamera } from '../testing/wanted-camera.ts';
import { createRecorderMemory, type Remembered } from './last-known-settings.ts';
import { recorderFolder } from './recorder-folder.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const box = createSecretBox(Buffer.alloc(32, 1));
const remembered: Remembered = {
  cameras: [{ ...wantedCamera, mainUrl: 'rtsp://admin:s3cret@192.0.2.7/main' }],
  storages: [{ id: 'disk', path: 'footage', marker: null }],
  readerAccount: { username: 'viewer', password: 'looking' },
};
let dataDir: string;
let path: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-memory-'));
  await mkdir(recorderFolder(dataDir));
  path = join(recorderFolder(dataDir), 'last-known.sealed');
});
afterEach(() => rm(dataDir, { recursive: true }));

const memory = (more: Partial<Parameters<typeof createRecorderMemory>[0]> = {}) =>
  createRecorderMemory({ dataDir, database: 'this one', secrets: box, log, ...more });
const reasonOf = async (one = memory()) => {
  const reading = await one.read();
  return reading.kind === 'unusable' ? reading.reason : reading.kind;
};

describe('the last known settings', () => {
  it('can be read back, only by this install', async () => {
    expect(await memory().read()).toEqual({ kind: 'none' });
    await memory().keep(remembered);
    expect(await memory().read()).toEqual({ kind: 'known', remembered });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const bytes = (await readFile(path)).toString('latin1');
    for (const secret of ['s3cret', '192.0.2.7', 'looking', 'Gate']) expect(bytes).not.toContain(secret);
    expect(await readdir(recorderFolder(dataDir))).toEqual(['last-known.sealed']);
  });

  it('are written only when they changed', async () => {
    const one = memory();
    await one.keep(remembered);
    const { ino } = await stat(path);
    await one.keep(structuredClone(remembered));
    expect((await stat(path)).ino).toBe(ino);
    await one.keep({ ...remembered, cameras: [] });
    expect(await one.read()).toEqual({ kind: 'known', remembered: { ...remembered, cameras: [] } });
  });

  it('are not used when the file is damaged, truncated, empty or of another install', async () => {
    await memory().keep(remembered);
    const whole = await readFile(path);
    expect(await reasonOf(memory({ secrets: createSecretBox(Buffer.alloc(32, 2)) }))).toMatch(/another install\.$/);
    for (const bytes of [whole.subarray(0, whole.length - 1), whole.with(40, (whole[40] ?? 0) ^ 1), Buffer.alloc(0)]) {
      await writeFile(path, bytes);
      expect(await reasonOf()).toMatch(/is damaged/);
    }
    await rm(path);
    await mkdir(path);
    expect(await reasonOf()).toMatch(/cannot be read \(EISDIR\)\.$/);
  });

  it('are not used when they are of another version or another database', async () => {
    await writeFile(path, box.seal(JSON.stringify({ format: 0, of: 'this one', remembered: [] })));
    expect(await reasonOf()).toMatch(/another version of the recorder\.$/);
    await memory().keep(remembered);
    expect(await reasonOf(memory({ database: 'other' }))).toMatch(/belongs to another database\.$/);
  });

  it('affect nothing else when they cannot be written', async () => {
    await rm(recorderFolder(dataDir), { recursive: true });
    await memory().keep(remembered);
    expect(await reasonOf()).toBe('none');
  });

  it('are written one at a time and the newest last, also when the disk hangs meanwhile', async () => {
    const disk = Promise.withResolvers<void>();
    let writes = 0;
    const one = memory({
      replace: async (...file) => {
        writes += 1;
        await disk.promise;
        await replaceFile(...file);
      },
    });
    const first = one.keep(remembered);
    one.keep({ ...remembered, storages: [] });
    const last = one.keep({ ...remembered, cameras: [] });
    expect(writes).toBe(1);
    disk.resolve();
    await Promise.all([first, last]);
    expect(writes).toBe(2);
    expect(await one.read()).toEqual({ kind: 'known', remembered: { ...remembered, cameras: [] } });
  });

  it('are written the next time after a failed write', async () => {
    const faults = [new Error('EIO')];
    const one = memory({
      replace: async (...file) => {
        const fault = faults.pop();
        if (fault) throw fault;
        await replaceFile(...file);
      },
    });
    await one.keep(remembered);
    expect(await one.read()).toEqual({ kind: 'none' });
    await one.keep(remembered);
    expect(await one.read()).toEqual({ kind: 'known', remembered });
  });
});
