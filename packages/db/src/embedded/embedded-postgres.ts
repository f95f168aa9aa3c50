import { randomBytes } from 'node:crypto';
import { readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { FolderInUse, type FolderLock, type Logger, lockFolder, makeDataDir, sleep } from '@holdfast/kit';
import { findLivingServer, watchForExit } from './adopt-server.ts';
import { locateBinaries } from './binaries.ts';
import { createCluster, databaseName, inspectCluster, roleName, setPassword } from './cluster.ts';
import { EmbeddedPostgresRefused } from './embedded-postgres-refused.ts';
import { launchServer } from './launch-server.ts';
import { fitsSocket, type Layout, layoutIn, makePrivateFolder, makeSocketFolder } from './layout.ts';
import { boundLog } from './log-file.ts';
import { serverSettings } from './server-settings.ts';
import { chooseServerUser, runAsServerUser } from './server-user.ts';
import { stopServer } from './stop-server.ts';

export interface EmbeddedPostgres {
  /** A URL for `pg`; it holds the password. */
  readonly connectionString: string;
  readonly pid: number;
  /** True when the server was already running: a short-lived tool must not stop a server that it adopted. */
  readonly adopted: boolean;
  /** Resolves when the server has exited, for any reason. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs a PostgreSQL server for this DATA_DIR only: creates it on first use, adopts a running one, or starts it. `durable:
 * false` trades durability for speed and is for tests only.
 */
export const startEmbeddedPostgres = async (options: {
  dataDir: string;
  log: Logger;
  durable?: boolean;
}): Promise<EmbeddedPostgres> => {
  const { log, durable = true } = options;
  await makeDataDir(options.dataDir);
  const layout = layoutIn(await realpath(options.dataDir));
  const binaries = await locateBinaries();
  const user = await chooseServerUser(layout.cluster);
  await makePrivateFolder(layout.folder, user);
  const starting = await lockWhenFree(layout.folder);
  try {
    const runAs = await runAsServerUser({ user, postgres: binaries.postgres, folder: layout.folder });
    const state = await inspectCluster(layout, runAs.majorVersion);
    const knownPassword = await readPassword(layout);
    const password = knownPassword ?? randomBytes(32).toString('hex');
    if (state.kind === 'absent') {
      log.info('creating the database');
      await writeFile(layout.password, password, { mode: 0o600 });
      await createCluster({ layout, binaries, runAs, password, durable });
    }
    const cluster = await realpath(layout.cluster);
    const living = await findLivingServer(cluster);
    if (living !== undefined) {
      if (knownPassword === undefined)
        throw new EmbeddedPostgresRefused(`${layout.password} is missing while its PostgreSQL runs; stop that first.`);
      log.info({ server_pid: living.pid }, 'took over the running PostgreSQL');
      const exited = watchForExit(living.pid, cluster);
      return handleFor({ layout, password, log, ...living, exited, adopted: true });
    }
    if (state.kind === 'ready' && knownPassword === undefined) {
      await setPassword({ binaries, runAs, cluster, durable }, password);
      await writeFile(layout.password, password, { mode: 0o600 });
    }
    const socketFolder = await makeSocketFolder(layout, user);
    const settings = serverSettings({ socketFolder, durable });
    const launched = await launchServer({
      postgres: binaries.postgres,
      settings,
      cluster,
      logPath: layout.log,
      runAs,
      log,
    });
    return handleFor({ layout, password, log, socketFolder, ...launched, adopted: false });
  } finally {
    await starting.release();
  }
};

/** Where the database of this DATA_DIR will listen; undefined when that is not known before its start. */
export const findEmbeddedAddress = async (dataDir: string): Promise<string | undefined> => {
  const layout = layoutIn(await realpath(dataDir));
  const isThere = await stat(layout.cluster).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  const password = isThere && fitsSocket(layout.socketFolder) ? await readPassword(layout) : undefined;
  return password === undefined ? undefined : addressOf({ password, socketFolder: layout.socketFolder });
};

// The host in the URL is a placeholder: the parameter, a folder, wins and means its socket.
const addressOf = ({ password, socketFolder }: { password: string; socketFolder: string }): string =>
  `postgres://${roleName}:${password}@localhost/${databaseName}?host=${encodeURIComponent(socketFolder)}`;

const readPassword = async (layout: Layout): Promise<string | undefined> => {
  const kept = await readFile(layout.password, 'utf8').catch((err: NodeJS.ErrnoException) => {
    if (err.code === 'ENOENT') return '';
    throw err;
  });
  return /^[0-9a-f]{64}$/.test(kept) ? kept : undefined;
};

const handleFor = (server: {
  layout: Layout;
  password: string;
  log: Logger;
  pid: number;
  socketFolder: string;
  exited: Promise<void>;
  adopted: boolean;
}): EmbeddedPostgres => {
  const { layout, password, log, pid, socketFolder, exited, adopted } = server;
  const bounding = setInterval(() => {
    boundLog(layout.log).catch((err: unknown) => log.warn({ err }, 'cannot bound the log of PostgreSQL'));
  }, 600_000);
  bounding.unref();
  exited.then(() => clearInterval(bounding));
  let stopping: Promise<void> | undefined;
  return {
    connectionString: addressOf({ password, socketFolder }),
    pid,
    adopted,
    exited,
    stop: () => {
      stopping ??= stopServer({ pid, exited, log }).then(async () => {
        if (socketFolder !== layout.socketFolder) await rm(socketFolder, { recursive: true, force: true });
      });
      return stopping;
    },
  };
};

/** Concurrent starts take turns: the second adopts the server of the first. */
const lockWhenFree = async (folder: string): Promise<FolderLock> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await lockFolder(folder, 'holdfast-postgres');
    } catch (err) {
      if (!(err instanceof FolderInUse) || tries >= 1_200) throw err;
      await sleep(100);
    }
  }
};
