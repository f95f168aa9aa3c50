import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { columnList, listTables, qualifiedName } from './list-tables.ts';

/** Runs SQL on its own connection. */
export async function onDatabase<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every table as sorted text, with the applied migrations: equal texts mean equal databases. */
export const contentsOf = (connectionString: string): Promise<Record<string, string>> =>
  onDatabase(connectionString, async (client) => {
    const contents: Record<string, string> = {};
    for (const { table, columns } of await listTables(client)) {
      const chunks: Buffer[] = [];
      const rows = `select ${columnList(columns)} from ${qualifiedName(table)} as t order by t::text`;
      for await (const chunk of client.query(copyTo(`copy (${rows}) to stdout`))) chunks.push(chunk as Buffer);
      contents[table] = Buffer.concat(chunks).toString();
    }
    const { rows } = await client.query(`select to_regclass('public.schema_migration') is not null as present`);
    const history = rows[0].present
      ? await client.query('select name, checksum from schema_migration order by name')
      : undefined;
    return { ...contents, migrations: JSON.stringify(history?.rows ?? []) };
  });

/** An install in use: a row in every table, with every kind of text and binary value. */
export const fillDatabase = (connectionString: string): Promise<void> =>
  onDatabase(connectionString, async (client) => {
    const insert = async (sql: string, values: unknown[] = []): Promise<string> =>
      (await client.query(`${sql} returning id`, values)).rows[0].id;
    const odd = 'Tür "A"\t\\N \\. {x}\n\\.\nзадняя 車 \u{1f6aa}';
    const role = await insert(
      `insert into role (name, name_key, capabilities) values ($1, $1, '{playback,"view_plates"}')`,
      [odd],
    );
    const user = await insert(
      `insert into app_user (username, username_key, password_hash, role_id) values ($1, $1, 'hash', $2)`,
      [odd, role],
    );
    await insert(
      `insert into session (user_id, expires_at, user_agent) values ($1, '2030-01-01T00:00:00.123456Z', '')`,
      [user],
    );
    await client.query(`insert into system_event_mark values ($1, '2026-01-01Z')`, [user]);
    await client.query(
      `insert into clip_view (user_id, clip_id, viewed_at) values ($1, gen_random_uuid(), '2026-01-01Z')`,
      [user],
    );
    await client.query(`insert into clip_mark values ($1, '2026-01-01Z')`, [user]);
    await client.query(`insert into login_backoff (username_key, source, failures) values ('nobody', '192.0.2.7', 3)`);
    const storage = await insert(`insert into storage (name, name_key, path) values ('NAS', 'nas', '/mnt/nas')`);
    const policy = await insert(
      `insert into recording_policy (name, name_key, origin, live_storage_id, live_max_bytes, motion_threshold, schedule)
       values ('Gate', 'gate', 'deviation', $1, 9007199254740991, 0.1, array_fill(repeat('10', 12), array[7]))`,
      [storage],
    );
    const camera = await insert(
      `insert into camera (name, name_key, main_url, main_password, policy_id, motion_mask, lpr_min_confidence)
       values ($1, $1, 'rtsp://camera/1', $2, $3, $4, 0.30000000000000004)`,
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
    const group = await insert(`insert into camera_group (name, name_key) values ('Outside', 'outside')`);
    await client.query('insert into camera_group_member values ($1, $2)', [group, camera]);
    await client.query('insert into role_camera values ($1, $2)', [role, camera]);
    await client.query('insert into user_camera values ($1, $2)', [user, camera]);
    const view = await insert(`insert into live_view (user_id, name, name_key, layout) values ($1, $2, $2, 'focus')`, [
      user,
      odd,
    ]);
    await client.query('insert into live_view_camera values ($1, $2, 0)', [view, camera]);
    await client.query(`update server_settings set clip_overview_seconds = 12`);
    await client.query(`update lpr_config set ingest_token_digest = '\\x00ff'`);
    await client.query(`update role set name = 'Besucher', name_key = 'besucher' where name = 'Viewer'`);
    await client.query(`insert into process_heartbeat values ('recorder', now(), now(), '0.1.0')`);
    await fillPlates({ client, insert, camera, user });
    await fillFootage({ client, camera, storage, user });
  });

/** A row in each footage table; triggers fill counters, runs and extents. */
async function fillFootage({
  client,
  camera,
  storage,
  user,
}: {
  client: pg.Client;
  camera: string;
  storage: string;
  user: string;
}): Promise<void> {
  await client.query(
    `insert into segment (camera_id, stream, start_ts, precise_start_ts, duration_ms, end_ts, storage_id, path, size_bytes, parameter_hash, has_motion)
     select $1, 'main', t, t, 4000, t + interval '4 s', $2, 'a/' || n, 100, 'h', n = 1
       from generate_series(0, 2) n, lateral (select timestamptz '2026-01-01Z' + n * interval '4 s' as t) moments`,
    [camera, storage],
  );
  await client.query(`insert into video_conversion values ($1, '2026-01-01Z', null)`, [camera]);
  await client.query(`update segment set motion_grid = repeat('01', 288)::bit(576) where has_motion`);
  await client.query(
    `insert into motion_source_status values ($1, 'pixel', false, 'The decoder sends no pictures.', '2026-01-01Z')`,
    [camera],
  );
  await client.query(
    `insert into motion_view values ($1, '2026-01-01Z', true, 0.1, 0.001, 0.002, repeat('0', 576)::bit(576))`,
    [camera],
  );
  await client.query(
    `insert into record_request (user_id, camera_id, from_ts, until_ts) values ($1, $2, '2026-01-01Z', '2026-01-02Z')`,
    [user, camera],
  );
  await client.query(
    `insert into bookmark (camera_id, start_ts, end_ts, label, created_by) values ($1, '2026-01-01Z', '2026-01-02Z', 'A', $2)`,
    [camera, user],
  );
  await client.query(
    `insert into stream_state_change (camera_id, stream, ts, reason) values ($1, 'main', '2026-01-01Z', 'offline')`,
    [camera],
  );
  await client.query(
    `insert into footage_deletion (camera_id, stream, start_ts, end_ts, reason) values ($1, 'main', '2025-01-01Z', '2025-01-02Z', 'evicted')`,
    [camera],
  );
  const { rows } = await client.query(
    `insert into footage_export (created_by, created_at, start_ts, end_ts, burn_clock, audio, size_bytes, expires_at)
     values ($1, '2026-01-01Z', '2026-01-01Z', '2026-01-02Z', false, true, 0, '2026-01-08Z') returning id`,
    [user],
  );
  await client.query(`insert into footage_export_camera values ($1, $2, 0, 'Gate')`, [rows[0].id, camera]);
  await client.query(`insert into recorder_run (started_at, beat_at) values ('2026-01-01Z', '2026-01-02Z')`);
  await client.query(
    `insert into stream_status (camera_id, stream, state, since, updated_at) values ($1, 'main', 'recording', '2026-01-01Z', '2026-01-01Z')`,
    [camera],
  );
  await client.query(`insert into storage_status (storage_id, state, updated_at) values ($1, 'ok', '2026-01-01Z')`, [
    storage,
  ]);
  await client.query(
    `insert into stream_facts values ($1, 'main', 'h265', 'hvc1.1.6.L93.B0', 1, 2, 3.5, null, now())`,
    [camera],
  );
  await client.query(`insert into restream_account (username, password) values ('viewer', '\\x00')`);
  await client.query(
    `insert into camera_hub_link (camera_id, entity_id, role, label, position, x, y)
     values ($1, 'binary_sensor.gate', 'sensor', 'Gate', 0, 0.5, 0.25)`,
    [camera],
  );
  await client.query(
    `insert into hub_state_span values ($1, 'binary_sensor.gate', '2026-01-01Z', '2026-01-02Z', false, 'hub-down')`,
    [camera],
  );
  await client.query(`insert into footage_gone (camera_id, hour) values ($1, '2025-01-01T10:00:00Z')`, [camera]);
  await client.query(`insert into hub_offer_camera values ($1)`, [camera]);
  await client.query(`insert into hub_offer_published values ($1, 'homeassistant')`, [camera]);
  await client.query(`insert into raised_event (event_key, camera_id, detail) values ('camera_offline', $1, 'x')`, [
    camera,
  ]);
  await client.query(`insert into storage_sample values ($1, 60, '2026-01-01Z', 1)`, [storage]);
  await client.query(`insert into machine_sample (step_seconds, ts, samples, cpu) values (60, '2026-01-01Z', 6, 0.5)`);
  await client.query(
    `insert into process_warning (process, ts, level, message, count) values ('api', '2026-01-01Z', 'warn', E'a\\b', 1)`,
  );
  await client.query(`insert into backup_run (reason, state, queued_at) values ('manual', 'done', '2026-01-01Z')`);
}

/** One row in each table of plates and alerts. */
async function fillPlates({
  client,
  insert,
  camera,
  user,
}: {
  client: pg.Client;
  insert: (sql: string, values?: unknown[]) => Promise<string>;
  camera: string;
  user: string;
}): Promise<void> {
  const event = await insert(
    `insert into event (camera_id, source_id, provider_event_id, ts, updated_at, lifecycle, label, box, raw)
     values ($1, 'native-alpr', 'e', '2026-01-01Z', '2026-01-01Z', 'start', 'car', '{0.1,0.2,0.3,0.4}', '{"a": "\\t"}')`,
    [camera],
  );
  const read = await insert(
    `insert into plate_read (camera_id, event_id, source_id, provider_event_id, ts, plate, plate_raw, crop_bytes)
     values ($1, $2, 'native-alpr', 'e', '2026-01-01Z', 'ABC', 'a\tbc', 3)`,
    [camera, event],
  );
  await client.query(`insert into plate_crop values ($1, '\\x00ff5c')`, [read]);
  await client.query(
    `insert into plate_worker (camera_id, token_digest) values ($1, decode(repeat('5c', 32), 'hex'))`,
    [camera],
  );
  const share = await insert(
    `insert into share (token_digest, kind, subject_id, camera_ids, camera_names, start_ts, end_ts, needs, created_by, created_at,
                        expires_at, password_hash)
     values (decode(repeat('5c', 32), 'hex'), 'clip', $1, array[$2::uuid], array['a\tb'], '2026-01-01Z', '2026-01-02Z',
             array['export'], $3, '2026-01-01Z', '2026-01-02Z', 'h')`,
    [event, camera, user],
  );
  await client.query(`insert into share_opening (share_id, opened_at, user_agent) values ($1, '2026-01-01Z', 'a\\b')`, [
    share,
  ]);
  await client.query(
    `insert into audit_entry (ts, user_id, username, action, camera_ids, details)
     values ('2026-01-01Z', $1, E'a\\b', 'signed-in', array[$2::uuid], '{"a":"\u00e4"}')`,
    [user, camera],
  );
  await client.query(`insert into pass_truth values ($1, '2026-01-01Z', 'ABC', '2026-01-01Z')`, [camera]);
  await client.query(`insert into watchlist_entry (plate, note) values ('ABC', E'two\nlines')`);
  await client.query(`insert into alert_rule values ('low_disk', true, 60, '22:00', '06:00', false, '{{detail}}', '')`);
  await client.query(`insert into alert_cooldown values ('low_disk/', '2026-01-01Z')`);
  const channel = await insert(
    `insert into notification_channel (name, name_key, kind, base_url, secret, attach_image, owner_user_id)
     values ('Phone', 'phone', 'ntfy', 'https://ntfy.sh', '\\x00', true, $1)`,
    [user],
  );
  const systemEvent = await insert(
    `insert into system_event (event_key, camera_id, ts, detail, plate_read_id)
     values ('plate_watchlist_hit', $1, '2026-01-01Z', '', $2)`,
    [camera, read],
  );
  await client.query(
    `insert into alert_delivery (system_event_id, channel_id, next_try_at, created_at)
     values ($1, $2, '2026-01-01Z', '2026-01-01Z')`,
    [systemEvent, channel],
  );
}

export const filledDatabase = async (adminUrl: string): Promise<TestDatabase> => {
  const database = await createTestDatabase(adminUrl);
  await fillDatabase(database.connectionString);
  return database;
};
