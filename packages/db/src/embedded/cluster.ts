import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresRefused } from './embedded-postgres-refused.ts';
import { type Layout, makePrivateFolder } from './layout.ts';
import { type RunAs, serverEnv } from './server-user.ts';

const run = promisify(execFile);

/** The product's role and database. The role owns its database and is no superuser: the superuser cannot log in at all. */
export const roleName = 'holdfast';
export const databaseName = 'holdfast';

export type ClusterState = { kind: 'absent' } | { kind: 'ready' };

/** Inspects the folder without changing it, and refuses what this version cannot use. */
export const inspectCluster = async (layout: Layout, majorVersion: number): Promise<ClusterState> => {
  const names = await readdir(layout.cluster).catch((err: NodeJS.ErrnoException) => {
    if (err.code === 'ENOENT') return undefined;
    throw err;
  });
  if (names === undefined) return { kind: 'absent' };
  const version = (await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === '') throw new EmbeddedPostgresRefused(`${layout.cluster} is not a PostgreSQL data folder.`);
  if (version !== String(majorVersion))
    throw new EmbeddedPostgresRefused(
      `${layout.cluster} holds a PostgreSQL ${version} database and this version brings PostgreSQL ${majorVersion}: restore a backup into an empty DATA_DIR, or start the version that wrote it.`,
    );
  return { kind: 'ready' };
};

/**
 * Built in a draft folder and renamed when complete, so an interrupted first start leaves nothing that looks like a database.
 */
export const createCluster = async (options: {
  layout: Layout;
  binaries: Binaries;
  runAs: RunAs;
  password: string;
  durable: boolean;
}): Promise<void> => {
  const { layout, binaries, runAs, password, durable } = options;
  const draftPrefix = 'cluster.new-';
  for (const name of await readdir(layout.folder))
    if (name.startsWith(draftPrefix)) await rm(join(layout.folder, name), { recursive: true });
  const draft = join(layout.folder, `${draftPrefix}${process.pid}`);
  await makePrivateFolder(draft, runAs.user);

  const initdb = runAs.command(binaries.initdb, [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--auth=reject',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  await run(initdb.file, initdb.args, { ...initdb.ids, cwd: draft, env: serverEnv }).catch((err: unknown) => {
    const output = err instanceof Error && 'stderr' in err ? String(err.stderr).trim().split('\n').at(-1) : String(err);
    throw new EmbeddedPostgresRefused(`PostgreSQL could not create its data folder in ${layout.folder}: ${output}`);
  });
  await writeFile(join(draft, 'pg_hba.conf'), `local all ${roleName} scram-sha-256\n`);
  await runAlone({ binaries, runAs, cluster: draft, durable }, [
    `CREATE ROLE ${roleName} LOGIN CREATEDB PASSWORD '${password}'`,
    `CREATE DATABASE ${databaseName} OWNER ${roleName}`,
    // Tests empty a database without its triggers.
    ...(durable ? [] : [`GRANT SET ON PARAMETER session_replication_role TO ${roleName}`]),
  ]);
  await rename(draft, layout.cluster);
};

export const setPassword = (
  options: { binaries: Binaries; runAs: RunAs; cluster: string; durable: boolean },
  password: string,
) => runAlone(options, [`ALTER ROLE ${roleName} PASSWORD '${password}'`]);

/** Single-user mode: the only way in for a superuser that has no password. */
const runAlone = async (
  options: { binaries: Binaries; runAs: RunAs; cluster: string; durable: boolean },
  statements: readonly string[],
): Promise<void> => {
  const fsync = options.durable ? 'on' : 'off';
  const args = ['--single', '-D', options.cluster, '-c', `fsync=${fsync}`, '-c', 'exit_on_error=on', 'postgres'];
  const { file, args: argv, ids } = options.runAs.command(options.binaries.postgres, args);
  const child = spawn(file, argv, { ...ids, cwd: options.cluster, env: serverEnv, stdio: ['pipe', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(statements.map((statement) => `${statement};\n`).join(''));
  const [code] = await once(child, 'close');
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output))
    throw new EmbeddedPostgresRefused(`PostgreSQL could not prepare its database: ${output.trim().split('\n').at(-1)}`);
};
