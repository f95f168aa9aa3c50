import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { syncFolder } from './sync-folder.ts';

it('is content with a file system that knows no such call', async () => {
  // As one of them answers EINVAL to anybody who asks.
  await expect(syncFolder('/proc')).resolves.toBeUndefined();
});

it('says so when there is no such folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-sync-'));
  await expect(syncFolder(folder)).resolves.toBeUndefined();
  await rm(folder, { recursive: true });
  await expect(syncFolder(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
