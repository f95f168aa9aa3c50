import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

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
  // A named file is read whatever its extension.
  if (!about.isDirectory()) return [{ path, kind: kindOf(path) ?? 'video' }];
  const names = await readdir(path, { recursive: true });
  return names.sort().flatMap((name) => {
    const kind = kindOf(name);
    return kind === undefined ? [] : [{ path: join(path, name), kind }];
  });
}
