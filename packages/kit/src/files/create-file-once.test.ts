import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileOnce } from './create-file-once.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-once-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('creating a file once', () => {
  it('succeeds for exactly one of many callers and leaves no drafts', async () => {
    const path = join(folder, 'key');
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => createFileOnce(path, `by ${i}`, { mode: 0o600 })),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toBe(`by ${made.indexOf(true)}`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['key']);
  });

  it('never replaces an existing file', async () => {
    const path = join(folder, 'key');
    await writeFile(path, 'first');
    expect(await createFileOnce(path, 'second', { mode: 0o600 })).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('first');
  });

  it('fails in a missing folder and creates nothing', async () => {
    await expect(createFileOnce(join(folder, 'none', 'key'), 'x', { mode: 0o600 })).rejects.toThrow(/ENOENT/);
    expect(await readdir(folder)).toEqual([]);
  });
});
