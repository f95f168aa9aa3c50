import { mkdir } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { syncFolder } from '@holdfast/kit';

/** Creates a folder below `root` durably: each new name is synced in its parent. */
export const makeDurableFolder = async ({ root, folder }: { root: string; folder: string }): Promise<void> => {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  const depth = relative(root, folder).split(sep).length;
  for (let at = folder, level = 0; level < depth; level += 1) {
    at = dirname(at);
    await syncFolder(at);
    if (at === dirname(first)) return;
  }
};
