import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolders } from './folders.ts';

it('an unresponsive folder counts as missing, and is not accessed again while it hangs', async () => {
  let asked = 0;
  const folders = createFolders({
    limitMs: 20,
    inspect: () => {
      asked += 1;
      return new Promise(() => {});
    },
    attempt: () => {
      asked += 1;
      return new Promise(() => {});
    },
  });
  for (let n = 0; n < 5; n += 1) {
    expect(await folders.inspect('/share')).toMatchObject({ state: 'missing' });
    expect(await folders.try('/share')).toEqual({ kind: 'unwritable', code: 'ETIMEDOUT' });
  }
  expect(asked).toBe(2);
});

it('a folder is distinguished from a file and from a missing path', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'folders-')));
  try {
    await writeFile(join(folder, 'file'), '');
    const folders = createFolders();
    expect(await folders.inspect(folder)).toMatchObject({ state: 'ok', totalBytes: expect.any(Number) });
    expect(await folders.inspect(join(folder, 'file'))).toMatchObject({ state: 'missing', freeBytes: null });
    expect(await folders.realPath(join(folder, '.', 'file'))).toBe(join(folder, 'file'));
    expect(await folders.realPath(join(folder, 'nothing'))).toBeUndefined();
  } finally {
    await rm(folder, { recursive: true });
  }
});
