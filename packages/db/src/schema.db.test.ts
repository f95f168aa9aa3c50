import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(() => client.query('begin'));
afterEach(() => client.query('rollback'));

const POLICY = `insert into recording_policy (name, name_key, origin, live_storage_id`;
const policy = (columns = '', values = '', { name = 'Night', origin = 'operator' } = {}) =>
  `${POLICY}${columns && `, ${columns}`}) select '${name}', lower('${name}'), '${origin}', id${values && `, ${values}`} from storage where is_default`;
const camera = (columns = '', values = '', name = 'Gate') =>
  `insert into camera (name, name_key, main_url, policy_id${columns && `, ${columns}`})
   select '${name}', lower('${name}'), 'rtsp://camera', id${values && `, ${values}`} from recording_policy where is_default`;
const user = (name: string) =>
  `insert into app_user (username, username_key, password_hash, role_id) select '${name}', lower('${name}'), 'x', id from role where name = 'Viewer'`;

const UNIQUE = '23505';
const CHECK = '23514';
const NOT_NULL = '23502';
const FOREIGN_KEY = '23503';

describe('the database itself', () => {
  it.each<[string, string, string, string?]>([
    ['has one default policy', policy('is_default', 'true'), UNIQUE, 'recording_policy_one_default'],
    [
      'has one default storage',
      `insert into storage (name, name_key, path, is_default) values ('b', 'b', 'b', true)`,
      UNIQUE,
      'storage_one_default',
    ],
    ['keeps Default an operator policy', `update recording_policy set origin = 'deviation' where is_default`, CHECK],
    [
      'has unique policy names, regardless of case',
      policy('', '', { name: 'dEFAULT' }),
      UNIQUE,
      'recording_policy_name_key',
    ],
    [
      'has unique role names, regardless of case',
      `insert into role (name, name_key) values ('VIEWER', 'viewer')`,
      UNIQUE,
      'role_name_key',
    ],
    [
      'has unique storage names, regardless of case',
      `insert into storage (name, name_key, path) values ('DEFAULT', 'default', 'x')`,
      UNIQUE,
      'storage_name_key',
    ],
    [
      'has unique storage paths',
      `insert into storage (name, name_key, path) values ('Other', 'other', 'footage')`,
      UNIQUE,
      'storage_path_key',
    ],
    [
      'has unique camera names, regardless of case',
      `${camera()}; ${camera('', '', 'GATE')}`,
      UNIQUE,
      'camera_name_key',
    ],
    ['has unique user names, regardless of case', `${user('Anna')}; ${user('ANNA')}`, UNIQUE, 'app_user_username_key'],
    [
      'has unique group names, regardless of case',
      `insert into camera_group (name, name_key) values ('a', 'a'), ('A', 'a')`,
      UNIQUE,
      'camera_group_name_key',
    ],
    ['has no name without its key', `insert into camera_group (name) values ('a')`, NOT_NULL],
    [
      'has every camera on a policy',
      `insert into camera (name, name_key, main_url) values ('Gate', 'gate', 'rtsp://x')`,
      NOT_NULL,
    ],
    ['does not let a camera lose its policy', `${camera()}; update camera set policy_id = null`, NOT_NULL],
    ['keeps a policy that has cameras', `${camera()}; delete from recording_policy`, FOREIGN_KEY],
    ['keeps a storage that a policy uses', 'delete from storage', FOREIGN_KEY],
    ['keeps a role that has users', `${user('Anna')}; delete from role`, FOREIGN_KEY],
    ['rejects any other origin', policy('', '', { origin: 'import' }), CHECK],
    ['rejects any other mode', policy('mode', `'sometimes'`), CHECK],
    ['rejects any other stream', policy('record_stream', `'third'`), CHECK],
    ['rejects any other sensitivity', policy('motion_sensitivity', `'high'`), CHECK],
    ['rejects any other plate engine', camera('lpr_engine', `'magic'`), CHECK],
    [
      'rejects any other capability',
      `insert into role (name, name_key, capabilities) values ('x', 'x', '{root}')`,
      CHECK,
    ],
    ['requires a storage and an age for an archive', policy('archive_enabled', 'true'), CHECK],
    ['requires a threshold for manual sensitivity', policy('motion_sensitivity', `'manual'`), CHECK],
    ['requires retention of an hour or more', policy('live_retention_hours', '0'), CHECK],
    ['keeps byte counts exact in every client', policy('live_max_bytes', '9007199254740992'), CHECK],
    ['requires seven days of a schedule', policy('schedule', `array_fill(repeat('1', 24), array[6])`), CHECK],
    ['requires twenty-four hours of a day', policy('schedule', `array_fill(repeat('1', 23), array[7])`), CHECK],
    ['keeps a confidence between 0 and 1', camera('lpr_min_confidence', '1.01'), CHECK],
    ['has names that are not empty', camera('', '', ''), CHECK],
    ['has one row of settings', 'insert into server_settings default values', UNIQUE],
    ['has no second kind of settings row', 'insert into server_settings (singleton) values (false)', CHECK],
    ['has one plate configuration', 'insert into lpr_config default values', UNIQUE],
    ['keeps clips between 10 and 30 seconds', 'update server_settings set clip_overview_seconds = 31', CHECK],
    ['keeps the fuzz at one half or less', 'update lpr_config set watchlist_fuzz = 0.51', CHECK],
    [
      'has a camera in a group once',
      `${camera()}; insert into camera_group (name, name_key) values ('a', 'a');
      insert into camera_group_member select g.id, c.id from camera_group g, camera c;
      insert into camera_group_member select g.id, c.id from camera_group g, camera c`,
      UNIQUE,
    ],
  ])('%s', async (_title, sql, code, constraint) => {
    const refusal = await client.query(sql).catch((err: unknown) => err);
    expect(refusal).toMatchObject({ code, ...(constraint !== undefined && { constraint }) });
  });

  it('deletes rows that only refer to a camera or user with it', async () => {
    await client.query(`${camera()}; ${user('Anna')}; insert into camera_group (name, name_key) values ('a', 'a');
      insert into camera_group_member select g.id, c.id from camera_group g, camera c;
      insert into role_camera select r.id, c.id from role r, camera c;
      insert into user_camera select u.id, c.id from app_user u, camera c;
      insert into session (user_id, expires_at) select id, now() from app_user;
      delete from camera; delete from app_user`);
    for (const table of ['camera_group_member', 'role_camera', 'user_camera', 'session'])
      expect((await client.query(`select from ${table}`)).rowCount, table).toBe(0);
  });

  it('starts with Default, its storage, two roles and the settings', async () => {
    const { rows } = await client.query(`select
      (select array_agg(name || ' ' || origin) from recording_policy where is_default) as policies,
      (select array_agg(path) from storage where is_default) as storages,
      (select array_agg(name order by name) from role) as roles,
      (select clip_overview_seconds || '/' || clip_pre_roll_seconds from server_settings) as clips,
      (select enabled from lpr_config) as plates`);
    expect(rows).toEqual([
      {
        policies: ['Default operator'],
        storages: ['footage'],
        roles: ['Administrator', 'Viewer'],
        clips: '30/2',
        plates: false,
      },
    ]);
  });
});

