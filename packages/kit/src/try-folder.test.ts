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

describe('a folder that is to take footage', () => {
  it('takes a file and a second name for it, and nothing of that stays', async () => {
    expect(await tryFolder(folder)).toEqual({ kind: 'ok' });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
    'is told from one that refuses hard links with %s',
    async (code) => {
      expect(await tryFolder(folder, { makeLink: refusing(code) })).toEqual({ kind: 'no-links', code });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('that is too full for a second name is full, and no more than that', async () => {
    expect(await tryFolder(folder, { makeLink: refusing('ENOSPC') })).toEqual({ kind: 'unwritable', code: 'ENOSPC' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('says why it cannot be written', async () => {
    expect(await tryFolder(join(folder, 'nowhere'))).toEqual({ kind: 'unwritable', code: 'ENOENT' });
  });
});
