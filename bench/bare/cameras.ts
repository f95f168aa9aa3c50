import { createPool } from '@holdfast/db';
import { type LprEngine, lprEnabled } from '@holdfast/domain';
import type { RecordedQuery } from '@holdfast/testkit';
import { serveBare } from './serve-bare.ts';

interface Row {
  id: string;
  name: string;
  enabled: boolean;
  has_sub_stream: boolean;
  policy_id: string;
  lpr_engine: LprEngine;
  created_at: Date;
}

interface Options {
  databaseUrl: string;
  poolSize: number;
  query: RecordedQuery;
}

await serveBare<Options>((app, { databaseUrl, poolSize, query }) => {
  const pool = createPool({ connectionString: databaseUrl, poolSize });
  app.get('/cameras', async () => {
    const { rows } = await pool.query<Row>(query.text, query.values);
    return {
      items: rows.map((row) => ({
        id: row.id,
        name: row.name,
        enabled: row.enabled,
        has_sub_stream: row.has_sub_stream,
        policy_id: row.policy_id,
        lpr_engine: row.lpr_engine,
        lpr_enabled: lprEnabled(row.lpr_engine),
        created_at: row.created_at.toISOString(),
        streams: [],
      })),
    };
  });
});
