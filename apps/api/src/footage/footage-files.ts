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
  /** Its content cannot be played: asks the recorder to check the file. */
  reportUnplayable(file: FootageFile): void;
}

/** `onLost` gets the path of an indexed file that does not exist or cannot be played. */
export function createFootageFiles(dataDir: string, onLost: (path: string) => void = () => {}): FootageFiles {
  const fullPath = ({ storagePath, path }: FootageFile) => resolve(dataDir, storagePath, path);
  const open = async (file: FootageFile) => {
    const opened = await openByteSource(fullPath(file));
    if (opened.kind === 'unreadable' && opened.code === 'ENOENT') onLost(file.path);
    return opened;
  };
  return {
    open,
    reportUnplayable: ({ path }) => onLost(path),
    async pathOf(file) {
      const opened = await open(file);
      if (opened.kind === 'unreadable') return undefined;
      await opened.close();
      return fullPath(file);
    },
  };
}
