import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenFiles } from './open-files.ts';

let folder: string;
const path = (name: string) => join(folder, name);
/** Files of the folder that this process has open. */
const openHere = async () => {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((target) => target.startsWith(folder)).length;
};
const textOf = (files: ReturnType<typeof createOpenFiles>, name: string) =>
  files.acquire(path(name)).then(async ({ handle, sizeBytes, release }) => {
    const bytes = Buffer.alloc(sizeBytes);
    await handle.read(bytes, 0, sizeBytes, 0);
    release();
    return bytes.toString();
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-files-'));
  for (const name of ['a', 'b', 'c']) await writeFile(path(name), name);
});
afterAll(() => rm(folder, { recursive: true }));

describe('files that stay open', () => {
  it('are read many times at once, and closed when they have not been read for a while', async () => {
    const files = createOpenFiles({ most: 2, idleMs: 50 });
    expect(await Promise.all(['a', 'a', 'b', 'a'].map((name) => textOf(files, name)))).toEqual(['a', 'a', 'b', 'a']);
    await until(async () => (await openHere()) === 0);
  });

  it('are not more than allowed, and not closed while they are read', async () => {
    const files = createOpenFiles({ most: 1, idleMs: 60_000 });
    const { handle, release } = await files.acquire(path('a'));
    expect(await textOf(files, 'b')).toBe('b');
    expect(await textOf(files, 'c')).toBe('c');
    expect((await handle.read(Buffer.alloc(1), 0, 1, 0)).bytesRead).toBe(1);
    release();
    await until(async () => (await openHere()) === 1);
    files.forget(path('c'));
    await until(async () => (await openHere()) === 0);
  });

  it('are opened again after they were forgotten or could not be read', async () => {
    const files = createOpenFiles({ most: 2, idleMs: 60_000 });
    await expect(textOf(files, 'new')).rejects.toThrow('ENOENT');
    await writeFile(path('new'), 'first');
    expect(await textOf(files, 'new')).toBe('first');
    await rm(path('new'));
    await writeFile(path('new'), 'second');
    files.forget(path('new'));
    expect(await textOf(files, 'new')).toBe(await readFile(path('new'), 'utf8'));
    files.forget(path('new'));
  });
});
