import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { syncFolder } from './sync-folder.ts';

it('accepts a file system that cannot sync folders', async () => {
  // Some of them answer EINVAL.
  await expect(syncFolder('/proc')).resolves.toBeUndefined();
});

it('fails when the folder does not exist', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-sync-'));
  await expect(syncFolder(folder)).resolves.toBeUndefined();
  await rm(folder, { recursive: true });
  await expect(syncFolder(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
