import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  ExitWith,
  exitCodes,
  FolderInUse,
  type FolderLock,
  lockFolder,
  makeWritable,
  PREDECESSOR_GRACE_MS,
  requireCreatable,
  requireDistinctPorts,
  requireFolder,
  requireFreePorts,
  requireOwnDataDir,
  unwritableDataDir,
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

const lockExisting = async (dataDir: string): Promise<FolderLock> => {
  await requireFolder(dataDir, dataDir);
  return lockDataDir(dataDir);
};

const lockDataDir = async (dataDir: string): Promise<FolderLock> => {
  try {
    return await lockFolder(dataDir);
  } catch (err) {
    if (err instanceof FolderInUse) throw new ExitWith(exitCodes.unavailable, `DATA_DIR ${err.message}`);
    throw unwritableDataDir(dataDir, err);
  }
};
