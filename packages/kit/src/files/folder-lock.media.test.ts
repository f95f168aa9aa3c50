import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lockFolder } from './folder-lock.ts';

// Starts processes, which is slow on busy machines.
vi.setConfig({ testTimeout: 60_000 });

let folder = '';
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const ownerScript = `
  const { lockFolder } = await import(${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)});
  await lockFolder(process.argv[1]);
  process.stdout.write('locked');
  setInterval(() => {}, 1 << 30);
`;

it('a folder has one owner until it is released', async () => {
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(
    `${folder} is already in use by another running instance (process ${process.pid}).`,
  );
  await lock.release();
  await (await lockFolder(folder)).release();
});

it('a folder reached by another path is the same folder', async () => {
  const lock = await lockFolder(folder);
  await expect(lockFolder(`${folder}/../${folder.split('/').at(-1)}/`)).rejects.toThrow('already in use');
  await lock.release();
});

it('exactly one of many concurrent callers gets the lock', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
  const won = asked.filter((outcome) => outcome.status === 'fulfilled');
  expect(won).toHaveLength(1);
  await won[0]?.value.release();
});

it('killing the owner frees the folder at once', async () => {
  child = spawn(process.execPath, ['--input-type=module', '-e', ownerScript, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  await expect(lockFolder(folder)).rejects.toThrow(`(process ${child.pid})`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await (await lockFolder(folder)).release();
});
