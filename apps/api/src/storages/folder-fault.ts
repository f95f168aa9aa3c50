import { sep } from 'node:path';
import { type Reason, reasonCode } from '@holdfast/domain';

/** Files of the kernel and devices: what is written there is not kept, or is not a file at all. */
const NOT_FOR_FILES = ['/proc', '/sys', '/dev'];

const holds = (folder: string, path: string) => path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

interface Surroundings {
  dataDir: string;
  /** Folders of the storages there are. */
  storages: readonly string[];
}

/** Why a folder cannot be a storage, if so. All paths are real ones, without links in them. */
export function folderFault(path: string, { dataDir, storages }: Surroundings): Reason | undefined {
  if (path === sep) return reasonCode('folder-is-root');
  if (NOT_FOR_FILES.some((place) => path === place || holds(place, path))) return reasonCode('folder-not-for-files');
  // Footage is cleared by age and size, and whole folders of it are walked: nothing else may be in the way of that.
  if (storages.some((storage) => holds(storage, path))) return reasonCode('folder-in-storage');
  if (storages.some((storage) => holds(path, storage))) return reasonCode('folder-contains-storage');
  if (path === dataDir || holds(path, dataDir)) return reasonCode('folder-contains-data');
  if (holds(dataDir, path)) return reasonCode('folder-in-data');
  return undefined;
}
