import type pg from 'pg';

const silent = new WeakSet<pg.PoolClient>();

const isReadTimeout = (err: unknown): boolean => err instanceof Error && err.message === 'Query read timeout';

/**
 * A server that lost its power sends nothing, and a connection to it would be lent repeatedly, each time waiting in vain. A
 * connection whose answer timed out is not used again, not even to roll back, and is discarded.
 */
export function askUnlessSilent<T>(client: pg.PoolClient, ask: () => Promise<T>): Promise<T> {
  if (silent.has(client)) return Promise.reject(new Error('Connection terminated: the server does not answer'));
  return ask().catch((err: unknown) => {
    if (isReadTimeout(err)) silent.add(client);
    throw err;
  });
}

export const isSilent = (client: pg.PoolClient): boolean => silent.has(client);
