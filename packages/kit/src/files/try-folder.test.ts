import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tryFolder } from './try-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'try-folder-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});
const refusing = (code: string) => async () => {
  throw Object.assign(new Error('refused'), { code });
};

describe('a folder for footage', () => {
  it('accepts a file and a hard link, and both are removed again', async () => {
    expect(await tryFolder(folder)).toEqual({ kind: 'ok' });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
    'is reported without hard links when they fail with %s',
    async (code) => {
      expect(await tryFolder(folder, { makeLink: refusing(code) })).toEqual({ kind: 'no-links', code });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('that is too full for a hard link is reported as full only', async () => {
    expect(await tryFolder(folder, { makeLink: refusing('ENOSPC') })).toEqual({ kind: 'unwritable', code: 'ENOSPC' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('reports why it is not writable', async () => {
    expect(await tryFolder(join(folder, 'nowhere'))).toEqual({ kind: 'unwritable', code: 'ENOENT' });
  });
});
