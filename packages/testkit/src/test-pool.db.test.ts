import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { createTestDatabase } from './test-db.ts';
import { openTestPool } from './test-pool.ts';

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
  const again = await createTestDatabase(inject('postgresUrl'));
  expect(again.connectionString).toBe(database.connectionString);
  const second = openTestPool(again.connectionString);
  expect(await pidOf(second.lent)).toBe(pid);
  await again.drop(await second.keep());
});

it('connections that are still in use are not kept', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const { lent, keep } = openTestPool(database.connectionString);
  const client = await lent.connect();
  const kept = keep();
  // Longer than statements that nobody waits for.
  await sleep(500);
  client.release();
  expect(await kept).toBeUndefined();
  await database.drop();
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
