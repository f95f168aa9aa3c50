import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { MIGRATION_LOCK_KEY, readApplied } from '../migrate.ts';
import {
  type BackupHeader,
  type BackupSequence,
  type BackupTable,
  countLines,
  END_OF_ROWS,
  FORMAT_VERSION,
  jsonLine,
  PRODUCT,
} from './backup-format.ts';
import { BackupRefused } from './backup-refused.ts';
import { columnList, listTables, qualifiedName } from './list-tables.ts';
import { cutOffOnAbort, openClient } from './open-client.ts';

const SEQUENCES = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind = 'S' order by c.relname`;

export interface BackupSummary {
  rows: Record<string, number>;
}

/** The lines of a backup, all from one snapshot; `summary` is filled as they are produced. */
export async function* printBackup(options: {
  connectionString: string;
  takenAt: Date;
  summary: BackupSummary;
  signal?: AbortSignal;
}): AsyncGenerator<Buffer> {
  const client = await openClient(options.connectionString);
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  let stopListening = () => {};
  try {
    stopListening = cutOffOnAbort(client, options.signal);
    // Waits for a running migration and blocks the next one: header and tables are of one version.
    await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK_KEY]);
    await client.query('begin isolation level repeatable read read only');
    const migrations = await readApplied(client);
    if (migrations.length === 0)
      throw new BackupRefused('contents', 'The database is empty: there is nothing to back up.');
    const header: BackupHeader = {
      product: PRODUCT,
      format: FORMAT_VERSION,
      taken_at: options.takenAt.toISOString(),
      migrations,
    };
    yield hashed(jsonLine(header));
    for (const table of await listTables(client)) {
      yield hashed(jsonLine(table));
      let rows = 0;
      for await (const bytes of copyRows(client, table)) {
        rows += countLines(bytes);
        yield hashed(bytes);
      }
      yield hashed(END_OF_ROWS);
      options.summary.rows[table.table] = rows;
    }
    yield hashed(jsonLine({ sequences: await readSequences(client) }));
    yield jsonLine({ rows: options.summary.rows, sha256: hash.digest('hex') });
    await client.query('commit');
  } finally {
    stopListening();
    await client.end();
  }
}

/** A plain COPY of a table would leave out the rows of its partitions. */
const copyRows = (client: pg.Client, { table, columns }: BackupTable): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy (select ${columnList(columns)} from ${qualifiedName(table)}) to stdout`));

/** Read after the rows: a sequence is outside the snapshot and may only be ahead of it. */
async function readSequences(client: pg.Client): Promise<BackupSequence[]> {
  const sequences: BackupSequence[] = [];
  for (const { name } of (await client.query<{ name: string }>(SEQUENCES)).rows) {
    const { rows } = await client.query<Omit<BackupSequence, 'name'>>(
      `select last_value::text, is_called from ${qualifiedName(name)}`,
    );
    sequences.push(...rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}
