import { constants } from 'node:fs';
import { access, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ExitWith, exitCodes } from '../process/exit-with.ts';
import { makeDataDir, missingFolders } from './make-data-dir.ts';

const codeOf = (err: unknown) => (err instanceof Error && 'code' in err ? String(err.code) : String(err));

export const unwritableDataDir = (dataDir: string, err: unknown): ExitWith =>
  new ExitWith(exitCodes.cannotCreate, `DATA_DIR ${dataDir} cannot be written (${codeOf(err)}).`);

/** Refuses a path of DATA_DIR, or of a folder above it, that is something else. */
export const requireFolder = async (path: string, dataDir: string): Promise<void> => {
  if ((await stat(path)).isDirectory()) return;
  const what = path === dataDir ? 'is not a folder' : `cannot be made: ${path} is not a folder`;
  throw new ExitWith(exitCodes.cannotCreate, `DATA_DIR ${dataDir} ${what}.`);
};

/** Checks the nearest existing folder, without creating anything. */
export const requireCreatable = async (dataDir: string): Promise<void> => {
  const [outermost] = await missingFolders(dataDir);
  const nearest = outermost === undefined ? dataDir : dirname(outermost);
  await requireFolder(nearest, dataDir);
  try {
    await access(nearest, constants.W_OK | constants.X_OK);
  } catch (err) {
    throw unwritableDataDir(dataDir, err);
  }
};

export const makeWritable = async (dataDir: string): Promise<void> => {
  const probe = join(dataDir, `.write-test-${process.pid}`);
  try {
    await makeDataDir(dataDir);
    await writeFile(probe, '');
    await unlink(probe);
  } catch (err) {
    throw unwritableDataDir(dataDir, err);
  }
};
