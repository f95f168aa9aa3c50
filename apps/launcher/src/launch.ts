import { createPool, EmbeddedPostgresRefused, findEmbeddedAddress, listenTo } from '@holdfast/db/server';
import { createWakeUp, ExitWith, exitCodes, type Logger, sleep, type Task } from '@holdfast/kit';
import { announceWhenUp } from './announce.ts';
import { localAddress } from './console-address.ts';
import type { LauncherEnv } from './env.ts';
import { fileThreads } from './file-threads.ts';
import { migrateWhenReachable } from './migrate-when-reachable.ts';
import { plateWorkers } from './plate-workers.ts';
import { preflight } from './preflight.ts';
import { type ChildCommand, killAllChildren, superviseChild } from './supervise-child.ts';
import { type SupervisedDatabase, superviseDatabase } from './supervise-database.ts';

/**
 * The whole product as one task: database, schema, children, and the reverse when the signal aborts. A child needs its database
 * until it has stopped, so the database stops after the children and the lock is released last.
 */
export const launch = (options: {
  env: LauncherEnv;
  childEnv: NodeJS.ProcessEnv;
  children: readonly ChildCommand[];
  /** Started once for each camera whose plates are read. */
  plateWorker?: ChildCommand;
  log: Logger;
  print: (text: string) => void;
}): Task => ({
  name: 'launcher',
  run: async (signal) => {
    const { env, log } = options;
    const { dataDir, lock } = await preflight(env);
    try {
      if (env.DATABASE_URL !== undefined) {
        await runProduct({ ...options, dataDir, signal, databaseUrl: env.DATABASE_URL });
        return;
      }
      const starting = startDatabase({ dataDir, log });
      const failed = new AbortController();
      starting.then(
        ({ quitNow }) => process.once('exit', quitNow),
        () => failed.abort(),
      );
      try {
        const databaseUrl = await addressOf({ starting, dataDir, log });
        await runProduct({ ...options, dataDir, signal: AbortSignal.any([signal, failed.signal]), databaseUrl });
      } finally {
        const database = await starting;
        await database.stop();
        process.off('exit', database.quitNow);
      }
    } finally {
      await lock.release();
    }
  },
});

const DATABASE_PATIENCE_MS = 3_000;

/** Recovery of a database after a power cut may take minutes, and the recorder can work without it. */
const addressOf = async ({
  starting,
  dataDir,
  log,
}: {
  starting: Promise<SupervisedDatabase>;
  dataDir: string;
  log: Logger;
}): Promise<string> => {
  const waited = new AbortController();
  const late = sleep(DATABASE_PATIENCE_MS, waited.signal).then(() => undefined);
  const database = await Promise.race([starting, late]).finally(() => waited.abort());
  if (database !== undefined) return database.connectionString;
  const expected = await findEmbeddedAddress(dataDir).catch((err: unknown) => {
    log.warn({ err }, 'cannot find out where the database will listen');
    return undefined;
  });
  if (expected !== undefined) return expected;
  log.info('waiting for the database to start');
  return (await starting).connectionString;
};

const startDatabase = async (options: { dataDir: string; log: Logger }): Promise<SupervisedDatabase> => {
  try {
    return await superviseDatabase(options);
  } catch (err) {
    if (err instanceof EmbeddedPostgresRefused) throw new ExitWith(exitCodes.badConfig, err.message);
    throw err;
  }
};

const runProduct = async (options: {
  env: LauncherEnv;
  childEnv: NodeJS.ProcessEnv;
  children: readonly ChildCommand[];
  /** Started once for each camera whose plates are read. */
  plateWorker?: ChildCommand;
  log: Logger;
  print: (text: string) => void;
  dataDir: string;
  databaseUrl: string;
  signal: AbortSignal;
}): Promise<void> => {
  const { env, log, print, databaseUrl, dataDir } = options;
  const name = env.DATABASE_URL === undefined ? 'The built-in database' : 'The database of DATABASE_URL';
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const delayed = Promise.withResolvers<void>();
  const migrated = migrateWhenReachable({
    connectionString: databaseUrl,
    name,
    log,
    signal,
    onDelay: delayed.resolve,
  });
  const mayStart = ({ worksWithoutDatabase = false }: ChildCommand) =>
    worksWithoutDatabase ? Promise.race([migrated, delayed.promise]) : migrated;
  const { DATABASE_URL_FILE: _replaced, ...inherited } = options.childEnv;
  const childEnv = { ...fileThreads, ...inherited, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const runOne = async (command: ChildCommand) => {
    try {
      await mayStart(command);
      await superviseChild({ command, env: childEnv, log }).run(signal);
    } catch (err) {
      // If one child cannot run, the others are stopped in order.
      failed.abort();
      throw err;
    }
  };
  process.once('exit', killAllChildren);
  const runPlateWorkers = async (command: ChildCommand) => {
    await migrated;
    const db = createPool({ connectionString: databaseUrl, poolSize: 1 });
    const changed = createWakeUp();
    const listening = listenTo({
      channels: { cameras_changed: changed.wake },
      connectionString: databaseUrl,
      log,
      onListening: changed.wake,
    }).run(signal);
    try {
      const apiBaseUrl = localAddress({ host: env.HOST, port: env.PORT });
      const restream = new URL(localAddress({ host: env.HOST, port: env.RTSP_PORT })).host;
      await plateWorkers({ db, command, childEnv, dataDir, apiBaseUrl, restream, log, changed }).run(signal);
    } finally {
      await db.end();
      await listening;
    }
  };
  const ended = await Promise.allSettled([
    ...options.children.map(runOne),
    ...(options.plateWorker ? [runPlateWorkers(options.plateWorker)] : []),
    migrated.then(() =>
      announceWhenUp({ host: env.HOST, port: env.PORT, isPlain: env.PLAIN_HTTP, isDemo: env.DEMO, log, signal, print }),
    ),
  ]);
  process.off('exit', killAllChildren);
  const fault = ended.find((outcome) => outcome.status === 'rejected');
  if (fault !== undefined) throw fault.reason;
};