describe('the scope of a user', () => {
  beforeEach(async () => {
    for (const name of ['Door', 'Gate', 'Yard']) await client.query(camera('', '', name));
    await client.query(
      `insert into role (name, name_key, capabilities) values ('Guard', 'guard', '{playback}'), ('Chief', 'chief', '{admin}')`,
    );
    await client.query(
      `insert into role_camera select r.id, c.id from role r, camera c where r.name = 'Guard' and c.name = 'Door'`,
    );
  });

  it.each<[string, string, string[], string[]]>([
    ['of a role is its cameras', 'Guard', [], ['Door']],
    ['is extended by the additional cameras of the user', 'Guard', ['Gate'], ['Door', 'Gate']],
    ['contains a camera of both role and user once', 'Guard', ['Door'], ['Door']],
    ['of a role for all cameras is every camera', 'Viewer', [], ['Door', 'Gate', 'Yard']],
    ['of an admin is every camera, without assignment', 'Chief', [], ['Door', 'Gate', 'Yard']],
  ])('%s', async (_title, role, own, expected) => {
    await client.query(
      `insert into app_user (username, username_key, password_hash, role_id) select 'anna', 'anna', 'x', id from role where name = $1`,
      [role],
    );
    await client.query(
      `insert into app_user (username, username_key, password_hash, role_id) select 'other', 'other', 'x', id from role where name = 'Administrator'`,
    );
    await client.query(
      `insert into user_camera select u.id, c.id from app_user u, camera c where u.username = 'anna' and c.name = any ($1)`,
      [own],
    );
    const { rows } = await client.query(
      `select c.name from camera_scope s join app_user u on u.id = s.user_id join camera c on c.id = s.camera_id where u.username = 'anna' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(expected);
  });

  it('contains a camera that is added later only for roles with all cameras', async () => {
    await client.query(
      `insert into app_user (username, username_key, password_hash, role_id) select lower(name), lower(name), 'x', id from role`,
    );
    await client.query(camera('', '', 'Attic'));
    const { rows } = await client.query(
      `select u.username as name from camera_scope s join app_user u on u.id = s.user_id join camera c on c.id = s.camera_id where c.name = 'Attic' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['administrator', 'chief', 'viewer']);
  });
});

describe('the effective policy', () => {
  it("of a camera is its own policy's, column by column", async () => {
    await client.query(policy('mode, live_retention_hours', `'motion', 7`));
    for (const name of ['Door', 'Gate']) await client.query(camera('', '', name));
    await client.query(
      `update camera set policy_id = (select id from recording_policy where name = 'Night') where name = 'Gate'`,
    );
    const { rows } = await client.query(
      `select c.name as camera, e.name, e.mode, e.live_retention_hours as hours, e.id = c.policy_id as own
         from effective_policy e join camera c on c.id = e.camera_id order by 1`,
    );
    expect(rows).toEqual([
      { camera: 'Door', name: 'Default', mode: 'continuous', hours: 168, own: true },
      { camera: 'Gate', name: 'Night', mode: 'motion', hours: 7, own: true },
    ]);
  });

  it('has every column of a policy', async () => {
    const { rows } = await client.query(
      `select attname::text as name from pg_attribute where attrelid = 'recording_policy'::regclass and attnum > 0 and not attisdropped
       except select attname::text from pg_attribute where attrelid = 'effective_policy'::regclass`,
    );
    expect(rows).toEqual([]);
  });
});
