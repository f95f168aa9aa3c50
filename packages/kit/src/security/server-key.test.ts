import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveKey, loadServerKey } from './server-key.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-key-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('the server key', () => {
  it('is created once, readable by its owner only', async () => {
    const key = await loadServerKey(dataDir);
    expect(key).toHaveLength(32);
    expect(await loadServerKey(dataDir)).toEqual(key);
    expect((await stat(join(dataDir, 'keys', 'server.key'))).mode & 0o777).toBe(0o600);
  });

  it('is the same for processes that start together', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => loadServerKey(dataDir)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await readdir(join(dataDir, 'keys'))).toEqual(['server.key']);
  });

  it('is never silently replaced when damaged', async () => {
    await loadServerKey(dataDir);
    const path = join(dataDir, 'keys', 'server.key');
    await chmod(path, 0o600);
    await writeFile(path, 'half a k');
    await expect(loadServerKey(dataDir)).rejects.toThrow(/put the original back/);
  });

  it('derives a separate key for each use', async () => {
    const key = await loadServerKey(dataDir);
    expect(deriveKey(key, 'tokens')).not.toEqual(deriveKey(key, 'secrets'));
    expect(deriveKey(key, 'tokens')).toEqual(deriveKey(key, 'tokens'));
  });
});
