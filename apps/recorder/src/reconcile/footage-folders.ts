import { join } from 'node:path';
import { isStreamName, type StreamName } from '@holdfast/domain';
import { entriesOf } from '../storage/entries-of.ts';
import { isCameraFolder, isDayFolder } from './footage-path.ts';

export interface FootageFolder {
  /** Relative to the root of the storage. */
  path: string;
  cameraId: string;
  stream: StreamName;
  day: string;
}

/** The day folders of a storage, newest first. Other folders are not ours and are ignored. */
export async function listFootageFolders(root: string): Promise<FootageFolder[]> {
  const folders: FootageFolder[] = [];
  for (const cameraId of await subfolders(root)) {
    if (!isCameraFolder(cameraId)) continue;
    for (const stream of await subfolders(join(root, cameraId))) {
      if (!isStreamName(stream)) continue;
      for (const day of await subfolders(join(root, cameraId, stream)))
        if (isDayFolder(day)) folders.push({ path: `${cameraId}/${stream}/${day}`, cameraId, stream, day });
    }
  }
  return folders.sort((a, b) => (a.day === b.day ? (a.path < b.path ? -1 : 1) : a.day < b.day ? 1 : -1));
}

const subfolders = async (path: string): Promise<string[]> =>
  (await entriesOf(path)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
