import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyMigration, CREATE_HISTORY, MIGRATION_LOCK_KEY } from '../migrate.ts';
import { type Migration, readMigrations } from '../migrations.ts';
import type { BackupSequence, BackupTable } from './backup-format.ts';
import { columnList, listTables, qualifiedName } from './list-tables.ts';
import { cutOffOnAbort, openClient } from './open-client.ts';
import { type BackupPart, damaged, readBackup } from './read-backup.ts';
import { clearTarget, requireUnusedTarget } from './restore-target.ts';
import { migrationsOfBackup, type VerifiedBackup } from './verify-backup.ts';

export interface RestoreSummary {
  takenAt: string;
  rows: Record<string, number>;
  /** Migrations that were applied on top of those in the backup. */
  migrated: string[];
}

/**
 * Builds the backup's own version of the schema, fills it and migrates it forward, all in one transaction: until the commit the
 * database is unchanged.
 */
export async function restoreBackup(options: {
  connectionString: string;
  backup: VerifiedBackup;
  migrations?: readonly Migration[];
  signal?: AbortSignal;
}): Promise<RestoreSummary> {
  const { backup, signal } = options;
  const known = options.migrations ?? (await readMigrations());
  const { already, pending } = migrationsOfBackup(backup, known);

  const client = await openClient(options.connectionString);
  let stopListening = () => {};
  try {
    stopListening = cutOffOnAbort(client, signal);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    await client.query('begin');
    const applied = await requireUnusedTarget(client, known);
    await clearTarget(client, known.slice(0, applied));
    await client.query(CREATE_HISTORY);
    for (const migration of already) await applyMigration(client, migration);
    const { sha256 } = await loadFile({ client, path: backup.path, signal });
    if (sha256 !== backup.sha256) throw damaged(backup.path, 'it was changed while it was being read');
    for (const migration of pending) await applyMigration(client, migration);
    signal?.throwIfAborted();
    // From here the commit cannot be interrupted: its result must be known.
    stopListening();
    await client.query('commit');
  } finally {
    stopListening();
    // Without a commit the server rolls back by itself.
    await client.end();
  }
  return { takenAt: backup.header.taken_at, rows: backup.rows, migrated: pending.map(({ name }) => name) };
}

interface Load {
  client: pg.Client;
  path: string;
  signal: AbortSignal | undefined;
}

async function loadFile({ client, path, signal }: Load): Promise<{ sha256: string }> {
  const tables = (await listTables(client)).map(({ table }) => table);
  // The rows that migrations insert are in the backup too, as the operator edited them.
  await client.query(`truncate ${tables.map(qualifiedName).join(', ')}`);
  await setUserTriggers(client, tables, 'disable');
  const missing = new Set(tables);
  const parts = readBackup(path);
  for await (const part of parts) {
    if (part.kind === 'table') {
      if (!missing.delete(part.table)) throw damaged(path, `it has the table ${part.table} out of place`);
      await loadTable({ client, table: part, parts, signal });
    }
    if (part.kind === 'sequences') await setSequences(client, part.sequences);
    if (part.kind === 'end') {
      if (missing.size > 0) throw damaged(path, `it lacks ${[...missing].join(', ')}`);
      await setUserTriggers(client, tables, 'enable');
      return part;
    }
  }
  throw damaged(path, 'its end is missing');
}

const loadTable = ({
  client,
  table: { table, columns },
  parts,
  signal,
}: {
  client: pg.Client;
  table: BackupTable;
  parts: AsyncGenerator<BackupPart>;
  signal: AbortSignal | undefined;
}): Promise<void> =>
  pipeline(
    rowsOf(parts),
    client.query(copyFrom(`copy ${qualifiedName(table)} (${columnList(columns)}) from stdin`)),
    signal ? { signal } : {},
  );

async function* rowsOf(parts: AsyncGenerator<BackupPart>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await parts.next();
    if (done || value.kind !== 'rows') return;
    yield value.bytes;
  }
}

/** Foreign keys stay on; our triggers already ran when the rows were first written. */
async function setUserTriggers(client: pg.Client, tables: readonly string[], state: 'disable' | 'enable') {
  for (const table of tables) await client.query(`alter table ${qualifiedName(table)} ${state} trigger user`);
}

async function setSequences(client: pg.Client, sequences: readonly BackupSequence[]): Promise<void> {
  for (const { name, last_value, is_called } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [qualifiedName(name), last_value, is_called]);
}
