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
  /** For ffmpeg, which opens files itself. */
  pathOf(file: FootageFile): string;
}

export function createFootageFiles(dataDir: string): FootageFiles {
  const pathOf = ({ storagePath, path }: FootageFile) => resolve(dataDir, storagePath, path);
  return { pathOf, open: (file) => openByteSource(pathOf(file)) };
}
