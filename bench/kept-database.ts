import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startEmbeddedPostgres } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import pg from 'pg';

export interface KeptDatabase {
  databaseUrl: string;
  /** Data folder of the server that uses the database; the server key in it must not change while the database is kept. */
  dataDir: string;
  client: pg.Client;
  postgresPid: number;
}

/**
 * A migrated database that is filled once and kept in the temporary folder between runs. Durable, like the product's. If
 * filling was interrupted, it is created again, since rows or indexes may be missing.
 */
export async function openKeptDatabase(
  resources: AsyncDisposableStack,
  { name, fill }: { name: string; fill: (client: pg.Client) => Promise<void> },
): Promise<KeptDatabase> {
  const dataDir = join(tmpdir(), `holdfast-bench-${name}-${schemaDigest()}`);
  const filled = join(dataDir, 'filled');
  const isFilled = existsSync(filled);
  if (!isFilled) await rm(dataDir, { recursive: true, force: true });
  const server = await startEmbeddedPostgres({ dataDir, log: createLogger({ name: 'bench', level: 'warn' }) });
  resources.defer(() => server.stop());
  await migrate({ connectionString: server.connectionString });
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  resources.defer(() => client.end());
  if (!isFilled) {
    await fill(client);
    await writeFile(filled, '');
  }
  return { databaseUrl: server.connectionString, dataDir, client, postgresPid: server.pid };
}

// Another schema means another database: kept data must not hide the effect of changed indexes.
const schemaDigest = () => {
  const hash = createHash('sha256');
  for (const file of globSync(join(import.meta.dirname, '../packages/db/migrations/*.sql')).sort())
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 8);
};
