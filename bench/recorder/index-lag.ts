import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool, startEmbeddedPostgres } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';

const POLL_MS = 10;

/**
 * From the publication of a file (the last change of its links; its modification time is when its recording began) until its
 * row is visible, in milliseconds; polling adds up to a hundredth of a second.
 */
export async function measureIndexLags(dataDir: string, forMs: number): Promise<number[]> {
  // Adopts the running server.
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger({ name: 'bench', level: 'warn' }) });
  const pool = createPool({ connectionString: postgres.connectionString, poolSize: 1 });
  try {
    const { rows: newest } = await pool.query<{ id: number }>('select coalesce(max(id), 0) as id from segment');
    let last = newest[0]?.id ?? 0;
    const lagsMs: number[] = [];
    for (const until = performance.now() + forMs; performance.now() < until; ) {
      const { rows } = await pool.query<{ id: number; path: string }>(
        'select id, path from segment where id > $1 order by id',
        [last],
      );
      const seenMs = Date.now();
      for (const { path } of rows) lagsMs.push(seenMs - statSync(join(dataDir, 'footage', path)).ctimeMs);
      last = rows.at(-1)?.id ?? last;
      await pause(POLL_MS);
    }
    return lagsMs;
  } finally {
    await pool.end();
  }
}
