import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { createTestDatabase } from './test-db.ts';
import { openTestPool } from './test-pool.ts';
import { until } from './until.ts';

const pidOf = async (pool: ReturnType<typeof openTestPool>['lent']) => {
  const client = await pool.connect();
  try {
    return (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number;
  } finally {
    client.release();
  }
};

it('the connections of a test serve the next one on the same database, but not what was closed', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const first = openTestPool(database.connectionString);
  const pid = await pidOf(first.lent);
  await first.lent.end();
  await expect(first.lent.connect()).rejects.toThrow('closed');
  await database.drop(await first.keep());
  const again = await createTestDatabase(inject('postgresUrl'), { usesKept: true });
  expect(again.connectionString).toBe(database.connectionString);
  const second = openTestPool(again.connectionString);
  expect(await pidOf(second.lent)).toBe(pid);
  await again.drop(await second.keep());
});

it('connections that are still in use are not kept', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const { pool, lent, keep } = openTestPool(database.connectionString);
  const client = await lent.connect();
  const kept = keep();
  await until(() => pool.ending);
  client.release();
  expect(await kept).toBeUndefined();
  await database.drop();
});

it('connections that the server has just ended are not kept, whether the pool knows it or not', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const first = openTestPool(database.connectionString);
  const pid = await pidOf(first.lent);
  const admin = new pg.Client({ connectionString: database.connectionString });
  await admin.connect();
  await admin.query('select pg_terminate_backend($1)', [pid]);
  const kept = await first.keep();
  await admin.end();
  await database.drop(kept);
  const again = await createTestDatabase(inject('postgresUrl'), { usesKept: true });
  const second = openTestPool(again.connectionString);
  expect(await pidOf(second.lent)).not.toBe(pid);
  await again.drop(await second.keep());
});

it('connections end with a database that cannot be used again', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const { pool, lent, keep } = openTestPool(database.connectionString);
  const client = await lent.connect();
  await client.query('create table more (n integer)');
  client.release();
  await database.drop(await keep());
  expect([pool.totalCount, pool.ended]).toEqual([0, true]);
});

it('nothing of a session is left for the next test, and no connection for one that opens its own', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const first = openTestPool(database.connectionString);
  await first.lent.connect().then(async (client) => {
    await client.query(
      `set timezone = 'Asia/Tokyo'; select pg_advisory_lock(7); create temp table leftover (n integer)`,
    );
    client.release();
  });
  await database.drop(await first.keep());
  const again = await createTestDatabase(inject('postgresUrl'), { usesKept: true });
  const second = openTestPool(again.connectionString);
  const left = await second.pool.query(
    `select (select count(*) from pg_locks where locktype = 'advisory' and objid = 7) as locks, to_regclass('leftover') as leftover, current_setting('timezone') = 'Asia/Tokyo' as tokyo`,
  );
  expect(left.rows).toEqual([{ locks: 0, leftover: null, tokyo: false }]);
  await again.drop(await second.keep());
  const other = await createTestDatabase(inject('postgresUrl'));
  expect([other.connectionString, second.pool.ended]).toEqual([again.connectionString, true]);
  await other.drop();
});
