import { resolve } from 'node:path';
import { type OpenedBytes, openByteSource } from '@holdfast/media';

/** The location of a recorded file in the index: storage and path. */
export interface FootageFile {
  storagePath: string;
  path: string;
}

/** The one way from an index row to its bytes. */
export interface FootageFiles {
  open(file: FootageFile): Promise<OpenedBytes>;
  /** For ffmpeg, which opens files itself and would block on a pipe; undefined if it is not a regular file. */
  pathOf(file: FootageFile): Promise<string | undefined>;
}

/** `onMissing` gets the path of an indexed file that does not exist. */
export function createFootageFiles(dataDir: string, onMissing: (path: string) => void = () => {}): FootageFiles {
  const fullPath = ({ storagePath, path }: FootageFile) => resolve(dataDir, storagePath, path);
  const open = async (file: FootageFile) => {
    const opened = await openByteSource(fullPath(file));
    if (opened.kind === 'unreadable' && opened.code === 'ENOENT') onMissing(file.path);
    return opened;
  };
  return {
    open,
    async pathOf(file) {
      const opened = await open(file);
      if (opened.kind === 'unreadable') return undefined;
      await opened.close();
      return fullPath(file);
    },
  };
}
