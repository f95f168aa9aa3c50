import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createZip } from './zip-writer.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-zip-'));
  await writeFile(join(folder, 'video'), Buffer.alloc(8 * 1024 * 1024, 'x'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const mtime = new Date(0);

describe('an archive', () => {
  it('that is aborted rejects pending calls, without unhandled rejections', async () => {
    const leaving = new AbortController();
    const zip = createZip(join(folder, 'a.zip'), { mtime, signal: leaving.signal });
    await expect(zip.addFile('a', join(folder, 'video'), () => leaving.abort())).rejects.toThrow('aborted');
    await expect(zip.close()).rejects.toThrow('aborted');
  });

  it('that cannot be written fails with the reason', async () => {
    const zip = createZip(join(folder, 'none', 'a.zip'), { mtime, signal: new AbortController().signal });
    await expect(zip.addFile('a', join(folder, 'video'), () => undefined)).rejects.toThrow('ENOENT');
  });

  it('with a missing source fails', async () => {
    const zip = createZip(join(folder, 'a.zip'), { mtime, signal: new AbortController().signal });
    await expect(zip.addFile('a', join(folder, 'gone'), () => undefined)).rejects.toThrow('ENOENT');
  });
});
