import { connect, type Database } from '@holdfast/db';
import type { Pool } from 'pg';

export interface RecordedQuery {
  text: string;
  values: unknown[];
}

/** The one statement that a repository function sends, recorded from the function itself so that the two cannot differ. */
export async function recordQuery(run: (db: Database) => Promise<unknown>): Promise<RecordedQuery> {
  const sent: RecordedQuery[] = [];
  const client = {
    query: async (text: string, values: readonly unknown[]) => {
      sent.push({ text, values: [...values] });
      return { command: 'SELECT', rows: [] };
    },
    release: () => undefined,
  };
  await run(connect({ connect: async () => client } as unknown as Pool));
  const [query, ...more] = sent;
  if (!query || more.length > 0) throw new Error(`expected one statement, saw ${sent.length}`);
  return query;
}
