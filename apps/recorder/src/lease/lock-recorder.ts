import { ExitWith, exitCodes, FolderInUse, type FolderLock, lockFolder } from '@holdfast/kit';
import { recorderFolder } from '../settings/recorder-folder.ts';

/** Only one recorder may use a DATA_DIR. */
export async function lockRecorder(dataDir: string): Promise<FolderLock> {
  try {
    return await lockFolder(recorderFolder(dataDir), 'holdfast-recorder');
  } catch (err) {
    if (err instanceof FolderInUse)
      throw new ExitWith(exitCodes.cannotCreate, `A recorder is running here already: ${err.message}`);
    throw err;
  }
}
