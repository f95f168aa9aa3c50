import { randomBytes } from 'node:crypto';
import { migrate } from '@holdfast/db';
import pg from 'pg';

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

const TEMPLATE = 'holdfast_template';
// Two test files may create the template concurrently.
const TEMPLATE_LOCK = 7_241_900;

const urlOf = (adminUrl: string, database: string) => {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.toString();
};

async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A migrated database, copied from a template that the first caller creates. */
export async function createTestDatabase(
  adminUrl: string,
  { migrated = true }: { migrated?: boolean } = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(adminUrl, async (client) => {
    if (!migrated) {
      await client.query(`create database ${name}`);
      return;
    }
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
  return {
    connectionString: urlOf(adminUrl, name),
    drop: () => asAdmin(adminUrl, (client) => dropDatabase(client, name)),
  };
}

/**
 * Not `with (force)`: while autovacuum runs there, only a superuser may do that. A plain drop cancels autovacuum by itself, so
 * only our own connections must end first.
 */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  const own = 'from pg_stat_activity where datname = $1 and usename = current_user';
  // Connections that were just closed may still be ending; terminating them would cause an unhandled error.
  for (let looks = 0; looks < 20; looks += 1) {
    if ((await client.query(`select ${own}`, [name])).rowCount === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await client.query(`select pg_terminate_backend(pid, 30000) ${own}`, [name]);
  await client.query(`drop database if exists ${name}`);
}
