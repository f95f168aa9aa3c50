import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startEmbeddedPostgres } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';

/** A folder for what servers write. */
export async function throwAwayFolder(resources: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A temporary migrated PostgreSQL. */
export async function throwAwayDatabase(
  resources: AsyncDisposableStack,
): Promise<{ databaseUrl: string; postgresPid: number }> {
  const server = await startEmbeddedPostgres({
    dataDir: await throwAwayFolder(resources),
    log: createLogger({ name: 'bench', level: 'warn' }),
    durable: false,
  });
  resources.defer(() => server.stop());
  await migrate({ connectionString: server.connectionString });
  return { databaseUrl: server.connectionString, postgresPid: server.pid };
}
