import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linkLibraries, locateBinaries } from './binaries.ts';

it('missing library links are made, those that exist are left', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pg-native-'));
  await mkdir(join(root, 'native/lib'), { recursive: true });
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
  await linkLibraries(join(root, 'native'));
  await linkLibraries(join(root, 'native'));
  expect(await readlink(join(root, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  await rm(root, { recursive: true });
});

it('the binaries for this machine are found', async () => {
  const { postgres } = await locateBinaries();
  expect(postgres).toContain(`${process.platform}-${process.arch}`);
});
