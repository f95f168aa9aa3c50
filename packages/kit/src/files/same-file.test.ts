import { link, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isSameFile } from './same-file.ts';

it('is a hard link, not a copy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-same-'));
  const [file, copy, linked] = ['a', 'b', 'c'].map((name) => join(folder, name)) as [string, string, string];
  await writeFile(file, 'x');
  await writeFile(copy, 'x');
  await link(file, linked);
  const facts = await Promise.all([file, copy, linked].map((path) => stat(path, { bigint: true })));
  expect(facts.map((one) => facts[0] && isSameFile(facts[0], one))).toEqual([true, false, true]);
  await rm(folder, { recursive: true });
});
