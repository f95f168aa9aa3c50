import { sep } from 'node:path';
import { isSystemFolder, type Reason, reasonCode } from '@holdfast/domain';

/** Kernel and device file systems: data written there is not stored. */
const NOT_FOR_FILES = ['/proc', '/sys', '/dev'];

const holds = (folder: string, path: string) => path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

interface Surroundings {
  dataDir: string;
  /** Folders of the existing storages. */
  storages: readonly string[];
}

/** Why a folder cannot be a storage; undefined if it can. All paths are resolved, without links. */
export function folderFault(path: string, { dataDir, storages }: Surroundings): Reason | undefined {
  if (path === sep) return reasonCode('folder-is-root');
  if (NOT_FOR_FILES.some((place) => path === place || holds(place, path))) return reasonCode('folder-not-for-files');
  if (isSystemFolder(path)) return reasonCode('folder-is-system');
  // Retention deletes by age and size and walks whole folders: nothing else may be in them.
  if (storages.some((storage) => holds(storage, path))) return reasonCode('folder-in-storage');
  if (storages.some((storage) => holds(path, storage))) return reasonCode('folder-contains-storage');
  if (path === dataDir || holds(path, dataDir)) return reasonCode('folder-contains-data');
  if (holds(dataDir, path)) return reasonCode('folder-in-data');
  return undefined;
}
