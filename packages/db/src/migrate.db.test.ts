import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { contentsOf, onDatabase } from './backup/test-contents.ts';
import { databaseFault } from './faults.ts';
import { MigrationRefused, migrate, schemaState } from './migrate.ts';
import { checksumOf, type Migration, readMigrations } from './migrations.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase(inject('postgresUrl'), { migrated: false });
});
afterEach(() => database.drop());

const step = (name: string, sql: string): Migration => ({ name, sql, checksum: checksumOf(sql) });
const run = (migrations?: readonly Migration[], upTo?: string) =>
  migrate({
    connectionString: database.connectionString,
    ...(migrations && { migrations }),
    ...(upTo !== undefined && { upTo }),
  });
const onIt = <T>(work: Parameters<typeof onDatabase<T>>[1]) => onDatabase(database.connectionString, work);
const tables = () =>
  onIt(async (client) =>
    (
      await client.query(`select tablename::text as name from pg_tables where schemaname = 'public' order by 1`)
    ).rows.map(({ name }) => name),
  );

const one = step('0001_one.sql', 'create table one (n integer); insert into one values (1);');
const two = step('0002_two.sql', 'create table two (n integer);');

describe('migrating', () => {
  it('a fresh database applies everything, and a second time nothing', async () => {
    const names = (await readMigrations()).map(({ name }) => name);
    expect(await run()).toEqual({ applied: names });
    const contents = await contentsOf(database.connectionString);
    expect(await run()).toEqual({ applied: [] });
    expect(await contentsOf(database.connectionString)).toEqual(contents);
    expect(await onIt(schemaState)).toEqual({ kind: 'current' });
  });

  it('by many processes at once applies each migration once', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => run()));
    const names = (await readMigrations()).map(({ name }) => name);
    expect(results.flatMap(({ applied }) => applied).sort()).toEqual(names);
  });

  it('stops after the given migration', async () => {
    expect(await run([one, two], one.name)).toEqual({ applied: [one.name] });
    expect(await tables()).toEqual(['one', 'schema_migration']);
    expect(await run([one, two])).toEqual({ applied: [two.name] });
  });

  it('gives the capability to protect footage to the roles that could export it, and to no others', async () => {
    const before = (await readMigrations()).map(({ name }) => name).findLast((name) => name < '0015');
    await run(undefined, before);
    await onIt((client) =>
      client.query(`insert into role (name, name_key, capabilities) values
        ('Guard', 'guard', '{playback,export}'), ('Family', 'family', '{playback,clips}')`),
    );
    await run();
    const { rows } = await onIt((client) =>
      client.query<{ name: string; protects: boolean }>(
        `select name, 'protect' = any (capabilities) as protects from role where name in ('Guard', 'Family') order by name`,
      ),
    );
    expect(rows).toEqual([
      { name: 'Family', protects: false },
      { name: 'Guard', protects: true },
    ]);
  });

  it('refuses a changed checksum and alters nothing', async () => {
    await run([one]);
    const changed = step(one.name, 'create table one (n bigint);');
    const before = await contentsOf(database.connectionString);
    await expect(run([changed, two])).rejects.toThrow(MigrationRefused);
    await expect(run([changed, two])).rejects.toThrow(/0001_one.sql differs/);
    expect(await tables()).toEqual(['one', 'schema_migration']);
    expect(await contentsOf(database.connectionString)).toEqual(before);
  });

  it('refuses a newer schema and alters nothing', async () => {
    await run([one, two]);
    const before = await contentsOf(database.connectionString);
    await expect(run([one])).rejects.toThrow(/newer than this version of Holdfast \(it has 0002_two.sql\)/);
    expect(await contentsOf(database.connectionString)).toEqual(before);
  });

  it('rolls back a failing migration and keeps those before it', async () => {
    const broken = step('0002_broken.sql', 'create table half (n integer); update one set n = 2; select 1 / 0;');
    await expect(run([one, broken])).rejects.toThrow(
      /Migration 0002_broken.sql failed and was rolled back: division by zero/,
    );
    expect(await tables()).toEqual(['one', 'schema_migration']);
    expect((await onIt((client) => client.query('select n from one'))).rows).toEqual([{ n: 1 }]);
    const mended = step('0002_broken.sql', 'create table half (n integer);');
    expect(await run([one, mended])).toEqual({ applied: ['0002_broken.sql'] });
  });

  it('distinguishes a migration that was blocked from one that can never work', async () => {
    const raise = (code: string) => `do $$ begin raise exception 'stopped' using errcode = '${code}'; end $$;`;
    const kindOf = (sql: string) => run([step('0001_one.sql', sql)]).catch((err: unknown) => databaseFault(err).kind);
    expect(await kindOf(raise('40P01'))).toBe('busy');
    expect(await kindOf('select 1 / 0;')).toBe('other');
    await expect(run([step('0001_one.sql', 'select * from absent;')])).rejects.toThrow(MigrationRefused);
  });

  it('fails with an error, not a crash, when the server drops the connection', async () => {
    const slow = step('0001_slow.sql', 'select pg_sleep(600);');
    const migrating = run([slow]).catch((err: unknown) => err);
    const drop = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`;
    await expect.poll(() => onIt(async (client) => (await client.query(drop)).rowCount)).toBe(1);
    expect(await migrating).toMatchObject({
      message: expect.stringMatching(/0001_slow.sql failed and was rolled back/),
    });
    // Closing the connection releases the lock.
    expect(await run([one])).toEqual({ applied: [one.name] });
  });
});

describe('the state of the schema', () => {
  it('is behind while migrations are pending, also on an empty database', async () => {
    const names = (await readMigrations()).map(({ name }) => name);
    expect(await onIt(schemaState)).toEqual({ kind: 'behind', pending: names });
    await run(undefined, names[1] ?? '');
    expect(await onIt(schemaState)).toEqual({ kind: 'behind', pending: names.slice(2) });
  });

  it('is refused when it is newer than the program', async () => {
    await run();
    await onIt((client) => client.query(`insert into schema_migration values ('9999_future.sql', 'x')`));
    expect(await onIt(schemaState)).toMatchObject({ kind: 'refuse', reason: expect.stringMatching(/newer/) });
  });
});
