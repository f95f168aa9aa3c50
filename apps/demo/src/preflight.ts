import { stat } from 'node:fs/promises';
import {
  type EnvOf,
  ExitWith,
  exitCodes,
  FolderInUse,
  lockFolder,
  PREDECESSOR_GRACE_MS,
  requireCreatable,
  requireDistinctPorts,
  requireFreePorts,
  unwritableDataDir,
} from '@holdfast/kit';
import type { envFields } from './env.ts';

const PRODUCT_PORTS = ['PORT', 'RTSP_PORT'] as const;
const SIMULATED_PORTS = ['DEMO_RTSP_PORT', 'DEMO_HUB_PORT', 'DEMO_MQTT_PORT', 'DEMO_DETECTOR_PORT'] as const;

type Ports = Pick<EnvOf<typeof envFields>, 'HOST' | (typeof PRODUCT_PORTS | typeof SIMULATED_PORTS)[number]>;

/** Refuses what would stop one of the parts, before any is started. A second start reports the running demo, not its ports. */
export async function preflight(env: Ports, dataDir: string): Promise<void> {
  const wanted = [
    ...PRODUCT_PORTS.map((name) => ({ name, port: env[name], host: env.HOST })),
    ...SIMULATED_PORTS.map((name) => ({ name, port: env[name], host: '127.0.0.1' })),
  ];
  requireDistinctPorts(wanted);
  const isFirstStart = !(await isFolder(dataDir));
  if (!isFirstStart) await requireUnused(dataDir);
  await requireCreatable(dataDir);
  await requireFreePorts(wanted, isFirstStart ? 0 : PREDECESSOR_GRACE_MS);
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The lock is released at once: the launcher takes it. */
const requireUnused = async (dataDir: string): Promise<void> => {
  try {
    await (await lockFolder(dataDir)).release();
  } catch (err) {
    if (err instanceof FolderInUse) throw new ExitWith(exitCodes.unavailable, `DATA_DIR ${err.message}`);
    throw unwritableDataDir(dataDir, err);
  }
};
