import { existsSync } from 'node:fs';
import { createLogger } from '@holdfast/kit';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { layoutIn } from '../embedded/layout.ts';
import { BackupRefused } from './backup-refused.ts';

/** A typo in DATA_DIR must not create a new, empty database there. */
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

/**
 * Opens the database that the product uses: DATABASE_URL, or the embedded one, which is stopped afterwards only if it was
 * started here.
 */
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
