import { mkdir, open } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';

/** Makes the names in a folder durable. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes a folder below `root` that outlives a power cut: each new name is durable in its parent. */
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
