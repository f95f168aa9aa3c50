import type pg from 'pg';
import { readApplied } from '../migrate.ts';
import { type Migration, planMigrations } from '../migrations.ts';
import { BackupRefused } from './backup-refused.ts';
import { listTables, qualifiedName } from './list-tables.ts';

/** Tables whose rows could not be recovered if a restore replaced them. */
const IRREPLACEABLE = [
  { table: 'app_user', what: 'users' },
  { table: 'camera', what: 'cameras' },
];

/** Throws unless the database is empty or freshly set up by us. Returns how many of our migrations are applied. */
export async function requireUnusedTarget(client: pg.Client, known: readonly Migration[]): Promise<number> {
  const applied = await readApplied(client);
  const tables = new Set((await listTables(client)).map(({ table }) => table));
  if (applied.length === 0 && tables.size > 0)
    throw new BackupRefused('contents', 'The database belongs to another program: restore into an empty one.');
  const plan = planMigrations(known, applied);
  if (plan.kind === 'refuse') throw new BackupRefused('version', plan.reason);
  for (const { table, what } of IRREPLACEABLE) {
    if (!tables.has(table)) continue;
    // No other connection can insert a first row until the end of the transaction.
    await client.query(`lock table ${qualifiedName(table)} in access exclusive mode`);
    const { rowCount } = await client.query(`select from ${qualifiedName(table)} limit 1`);
    if (rowCount !== 0)
      throw new BackupRefused(
        'contents',
        `The database already holds ${what}: restore into an empty one, nothing was altered.`,
      );
  }
  return applied.length;
}

const CREATED =
  /^create\s+(?:or\s+replace\s+|unlogged\s+)?(table|view|function|sequence|type)\s+(?:if\s+not\s+exists\s+)?(\w+)/gim;

/**
 * Drops what these migrations created, and nothing else that may be in the database, so that the backup's own version can be
 * built in its place, older or newer.
 */
export async function clearTarget(client: pg.Client, applied: readonly Migration[]): Promise<void> {
  for (const { sql } of applied)
    for (const [, kind = '', name = ''] of sql.matchAll(CREATED))
      await client.query(`drop ${kind.toLowerCase()} if exists ${qualifiedName(name)} cascade`);
  await client.query('drop table if exists public.schema_migration');
}
