import { resolve } from 'node:path';
import { type OpenedBytes, openByteSource } from '@holdfast/media';

/** Where the index has a recorded file: on which storage, and where there. */
export interface FootageFile {
  storagePath: string;
  path: string;
}

/** The one way from a row of the index to its bytes. */
export interface FootageFiles {
  open(file: FootageFile): Promise<OpenedBytes>;
  /** For ffmpeg, which opens files itself and would wait on a pipe; undefined where no regular file is. */
  pathOf(file: FootageFile): Promise<string | undefined>;
}

export function createFootageFiles(dataDir: string): FootageFiles {
  const fullPath = ({ storagePath, path }: FootageFile) => resolve(dataDir, storagePath, path);
  const open = (file: FootageFile) => openByteSource(fullPath(file));
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
