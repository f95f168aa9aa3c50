import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFault } from '@holdfast/kit';

export interface SourceFile {
  path: string;
  kind: 'image' | 'video';
}

const images = new Set(['jpg', 'jpeg', 'png', 'webp', 'bmp', 'gif', 'tif', 'tiff']);
const videos = new Set(['mp4', 'mov', 'mkv', 'avi', 'ts', 'm4v', 'webm', 'h264', 'h265']);

const kindOf = (path: string): SourceFile['kind'] | undefined => {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return images.has(ending) ? 'image' : videos.has(ending) ? 'video' : undefined;
};

export class NoSuchSource extends Error {}

/** The pictures and videos of a path: the file itself, or all in a folder and below, sorted by name. */
export async function findPictures(path: string): Promise<SourceFile[]> {
  const about = await stat(path).catch(() => undefined);
  if (about === undefined) throw new NoSuchSource(`There is no file or folder ${path}.`);
  // A named file is read regardless of its extension.
  if (!about.isDirectory()) return [{ path, kind: kindOf(path) ?? 'video' }];
  const found = await readdir(path, { recursive: true, withFileTypes: true }).catch((err: unknown) => {
    throw new NoSuchSource(`The folder ${path} cannot be read (${fileFault(err)}).`);
  });
  const names = found.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const sources: SourceFile[] = [];
  for (const name of names.sort()) {
    const kind = kindOf(name);
    if (kind !== undefined && (await isFile(name))) sources.push({ path: name, kind });
  }
  return sources;
}

/** Links to files count, but pipes would be waited for. Links to folders are not followed: they may go round in circles. */
const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (about) => about.isFile(),
    () => false,
  );
