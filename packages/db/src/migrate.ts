import pg from 'pg';
import { type AppliedMigration, type Migration, planMigrations, readMigrations } from './migrations.ts';

/** The schema of the database does not match this program; the message explains what to do. */
export class MigrationRefused extends Error {}

export interface MigrateOptions {
  connectionString: string;
  /** Stop after this migration; a restore uses it to build the backup's own version. */
  upTo?: string;
  migrations?: readonly Migration[];
}

// Arbitrary, but the same in every process.
export const MIGRATION_LOCK_KEY = 7_241_001;

const UNDEFINED_TABLE = '42P01';

export const CREATE_HISTORY = `create table if not exists schema_migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

type Queries = Pick<pg.Pool, 'query'>;

export const readApplied = async (client: Queries): Promise<AppliedMigration[]> => {
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('public.schema_migration') is not null as present`,
  );
  if (!rows[0]?.present) return [];
  return (await client.query<AppliedMigration>('select name, checksum from schema_migration order by name')).rows;
};

export async function migrate({ connectionString, upTo, migrations }: MigrateOptions): Promise<{ applied: string[] }> {
  const all = migrations ?? (await readMigrations());
  const client = new pg.Client({ connectionString, application_name: 'holdfast-migrate' });
  // The running statement fails by itself; without a listener the lost connection would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    // One process migrates, the others wait here and then find nothing to do.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    const plan = planMigrations(all, await readApplied(client));
    if (plan.kind === 'refuse') throw new MigrationRefused(plan.reason);
    await client.query(CREATE_HISTORY);
    const pending = upTo === undefined ? plan.pending : plan.pending.filter(({ name }) => name <= upTo);
    for (const migration of pending) await applyAlone(client, migration);
    return { applied: pending.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

async function applyAlone(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await applyMigration(client, migration);
    await client.query('commit');
  } catch (err) {
    // When the connection is lost there is nothing to roll back, and the first error is the one to report.
    await client.query('rollback').catch(() => undefined);
    const sentence = `Migration ${migration.name} failed and was rolled back: ${(err as Error).message}`;
    // Elsewhere a missing table may appear later; a table that this migration needs will not.
    if ((err as { code?: string }).code === UNDEFINED_TABLE) throw new MigrationRefused(sentence, { cause: err });
    throw new Error(sentence, { cause: err });
  }
}

/** Runs inside a transaction of the caller. */
export async function applyMigration(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
}

export type SchemaState =
  | { kind: 'current' }
  | { kind: 'behind'; pending: string[] }
  | { kind: 'refuse'; reason: string };

/** For processes that only use the schema: whether it is the version they were written for. */
export async function schemaState(client: Queries): Promise<SchemaState> {
  const plan = planMigrations(await readMigrations(), await readApplied(client));
  if (plan.kind === 'refuse') return plan;
  if (plan.pending.length > 0) return { kind: 'behind', pending: plan.pending.map(({ name }) => name) };
  return { kind: 'current' };
}
