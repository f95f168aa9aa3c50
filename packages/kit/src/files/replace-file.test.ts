import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceFile } from './replace-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replace-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('replacing a file', () => {
  it('leaves the new contents with the given mode, and no draft', async () => {
    const path = join(folder, 'name');
    await replaceFile(path, 'first', { mode: 0o600 });
    await replaceFile(path, Buffer.from('second'), { mode: 0o600 });
    expect(await readFile(path, 'utf8')).toBe('second');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['name']);
  });

  it('overwrites a draft left by a power cut', async () => {
    const path = join(folder, 'name');
    await writeFile(`${path}.draft`, 'a longer one that was never finished');
    await replaceFile(path, 'whole', { mode: 0o600 });
    expect(await readFile(path, 'utf8')).toBe('whole');
    expect(await readdir(folder)).toEqual(['name']);
  });

  it('leaves no draft if it fails', async () => {
    const path = join(folder, 'name');
    await mkdir(path);
    await expect(replaceFile(path, 'x', { mode: 0o600 })).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['name']);
  });

  it('fails in a missing folder', async () => {
    await expect(replaceFile(join(folder, 'absent', 'name'), 'x', { mode: 0o600 })).rejects.toThrow('ENOENT');
  });
});
