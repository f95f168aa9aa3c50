import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export interface AppliedMigration {
  name: string;
  checksum: string;
}

const FOLDER = join(import.meta.dirname, '..', 'migrations');

export const checksumOf = (sql: string) => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: checksumOf(sql) };
    }),
  );
}

export type MigrationPlan = { kind: 'apply'; pending: Migration[] } | { kind: 'refuse'; reason: string };

/** Applied migrations must be a prefix of those we know, unchanged; otherwise the database belongs to another program. */
export function planMigrations(known: readonly Migration[], applied: readonly AppliedMigration[]): MigrationPlan {
  for (const [index, done] of applied.entries()) {
    const ours = known[index];
    if (!ours) {
      return {
        kind: 'refuse',
        reason: `The database is newer than this version of Holdfast (it has ${done.name}): install the version that wrote it, or restore a backup.`,
      };
    }
    if (ours.name !== done.name) {
      return {
        kind: 'refuse',
        reason: `The database was built with ${done.name} where this version of Holdfast has ${ours.name}: install the version that wrote it.`,
      };
    }
    if (ours.checksum !== done.checksum) {
      return {
        kind: 'refuse',
        reason: `Migration ${done.name} differs from the one this database was built with: put the original file back.`,
      };
    }
  }
  return { kind: 'apply', pending: known.slice(applied.length) };
}
