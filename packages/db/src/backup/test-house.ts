import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { columnList, inPublic, listTables } from './list-tables.ts';

/** Runs SQL on a connection of its own. */
export async function onDatabase<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every table as text, in an order of its own, with the migrations it has had: equal texts are equal databases. */
export const contentsOf = (connectionString: string): Promise<Record<string, string>> =>
  onDatabase(connectionString, async (client) => {
    const contents: Record<string, string> = {};
    for (const { table, columns } of await listTables(client)) {
      const chunks: Buffer[] = [];
      const rows = `select ${columnList(columns)} from ${inPublic(table)} as t order by t::text`;
      for await (const chunk of client.query(copyTo(`copy (${rows}) to stdout`))) chunks.push(chunk as Buffer);
      contents[table] = Buffer.concat(chunks).toString();
    }
    const { rows } = await client.query(`select to_regclass('public.schema_migration') is not null as present`);
    const history = rows[0].present
      ? await client.query('select name, checksum from schema_migration order by name')
      : undefined;
    return { ...contents, migrations: JSON.stringify(history?.rows ?? []) };
  });

/** A house that has been lived in: a row in every table, with everything a text or a blob can hold. */
export const fillHouse = (connectionString: string): Promise<void> =>
  onDatabase(connectionString, async (client) => {
    const insert = async (sql: string, values: unknown[] = []): Promise<string> =>
      (await client.query(`${sql} returning id`, values)).rows[0].id;
    const odd = 'Tür "A"\t\\N \\. {x}\n\\.\nзадняя 車 \u{1f6aa}';
    const role = await insert(`insert into role (name, capabilities) values ($1, '{playback,"view_plates"}')`, [odd]);
    const user = await insert(`insert into app_user (username, password_hash, role_id) values ($1, 'hash', $2)`, [
      odd,
      role,
    ]);
    await insert(
      `insert into session (user_id, expires_at, user_agent) values ($1, '2030-01-01T00:00:00.123456Z', '')`,
      [user],
    );
    await client.query(`insert into login_backoff (username_key, failures) values ('nobody', 3)`);
    const storage = await insert(`insert into storage (name, path) values ('NAS', '/mnt/nas')`);
    const policy = await insert(
      `insert into recording_policy (name, origin, live_storage_id, live_max_bytes, motion_threshold, schedule)
       values ('Gate', 'deviation', $1, 9007199254740991, 0.1, array_fill(repeat('10', 12), array[7]))`,
      [storage],
    );
    const camera = await insert(
      `insert into camera (name, main_url, main_password, policy_id, motion_mask, lpr_min_confidence)
       values ($1, 'rtsp://camera/1', $2, $3, $4, 0.30000000000000004)`,
      [
        odd,
        Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
        policy,
        JSON.stringify([
          [
            [0, 0.1],
            [1, 1],
            [0.5, 0],
          ],
        ]),
      ],
    );
    const group = await insert(`insert into camera_group (name) values ('Outside')`);
    await client.query('insert into camera_group_member values ($1, $2)', [group, camera]);
    await client.query('insert into role_camera values ($1, $2)', [role, camera]);
    await client.query('insert into user_camera values ($1, $2)', [user, camera]);
    await client.query(`update server_settings set clip_overview_seconds = 12`);
    await client.query(`update lpr_config set ingest_token_digest = '\\x00ff'`);
    await client.query(`update role set name = 'Besucher' where name = 'Viewer'`);
    await client.query(`insert into process_heartbeat values ('recorder', now(), now(), '0.1.0')`);
  });

export const filledDatabase = async (adminUrl: string): Promise<TestDatabase> => {
  const database = await createTestDatabase(adminUrl);
  await fillHouse(database.connectionString);
  return database;
};
