import { randomBytes } from 'node:crypto';
import { migrate } from '@holdfast/db';
import pg from 'pg';
import { type Baseline, readBaseline, resetDatabase } from './reset-database.ts';

/** Connections that stay open for the next test of this process. */
export interface KeptConnections {
  pids: readonly number[];
  /** When the database cannot be used again. */
  end(): Promise<void>;
}

export interface TestDatabase {
  connectionString: string;
  drop(kept?: KeptConnections): Promise<void>;
}

const TEMPLATE = 'holdfast_template';
// Two test files may create the template concurrently.
const TEMPLATE_LOCK = 7_241_900;

const urlOf = (adminUrl: string, database: string) => {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.toString();
};

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // Some tests end the server.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectTo(adminUrl);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const newName = () => `test_${randomBytes(8).toString('hex')}`;

/**
 * A migrated database. After a test it is reset and given to the next test of this process, because creating and dropping one
 * costs more than most tests do.
 */
export async function createTestDatabase(
  adminUrl: string,
  {
    migrated = true,
    usesKept = false,
  }: {
    migrated?: boolean;
    /** The connections that the last test has kept are used (`openTestPool`); for anyone else they are closed. */
    usesKept?: boolean;
  } = {},
): Promise<TestDatabase> {
  if (migrated) {
    const database = unused.get(adminUrl)?.pop() ?? (await copyTemplate(adminUrl));
    if (!usesKept) await database.kept?.end();
    database.kept = undefined;
    return { connectionString: urlOf(adminUrl, database.name), drop: (kept) => putBack(adminUrl, database, kept) };
  }
  const name = newName();
  await asAdmin(adminUrl, (client) => client.query(`create database ${name}`));
  return {
    connectionString: urlOf(adminUrl, name),
    drop: async (kept) => {
      await kept?.end();
      await drop(adminUrl, name);
    },
  };
}

interface Reusable {
  name: string;
  baseline: Baseline;
  /** A connection that stays. */
  client: pg.Client;
  kept?: KeptConnections | undefined;
}

/** Databases that are as good as new, by server. */
const unused = new Map<string, Reusable[]>();

async function copyTemplate(adminUrl: string): Promise<Reusable> {
  const name = newName();
  await asAdmin(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount === 0) {
      await client.query(`create database ${TEMPLATE}_draft`);
      await migrate({ connectionString: urlOf(adminUrl, `${TEMPLATE}_draft`) });
      await client.query(`alter database ${TEMPLATE}_draft rename to ${TEMPLATE}`);
    }
    // Nothing here is durable, so copying the files is quicker than logging every page.
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  });
  const client = await connectTo(urlOf(adminUrl, name));
  return { name, client, baseline: await readBaseline(client) };
}

async function putBack(adminUrl: string, database: Reusable, kept?: KeptConnections): Promise<void> {
  const { name, client, baseline } = database;
  const isReset = await endConnections(client, name, kept?.pids)
    .then(() => resetDatabase(client, baseline))
    .catch(() => false);
  if (isReset) {
    database.kept = kept;
    unused.set(adminUrl, [...(unused.get(adminUrl) ?? []), database]);
    return;
  }
  await kept?.end();
  await client.end();
  await drop(adminUrl, name);
}

/**
 * Not `with (force)`: while autovacuum runs there, only a superuser may do that. A plain drop cancels autovacuum by itself, so
 * only our own connections must end first.
 */
const drop = (adminUrl: string, name: string) =>
  asAdmin(adminUrl, async (client) => {
    await endConnections(client, name);
    await client.query(`drop database if exists ${name}`);
  });

/** All but this one, and those that are kept. */
async function endConnections(client: pg.Client, name: string, kept: readonly number[] = []): Promise<void> {
  const own = `from pg_stat_activity
    where datname = $1 and usename = current_user and pid <> pg_backend_pid() and pid <> all ($2::int[])`;
  const values = [name, kept];
  // Connections that were just closed may still be ending; terminating them would cause an unhandled error.
  for (let looks = 0; looks < 20; looks += 1) {
    if ((await client.query({ name: 'own connections', text: `select ${own}`, values })).rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5 + 5 * looks));
  }
  await client.query(`select pg_terminate_backend(pid, 30000) ${own}`, values);
}
