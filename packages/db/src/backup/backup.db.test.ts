import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { migrate } from '../migrate.ts';
import { checksumOf, type Migration, readMigrations } from '../migrations.ts';
import { BackupRefused } from './backup-refused.ts';
import { listTables } from './list-tables.ts';
import { restoreBackup } from './restore-backup.ts';
import { contentsOf, fillDatabase, filledDatabase, onDatabase } from './test-contents.ts';
import { testFolder } from './test-folder.ts';
import { verifyBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

const takenAt = new Date('2026-11-15T12:00:00Z');
const made: TestDatabase[] = [];
const keep = (database: TestDatabase): string => {
  made.push(database);
  return database.connectionString;
};
const filled = async () => keep(await filledDatabase(inject('postgresUrl')));
const fresh = async (options?: { migrated?: boolean }) =>
  keep(await createTestDatabase(inject('postgresUrl'), options));
const inFolder = testFolder();

afterEach(async () => {
  for (const database of made.splice(0)) await database.drop();
});

const backUp = async (connectionString: string, name = 'holdfast.backup.gz') => {
  const path = inFolder(name);
  await writeBackup({ connectionString, path, takenAt });
  return path;
};
const restore = async (connectionString: string, path: string, migrations?: readonly Migration[]) =>
  restoreBackup({ connectionString, backup: await verifyBackup(path), ...(migrations && { migrations }) });
const nextMigration = (sql: string, name = '9999_next.sql'): Migration => ({ name, sql, checksum: checksumOf(sql) });

describe('a backup', () => {
  it('restored into a fresh database gives identical contents in every table', async () => {
    const source = await filled();
    const contents = await contentsOf(source);
    for (const [table, text] of Object.entries(contents)) expect(text, `${table} has rows`).not.toBe('');
    const path = await backUp(source);
    const target = await fresh({ migrated: false });
    const summary = await restore(target, path);
    expect(await contentsOf(target)).toEqual(contents);
    expect(summary).toMatchObject({
      takenAt: takenAt.toISOString(),
      migrated: [],
      rows: { camera: 1, app_user: 1, role: 3 },
    });
  });

  it('restores the same contents over a freshly set up database', async () => {
    const source = await filled();
    const target = await fresh();
    await restore(target, await backUp(source));
    expect(await contentsOf(target)).toEqual(await contentsOf(source));
    expect(await migrate({ connectionString: target })).toEqual({ applied: [] });
  });

  it('restores a working database with defaults, checks, triggers and foreign keys', async () => {
    const target = await fresh();
    await restore(target, await backUp(await filled()));
    await onDatabase(target, async (client) => {
      const heard: string[] = [];
      client.on('notification', ({ channel }) => heard.push(channel));
      await client.query('listen access_changed');
      await client.query(`update role set all_cameras = true`);
      await client.query('select 1');
      expect(heard).toEqual(['access_changed']);
      await expect(
        client.query(`insert into storage (name, name_key, path, is_default) values ('x', 'x', 'x', true)`),
      ).rejects.toThrow(/one_default/);
      await expect(client.query('delete from recording_policy')).rejects.toThrow(/foreign key/);
    });
  });

  it('restores sequences, so that the next number is free', async () => {
    const counter = nextMigration(
      'create table counter (n bigint generated always as identity primary key, v text, twice text generated always as (v || v) stored);',
    );
    const migrations = [...(await readMigrations()), counter];
    const source = await fresh();
    await migrate({ connectionString: source, migrations });
    await onDatabase(source, (client) => client.query(`insert into counter (v) values ('a'), ('b'), ('c')`));
    const target = await fresh({ migrated: false });
    await restore(target, await backUp(source), migrations);
    const { rows } = await onDatabase(target, (client) =>
      client.query(`insert into counter (v) values ('d') returning n::int, twice`),
    );
    expect(rows).toEqual([{ n: 4, twice: 'dd' }]);
  });

  it('holds every table of the catalogue, each after those it refers to', async () => {
    await onDatabase(await fresh(), async (client) => {
      const names = (await listTables(client)).map(({ table }) => table);
      const { rows } = await client.query(`select count(*)::int as n from pg_tables where schemaname = 'public'`);
      expect(names).toHaveLength(rows[0].n - 1);
      const references = await client.query(
        `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
          where contype = 'f' and conrelid <> confrelid`,
      );
      for (const { from, to } of references.rows)
        expect(names.indexOf(to), `${to} before ${from}`).toBeLessThan(names.indexOf(from));
    });
  });

  it('of an older version is restored and then migrated forward', async () => {
    const all = await readMigrations();
    const older = await fresh({ migrated: false });
    await migrate({ connectionString: older, migrations: all });
    await fillDatabase(older);
    const path = await backUp(older);
    const next = nextMigration(
      `alter table camera add column site text not null default 'home'; update camera set site = 'moved';`,
    );
    for (const target of [await fresh({ migrated: false }), await fresh()]) {
      await migrate({ connectionString: target, migrations: [...all, next] });
      expect(await restore(target, path, [...all, next])).toMatchObject({ migrated: [next.name] });
      expect(await onDatabase(target, (client) => client.query('select site from camera'))).toMatchObject({
        rows: [{ site: 'moved' }],
      });
      const { camera: _changed, migrations: _longer, ...rest } = await contentsOf(target);
      const { camera, migrations: _shorter, ...before } = await contentsOf(older);
      expect(rest).toEqual(before);
    }
  });

  it('whose migration forward fails leaves the database as it was', async () => {
    const path = await backUp(await filled());
    const target = await fresh();
    const before = await contentsOf(target);
    const broken = nextMigration('alter table nowhere add column x text;');
    await expect(restore(target, path, [...(await readMigrations()), broken])).rejects.toThrow(/nowhere/);
    expect(await contentsOf(target)).toEqual(before);
  });

  it('is a consistent snapshot while others write', async () => {
    const source = await filled();
    // Every group has exactly two members at every commit, and a camera comes before its group in the file.
    const addPair = (client: import('pg').Client, n: number) =>
      client.query(
        `with policy as (select id from recording_policy where is_default),
        added as (insert into camera (name, name_key, main_url, policy_id) select 'c' || $1 || '-' || i, 'c' || $1 || '-' || i, 'rtsp://c', policy.id from policy, generate_series(1, 2) i returning id),
        grouped as (insert into camera_group (name, name_key) values ('g' || $1, 'g' || $1) returning id)
        insert into camera_group_member select grouped.id, added.id from grouped, added`,
        [n],
      );
    await onDatabase(source, async (client) => {
      for (let n = 0; n < 50; n += 1) await addPair(client, n);
    });
    let running = true;
    let written = 50;
    const writer = onDatabase(source, async (client) => {
      while (running) await addPair(client, written++);
    });
    const paths: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const before = written;
      paths.push(await backUp(source, `busy-${n}.gz`));
      await expect.poll(() => written).toBeGreaterThan(before);
    }
    running = false;
    await writer;
    for (const path of paths) {
      const target = await fresh({ migrated: false });
      await restore(target, path);
      const { rows } = await onDatabase(target, (client) =>
        client.query(`select count(*)::int as groups, count(*) filter (where members <> 2 )::int as torn from
          (select count(m.camera_id) as members from camera_group g left join camera_group_member m on m.group_id = g.id where g.name like 'g%' group by g.id) g`),
      );
      expect(rows[0].torn).toBe(0);
      expect(rows[0].groups).toBeGreaterThanOrEqual(50);
    }
  });

  it('is readable by its owner only, and leaves no draft behind', async () => {
    const path = await backUp(await filled());
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(path, '..'))).toEqual(['holdfast.backup.gz']);
  });

  it('never overwrites an existing file', async () => {
    const path = inFolder('mine.txt');
    await writeFile(path, 'precious');
    await expect(writeBackup({ connectionString: await filled(), path, takenAt })).rejects.toThrow(/exists already/);
    expect(await readFile(path, 'utf8')).toBe('precious');
  });

  it('that is interrupted leaves no file', async () => {
    const source = await filled();
    await onDatabase(source, async (holder) => {
      await holder.query('begin; lock table session in access exclusive mode');
      const stop = new AbortController();
      const taking = writeBackup({ connectionString: source, path: inFolder('x.gz'), takenAt, signal: stop.signal });
      const waiting = `select from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and not l.granted`;
      await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
      stop.abort();
      await expect(taking).rejects.toThrow(/abort/i);
    });
    expect(await readdir(inFolder('.'))).toEqual([]);
  });

  it('of a database that was never set up is refused', async () => {
    const connectionString = await fresh({ migrated: false });
    await expect(backUp(connectionString)).rejects.toThrow('The database is empty: there is nothing to back up.');
    expect(await readdir(inFolder('.'))).toEqual([]);
  });
});

