import { readFileSync } from 'node:fs';
import { createPool } from '@holdfast/db';
import type { RecordedQuery } from '@holdfast/testkit';
import { serveBare } from './serve-bare.ts';

interface Options {
  databaseUrl: string;
  poolSize: number;
  query: RecordedQuery;
  path: string;
  /** In a file, because the options are too small for a megabyte. */
  bodyPath: string;
}

/** Queries the rows and sends a prepared reply. */
await serveBare<Options>((app, { databaseUrl, poolSize, query, path, bodyPath }) => {
  const pool = createPool({ connectionString: databaseUrl, poolSize });
  const body = readFileSync(bodyPath, 'utf8');
  app.get(path, async (_request, reply) => {
    await pool.query(query.text, query.values);
    return reply.type('application/vnd.apple.mpegurl').send(body);
  });
});
