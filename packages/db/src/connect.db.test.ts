import { join } from 'node:path';
import { createTestDatabase, startHeldUpLink, type TestDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import type pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { onDatabase } from './backup/test-contents.ts';
import { type Conn, connect, type Database } from './connect.ts';
import { createPool } from './create-pool.ts';
import { databaseFault } from './faults.ts';

let database: TestDatabase;
let pool: pg.Pool;
let db: Database;
const idleErrors: Error[] = [];
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  pool = createPool({
    connectionString: database.connectionString,
    poolSize: 2,
    onIdleError: (err) => idleErrors.push(err),
  });
  db = connect(pool);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe('the connection', () => {
  it('reads bigints as numbers, exact to the largest we keep', async () => {
    await db.updateTable('recordingPolicy').set({ liveMaxBytes: Number.MAX_SAFE_INTEGER }).execute();
    const { liveMaxBytes } = await db.selectFrom('recordingPolicy').select('liveMaxBytes').executeTakeFirstOrThrow();
    expect(liveMaxBytes).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('disables JIT, whatever the server is set to', async () => {
    const answer = await onDatabase(database.connectionString, async (client) => (await client.query('show jit')).rows);
    expect(answer).toEqual([{ jit: 'on' }]);
    expect((await sql`show jit`.execute(db)).rows).toEqual([{ jit: 'off' }]);
  });

  it('leaves the names inside JSON as they were written', async () => {
    const { policyId } = await db.selectFrom('recordingPolicy').select('id as policyId').executeTakeFirstOrThrow();
    const zones = JSON.stringify({ include: [], exclude: [], some_name: { inner_name: 1 } });
    await db
      .insertInto('camera')
      .values({ name: 'Gate', nameKey: 'gate', mainUrl: 'rtsp://x', policyId, lprZones: zones })
      .execute();
    const { lprZones } = await db.selectFrom('camera').select('lprZones').executeTakeFirstOrThrow();
    expect(lprZones).toEqual({ include: [], exclude: [], some_name: { inner_name: 1 } });
  });

  it('gives up on an unresponsive server and reconnects when it responds again', async () => {
    let isHeldUp = false;
    const here = parseIntoClientConfig(database.connectionString);
    const link = await startHeldUpLink({ path: join(here.host ?? '', '.s.PGSQL.5432') }, () => isHeldUp);
    const far = new URL(`postgres://127.0.0.1:${link.port}/${here.database}`);
    [far.username, far.password] = [here.user ?? '', String(here.password)];
    const remote = connect(createPool({ connectionString: far.href, poolSize: 1, answerWaitMs: 5_000 }));
    const answers = (conn: Conn = remote) =>
      sql<{ n: number }>`select 1 as n`.execute(conn).then(
        ({ rows }) => rows[0]?.n,
        (err: unknown) => databaseFault(err).kind,
      );
    await expect.poll(() => answers()).toBe(1);
    const seen: unknown[] = [];
    const inTransaction = remote.transaction().execute(async (tx) => {
      seen.push(await answers(tx));
      isHeldUp = true;
      seen.push(await answers(tx));
    });
    // Even the commit fails.
    await expect(inTransaction).rejects.toThrow('does not answer');
    expect(seen).toEqual([1, 'unavailable']);
    expect(await answers()).toBe('unavailable');
    isHeldUp = false;
    await expect.poll(() => answers()).toBe(1);
    await remote.destroy();
    await link.stop();
  });

  it('survives the server ending connections at any moment', async () => {
    const busy = sql`select pg_sleep(600)`.execute(db).catch((err: unknown) => err);
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'holdfast' and state = any ($1)`;
    const answers = () =>
      sql<{ n: number }>`select 1 as n`.execute(db).then(
        ({ rows }) => rows[0]?.n,
        (err: unknown) => databaseFault(err).kind,
      );
    await onDatabase(database.connectionString, async (client) => {
      await expect.poll(async () => (await client.query(end, [['active']])).rowCount).toBe(1);
      expect(databaseFault(await busy)).toEqual({ kind: 'unavailable' });
      // The pool may lend the dying connection once more before it notices: that query fails, the process does not.
      expect([1, 'unavailable']).toContain(await answers());
      await expect.poll(answers).toBe(1);
      await client.query(end, [['idle']]);
    });
    await expect.poll(() => idleErrors.length).toBeGreaterThan(0);
    await expect.poll(answers).toBe(1);
  });
});
