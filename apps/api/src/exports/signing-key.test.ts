import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSigningKey } from './signing-key.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-key-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('the signing key', () => {
  it('is created once, readable by its owner only, and then reused', async () => {
    const keys = await Promise.all([loadSigningKey(dataDir), loadSigningKey(dataDir), loadSigningKey(dataDir)]);
    const later = await loadSigningKey(dataDir);
    expect(new Set([...keys, later].map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect((await stat(join(dataDir, 'keys', 'signing.key'))).mode & 0o777).toBe(0o600);
  });

  it('is not silently replaced when damaged', async () => {
    await mkdir(join(dataDir, 'keys'));
    await writeFile(join(dataDir, 'keys', 'signing.key'), 'nonsense');
    await expect(loadSigningKey(dataDir)).rejects.toThrow('damaged');
  });
});
