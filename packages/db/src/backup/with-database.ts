import { existsSync } from 'node:fs';
import { createLogger } from '@holdfast/kit';
import { layoutIn } from '../embedded/layout.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { BackupRefused } from './backup-refused.ts';

/** A typing error in DATA_DIR must not make a new, empty database of that name. */
export function requireDatabase({
  databaseUrl,
  dataDir,
  wanted = 'back up',
}: {
  databaseUrl: string | undefined;
  dataDir: string;
  wanted?: string;
}): void {
  if (databaseUrl === undefined && !existsSync(layoutIn(dataDir).folder))
    throw new BackupRefused('contents', `${dataDir} holds no database: there is nothing to ${wanted}.`);
}

/** Lends the database that the product uses: the named one, or the embedded one, which is left running or not as it was found. */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return work(databaseUrl);
  const server = await startEmbeddedPostgres({ dataDir, log: createLogger({ name: 'postgres', level: 'warn' }) });
  try {
    return await work(server.connectionString);
  } finally {
    if (!server.adopted) await server.stop();
  }
}
