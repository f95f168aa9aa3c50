import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { askUnlessSilent, isSilent } from './silent-connections.ts';

const MARK = /^\/\* prepared: ([\w-]+) \*\//;

/**
 * Marks a statement that every connection parses only once, and plans only once where its plan does not depend on its values.
 * For statements that run many times a second. Each distinct text is its own prepared statement, so their number must be
 * bounded: anything a caller chooses is a value and never part of the text.
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared: ${name} */`);

const names = new Map<string, string>();

/** A prepared name stands for one text on a connection, so the text is part of the name. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  const mark = MARK.exec(text)?.[1];
  if (mark === undefined) return undefined;
  const name = `${mark}-${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

/** The pool for the query builder; marked statements are sent under their name. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  // The query builder distinguishes connections by identity.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (first: unknown, values?: readonly unknown[]) => {
      if (typeof first !== 'string') return client.query(first as string, values as unknown[]);
      const name = nameOf(first);
      return askUnlessSilent(client, () =>
        name === undefined
          ? client.query(first, values as unknown[])
          : client.query({ name, text: first, values: values as unknown[] }),
      );
    };
    const release = (destroy = false) => client.release(destroy || isSilent(client));
    return { query, release } as unknown as PostgresPoolClient;
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
