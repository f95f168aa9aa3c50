import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boundLog, logTail, openLog } from './log-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pg-log-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a log that grew too long is rotated, and an open writer continues at its start', async () => {
  const path = join(folder, 'log', 'postgres.log');
  const writer = await openLog(path);
  await writer.write('x'.repeat(9 * 1024 * 1024));
  await boundLog(path);
  await writer.write('after\n');
  await writer.close();
  expect(await readFile(path, 'utf8')).toBe('after\n');
  expect((await stat(`${path}.1`)).size).toBe(9 * 1024 * 1024);
});

it('a short log stays', async () => {
  const path = join(folder, 'postgres.log');
  await writeFile(path, 'short');
  await boundLog(path);
  expect(await readFile(path, 'utf8')).toBe('short');
});

it('the tail is the last lines since the given offset', async () => {
  const path = join(folder, 'postgres.log');
  await writeFile(path, 'old\none\ntwo\nthree\nfour\nfive\n');
  expect(await logTail(path, 4)).toBe('two | three | four | five');
  expect(await logTail(path, 23)).toBe('five');
});