describe('a restore is refused and alters nothing', () => {
  const refuses = async (target: string, path: string, sentence: RegExp) => {
    const before = await contentsOf(target);
    const refusal = await restore(target, path).catch((err: unknown) => err);
    expect(refusal).toBeInstanceOf(BackupRefused);
    expect((refusal as Error).message).toMatch(sentence);
    expect((refusal as Error).message).not.toContain('\n');
    expect(await contentsOf(target)).toEqual(before);
  };

  it('when the database already holds users', async () => {
    const path = await backUp(await filled());
    const target = await fresh();
    await onDatabase(target, (client) =>
      client.query(
        `insert into app_user (username, username_key, password_hash, role_id) select 'admin', 'admin', 'x', id from role limit 1`,
      ),
    );
    await refuses(target, path, /already holds users/);
  });

  it('when the database already holds cameras', async () => {
    const path = await backUp(await filled());
    const target = await fresh();
    await onDatabase(target, (client) =>
      client.query(
        `insert into camera (name, name_key, main_url, policy_id) select 'Gate', 'gate', 'rtsp://x', id from recording_policy`,
      ),
    );
    await refuses(target, path, /already holds cameras/);
  });

  it('when the database belongs to another program', async () => {
    const path = await backUp(await filled());
    const target = await fresh({ migrated: false });
    await onDatabase(target, (client) => client.query(`create table invoices as select 1 as id`));
    await refuses(target, path, /belongs to another program/);
  });

  it('when the database is of a newer version', async () => {
    const path = await backUp(await filled());
    const target = await fresh();
    await onDatabase(target, (client) => client.query(`insert into schema_migration values ('9999_future.sql', 'x')`));
    await refuses(target, path, /newer than this version/);
  });

  it('when the backup is of a newer version', async () => {
    const source = await filled();
    await onDatabase(source, (client) => client.query(`insert into schema_migration values ('9999_future.sql', 'x')`));
    await refuses(
      await fresh(),
      await backUp(source),
      /taken by a newer version of Holdfast \(it has 9999_future.sql\)/,
    );
  });

  it('when a migration of the backup has other contents', async () => {
    const source = await filled();
    await onDatabase(source, (client) =>
      client.query(`update schema_migration set checksum = 'other' where name = '0002_cameras.sql'`),
    );
    await refuses(
      await fresh(),
      await backUp(source),
      /another build of Holdfast \(0002_cameras.sql is not the same\)/,
    );
  });

  it('when the file is a valid backup but does not fit the tables', async () => {
    const path = await backUp(await filled());
    const lines = gunzipSync(await readFile(path))
      .toString('utf8')
      .split('\n');
    const { createHash } = await import('node:crypto');
    const trailer = JSON.parse(lines.at(-2) ?? '');
    const body = `${lines.slice(0, -2).join('\n')}\n`.replace('"table":"camera_group"', '"table":"invoices"');
    trailer.rows = JSON.parse(JSON.stringify(trailer.rows).replace('"camera_group"', '"invoices"'));
    trailer.sha256 = createHash('sha256').update(body).digest('hex');
    const forged = inFolder('forged.gz');
    await writeFile(forged, gzipSync(`${body}${JSON.stringify(trailer)}\n`));
    await refuses(await fresh(), forged, /has the table invoices out of place/);
  });
});
