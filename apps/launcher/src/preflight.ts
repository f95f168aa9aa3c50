import { constants } from 'node:fs';
import { access, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  ExitWith,
  exitCodes,
  FolderInUse,
  type FolderLock,
  lockFolder,
  makeDataDir,
  missingFolders,
  PREDECESSOR_GRACE_MS,
  requireDistinctPorts,
  requireFreePorts,
  requireOwnDataDir,
} from '@holdfast/kit';
import type { LauncherEnv } from './env.ts';

/**
 * Everything that can be refused is refused before anything is written. An existing DATA_DIR is locked first, so that a second
 * start reports the running instance and not merely a taken port.
 */
export const preflight = async (env: LauncherEnv): Promise<{ dataDir: string; lock: FolderLock }> => {
  const dataDir = resolve(env.DATA_DIR);
  const ports = (['PORT', 'RTSP_PORT'] as const).map((name) => ({ name, port: env[name], host: env.HOST }));
  requireDistinctPorts(ports);
  await requireOwnDataDir(dataDir);
  const early = (await exists(dataDir)) ? await lockExisting(dataDir) : undefined;
  await requireCreatable(dataDir);
  await requireFreePorts(ports, early === undefined ? 0 : PREDECESSOR_GRACE_MS);
  await makeWritable(dataDir);
  return { dataDir, lock: early ?? (await lockDataDir(dataDir)) };
};

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

const codeOf = (err: unknown) => (err instanceof Error && 'code' in err ? String(err.code) : String(err));

const unwritable = (dataDir: string, err: unknown) =>
  new ExitWith(exitCodes.cannotCreate, `DATA_DIR ${dataDir} cannot be written (${codeOf(err)}).`);

const requireFolder = async (path: string, dataDir: string): Promise<void> => {
  if ((await stat(path)).isDirectory()) return;
  const what = path === dataDir ? 'is not a folder' : `cannot be made: ${path} is not a folder`;
  throw new ExitWith(exitCodes.cannotCreate, `DATA_DIR ${dataDir} ${what}.`);
};

const lockExisting = async (dataDir: string): Promise<FolderLock> => {
  await requireFolder(dataDir, dataDir);
  return lockDataDir(dataDir);
};

const lockDataDir = async (dataDir: string): Promise<FolderLock> => {
  try {
    return await lockFolder(dataDir);
  } catch (err) {
    if (err instanceof FolderInUse) throw new ExitWith(exitCodes.unavailable, `DATA_DIR ${err.message}`);
    throw unwritable(dataDir, err);
  }
};

/** Checks the nearest existing folder, without creating anything. */
const requireCreatable = async (dataDir: string): Promise<void> => {
  const [outermost] = await missingFolders(dataDir);
  const nearest = outermost === undefined ? dataDir : dirname(outermost);
  await requireFolder(nearest, dataDir);
  try {
    await access(nearest, constants.W_OK | constants.X_OK);
  } catch (err) {
    throw unwritable(dataDir, err);
  }
};

const makeWritable = async (dataDir: string): Promise<void> => {
  const probe = join(dataDir, `.write-test-${process.pid}`);
  try {
    await makeDataDir(dataDir);
    await writeFile(probe, '');
    await unlink(probe);
  } catch (err) {
    throw unwritable(dataDir, err);
  }
};
