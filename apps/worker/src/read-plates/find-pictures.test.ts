import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPictures, NoSuchSource } from './find-pictures.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-pictures-'));
});
afterEach(() => rm(folder, { recursive: true }));

const namesIn = async (path: string) =>
  (await findPictures(path)).map((source) => source.path.slice(folder.length + 1));

describe('the pictures of a folder', () => {
  it('are those in it and below, by name, also through links to files', async () => {
    await mkdir(join(folder, 'below'));
    for (const name of ['b.mp4', 'a.JPG', 'notes.txt', 'below/c.png']) await writeFile(join(folder, name), '');
    await symlink(join(folder, 'a.JPG'), join(folder, 'linked.jpg'));
    expect(await namesIn(folder)).toEqual(['a.JPG', 'b.mp4', 'below/c.png', 'linked.jpg']);
  });

  it('are each found once if links go round in circles', async () => {
    await writeFile(join(folder, 'a.jpg'), '');
    for (const name of ['one', 'two']) await symlink('.', join(folder, name));
    await symlink('itself.jpg', join(folder, 'itself.jpg'));
    expect(await namesIn(folder)).toEqual(['a.jpg']);
  });

  it('do not include a pipe, which would be waited for forever', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.jpg')]);
    await symlink('pipe.jpg', join(folder, 'linked.jpg'));
    await mkdir(join(folder, 'folder.jpg'));
    expect(await namesIn(folder)).toEqual([]);
  });

  it('cannot be found where there is nothing', async () => {
    await expect(findPictures(join(folder, 'absent'))).rejects.toThrow(NoSuchSource);
  });
});
