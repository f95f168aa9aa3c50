import { createPool } from '@holdfast/db';
import type pg from 'pg';
import type { KeptConnections } from './test-db.ts';

export interface TestPool {
  pool: pg.Pool;
  /** The same pool for the query builder, whose `end()` leaves the connections open. */
  lent: pg.Pool;
  /** The idle connections, for the next user of this database. */
  keep(): Promise<KeptConnections | undefined>;
}

interface Kept {
  pool: pg.Pool;
  /** The open connections, with the process that serves each on the server. */
  pids: Map<pg.PoolClient, number | undefined>;
}

/** Like `discard all`, but the prepared statements stay, which the clients know to be there. */
const FORGET_SESSION =
  'close all; reset all; unlisten *; select pg_advisory_unlock_all(); discard temp; discard sequences';

/** By database. */
const unused = new Map<string, Kept>();

/**
 * The connections to a test's database. A database is used by many tests, and opening its connections costs as much as
 * building a server does: each reads the catalog of all tables anew.
 */
export function openTestPool(connectionString: string, { isShared = true }: { isShared?: boolean } = {}): TestPool {
  const kept = unused.get(connectionString) ?? openPool(connectionString);
  unused.delete(connectionString);
  const { pool, pids } = kept;
  let hasEnded = false;
  const ownMembers = {
    connect: () => (hasEnded ? Promise.reject(new Error('what this test started was closed')) : pool.connect()),
    end: async () => {
      hasEnded = true;
    },
  };
  const lent = new Proxy(pool, {
    get: (target, key) => Reflect.get(Object.hasOwn(ownMembers, key) ? ownMembers : target, key),
  });
  const isIdle = () => pool.idleCount === pool.totalCount && pool.waitingCount === 0;
  return {
    pool,
    lent,
    keep: async () => {
      // Some statements are not awaited, such as notes of when something was seen.
      for (let looks = 0; looks < 20 && !isIdle(); looks += 1) await new Promise((resolve) => setTimeout(resolve, 5));
      // A test may have ended connections of which the pool does not know it yet.
      if (!isShared || !isIdle() || !(await forgetSessions(pids))) {
        await pool.end();
        return undefined;
      }
      unused.set(connectionString, kept);
      return {
        pids: [...pids.values()].filter((pid) => pid !== undefined),
        end: () => {
          unused.delete(connectionString);
          return pool.end();
        },
      };
    },
  };
}

/** Also finds out which processes serve the connections; false if one of them has ended. */
const forgetSessions = async (pids: Kept['pids']): Promise<boolean> => {
  try {
    for (const [client, pid] of pids) {
      await client.query(FORGET_SESSION);
      pids.set(client, pid ?? (await pidOf(client)));
    }
    return true;
  } catch {
    return false;
  }
};

function openPool(connectionString: string): Kept {
  // Tests send many requests at once on busy machines: a delay is not an outage here.
  const pool = createPool({ connectionString, poolSize: 8, connectionWaitMs: 60_000 });
  const pids = new Map<pg.PoolClient, number | undefined>();
  pool.on('connect', (client) => pids.set(client, undefined));
  pool.on('remove', (client) => pids.delete(client));
  return { pool, pids };
}

async function pidOf(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
