import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Baseline, readBaseline, resetDatabase } from './reset-database.ts';
import { createTestDatabase, type TestDatabase } from './test-db.ts';

let database: TestDatabase;
let client: pg.Client;
let fresh: Baseline;
beforeEach(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  fresh = await readBaseline(client);
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

describe('a database after a test', () => {
  it('has its first rows again, also where triggers refuse deletions and keys refer to deleted rows', async () => {
    await client.query(`insert into recording_policy (name, name_key, origin, live_storage_id)
      select 'Night', 'night', origin, live_storage_id from recording_policy`);
    await client.query(`insert into camera (name, name_key, main_url, policy_id)
      select 'Gate', 'gate', 'rtsp://gate/main', id from recording_policy where name = 'Night'`);
    await client.query(`insert into audit_entry (ts, action) values (now(), 'camera-added')`);
    await client.query('insert into recorder_run (started_at, beat_at) values (now(), now())');
    await client.query(`update recording_policy set mode = 'off' where name = 'Default'`);
    await client.query('delete from plate_storage');
    expect(await resetDatabase(client, fresh)).toBe(true);
    expect(await readBaseline(client)).toEqual(fresh);
    const { rows } = await client.query(
      'insert into recorder_run (started_at, beat_at) values (now(), now()) returning id::int',
    );
    expect(rows).toEqual([{ id: 1 }]);
  });

  it.each([
    'create table more (n integer)',
    'create schema more',
    'alter table camera add column site text',
    'alter table camera rename column name to title',
    'alter table event disable trigger user',
    'alter table camera add constraint more check (length(name) < 50)',
    'create index more on camera (name, id)',
    'create function more() returns integer language sql as $$ select 1 $$',
    'revoke select on camera from current_user',
    'analyze camera',
  ])('is not reused after "%s"', async (statement) => {
    await client.query(statement);
    expect(await resetDatabase(client, fresh)).toBe(false);
  });

  it('is not reused after a table held a million bytes', async () => {
    await client.query(
      `insert into audit_entry (ts, action) select now(), 'camera-added' from generate_series(1, 20000)`,
    );
    expect(await resetDatabase(client, fresh)).toBe(false);
  });

  it('is the next one that this process gets', async () => {
    const other = await createTestDatabase(inject('postgresUrl'));
    await other.drop();
    const next = await createTestDatabase(inject('postgresUrl'));
    expect(next.connectionString).toBe(other.connectionString);
    await next.drop();
  });
});
