import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A role that may create databases, on a PostgreSQL for this test run. */
    postgresUrl: string;
  }
}

const folderPrefix = 'holdfast-test-postgres-';
let server: EmbeddedPostgres | undefined;
let folder: string | undefined;

export const setup = async (project: TestProject): Promise<void> => {
  sweepAbandoned();
  folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const log = createLogger({ name: 'test-postgres', level: 'warn' });
  server = await startEmbeddedPostgres({ dataDir: folder, log, durable: false });
  await cheapenPassword(server.connectionString);
  project.provide('postgresUrl', server.connectionString);
};

/**
 * A run opens thousands of connections, and for each the password is hashed thousands of times, by design. With a
 * single iteration it is checked in the same way.
 */
const cheapenPassword = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('set scram_iterations = 1');
    const password = client.escapeLiteral(decodeURIComponent(new URL(connectionString).password));
    await client.query(`alter role current_user password ${password}`);
  } finally {
    await client.end();
  }
};

export const teardown = async (): Promise<void> => {
  await server?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
};

/** A killed run leaves its server behind, since a server outlives its starter by design. */
const sweepAbandoned = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const starter = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split('-')[0]) : Number.NaN;
    if (!Number.isInteger(starter) || isAlive(starter)) continue;
    try {
      endAbandoned(join(tmpdir(), name));
    } catch {
      // It belongs to another user, who sweeps it with their own next run.
    }
  }
};

const endAbandoned = (path: string): void => {
  const pidFile = join(path, 'postgres/cluster/postmaster.pid');
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0;
  // The pid may have been reused since.
  const isOurs = pid > 0 && isAlive(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(path);
  if (isOurs) process.kill(pid, 'SIGQUIT');
  rmSync(path, { recursive: true, force: true });
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (err) {
    return (err as NodeJS.ErrnoException).code === 'EPERM';
  }
};
