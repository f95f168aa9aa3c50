import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { makeDataDir, requireOwnDataDir } from './make-data-dir.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-dir-'));
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

it('a data folder and its missing parents are created without access for other users', async () => {
  await Promise.all([makeDataDir(join(folder, 'a/b')), makeDataDir(join(folder, 'a/b'))]);
  const closed = process.getuid?.() === 0 ? 0o711 : 0o700;
  expect([await modeOf(join(folder, 'a')), await modeOf(join(folder, 'a/b'))]).toEqual([closed, closed]);
});

it('the database user can pass through the data folder, whatever the umask', async () => {
  const before = process.umask(0o077);
  onTestFinished(() => void process.umask(before));
  await makeDataDir(join(folder, 'a/b'));
  const closed = process.getuid?.() === 0 ? 0o711 : 0o700;
  expect([await modeOf(join(folder, 'a')), await modeOf(join(folder, 'a/b'))]).toEqual([closed, closed]);
});

it('a data folder that belongs to another user or is world-writable is refused with one sentence', async () => {
  const own = process.getuid?.() ?? 0;
  await expect(requireOwnDataDir(folder)).resolves.toBeUndefined();
  await expect(requireOwnDataDir(join(folder, 'absent'))).resolves.toBeUndefined();
  await expect(requireOwnDataDir(folder, own + 1)).rejects.toThrow(
    `DATA_DIR ${folder} belongs to another user (${own}): start as that user, or change its owner with: chown ${own + 1} ${folder}`,
  );
  await chmod(folder, 0o1777);
  await expect(requireOwnDataDir(folder)).rejects.toThrow(
    `DATA_DIR ${folder} can be written by every user of this machine: close it with: chmod o-w ${folder}`,
  );
});

it('an existing data folder keeps its mode', async () => {
  await mkdir(join(folder, 'mine'));
  await chmod(join(folder, 'mine'), 0o750);
  await makeDataDir(join(folder, 'mine'));
  expect(await modeOf(join(folder, 'mine'))).toBe(0o750);
});
