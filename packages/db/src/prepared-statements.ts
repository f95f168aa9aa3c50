import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const MARK = /^\/\* prepared: ([\w-]+) \*\//;

/**
 * Begins a statement that every connection parses and plans only once. For those that come many times a second, always
 * with the same text, and whose plan does not depend on their values.
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared: ${name} */`);

/** The pool as the query builder takes it, with marked statements sent under their name. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  // The query builder tells connections apart by identity.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (first: unknown, values?: readonly unknown[]) => {
      const name = typeof first === 'string' ? MARK.exec(first)?.[1] : undefined;
      return name === undefined
        ? client.query(first as string, values as unknown[])
        : client.query({ name, text: first as string, values: values as unknown[] });
    };
    return { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient;
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
  };
}
