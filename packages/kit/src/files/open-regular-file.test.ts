import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRegularFile } from './open-regular-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regular-'));
  await writeFile(join(folder, 'file'), 'bytes');
  await symlink(join(folder, 'file'), join(folder, 'link'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('opens a file', async () => {
  for (const access of ['read', 'read-write'] as const) {
    await using handle = await openRegularFile(join(folder, 'file'), access);
    expect(await handle.readFile('utf8')).toBe('bytes');
  }
});

it.each([
  ['pipe', 'ENOTFILE'],
  ['link', 'ELOOP'],
  ['.', /ENOTFILE|EISDIR/],
  ['nothing', 'ENOENT'],
])('refuses %s at once', async (name, code) => {
  for (const access of ['read', 'read-write'] as const)
    await expect(openRegularFile(join(folder, name), access)).rejects.toMatchObject({
      code: expect.stringMatching(code),
    });
});
