import { sep } from 'node:path';

/** Files of the kernel and devices: what is written there is not kept, or is not a file at all. */
const NOT_FOR_FILES = ['/proc', '/sys', '/dev'];

const holds = (folder: string, path: string) => path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

interface Surroundings {
  dataDir: string;
  /** Folders of the storages there are. */
  storages: readonly string[];
}

/** Why a folder cannot be a storage, if so. All paths are real ones, without links in them. */
export function folderFault(path: string, { dataDir, storages }: Surroundings): string | undefined {
  if (path === sep) return 'is the root of the file system; choose a folder below it';
  if (NOT_FOR_FILES.some((place) => path === place || holds(place, path))) return 'is not a place that keeps files';
  // Footage is cleared by age and size, and whole folders of it are walked: nothing else may be in the way of that.
  if (storages.some((storage) => holds(storage, path))) return 'is inside the folder of another storage';
  if (storages.some((storage) => holds(path, storage))) return 'holds the folder of another storage';
  if (path === dataDir || holds(path, dataDir)) return 'holds the data of this server; choose a folder apart from it';
  if (holds(dataDir, path)) return 'is inside the data folder of this server; choose a folder apart from it';
  return undefined;
}
