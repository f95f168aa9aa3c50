import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDataDir } from './make-data-dir.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-dir-'));
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

it('a data folder and what is missing above it are closed to other users, whoever makes them', async () => {
  await Promise.all([makeDataDir(join(folder, 'a/b')), makeDataDir(join(folder, 'a/b'))]);
  const closed = process.getuid?.() === 0 ? 0o711 : 0o700;
  expect([await modeOf(join(folder, 'a')), await modeOf(join(folder, 'a/b'))]).toEqual([closed, closed]);
});

it('a data folder that is there keeps its mode', async () => {
  await mkdir(join(folder, 'mine'));
  await chmod(join(folder, 'mine'), 0o750);
  await makeDataDir(join(folder, 'mine'));
  expect(await modeOf(join(folder, 'mine'))).toBe(0o750);
});
