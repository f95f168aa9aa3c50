import { insertSystemEvent, insertWarnings } from '@holdfast/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { unzip } from '../test-unzip.ts';

let test: TestApp;
let admin: string;
const secrets: string[] = [];
/** A value that the bundle must not contain. */
const hidden = (value: string): string => {
  secrets.push(value);
  return value;
};
let counter = 0;
const secret = () => {
  counter += 1;
  return hidden(`Sx${counter}qZ7w${'pLm'.repeat(3)}${counter}`);
};

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = hidden(await test.bootstrap());
  secrets.push('correct horse');
});
afterAll(() => test.close());

async function send(method: 'POST' | 'PUT', path: string, body?: unknown) {
  const reply = await test.call(method, path, { token: admin, ...(body !== undefined && { body }) });
  if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** A secret in every field that takes one. */
async function fillWithSecrets(): Promise<void> {
  await send('POST', '/config/cameras', {
    name: 'Gate',
    main_url: `rtsp://${hidden('rootuser9')}:${secret()}@${hidden('198.51.100.7')}/${hidden('streampath1')}?token=${secret()}`,
    sub_url: `rtsp://rootuser9:${secret()}@198.51.100.7/2`,
  });
  await send('PUT', '/config/hub', { base_url: `http://${hidden('hub.example.org')}:8123`, token: secret() });
  const broker = { mqtt_url: `mqtt://${hidden('broker.example.org')}`, mqtt_username: hidden('mqttuser7') };
  await send('PUT', '/config/detector', { ...broker, mqtt_password: secret() });
  await send('PUT', '/config/hub/offer', { ...broker, broker: 'own', mqtt_password: secret() });
  for (const channel of [
    { kind: 'discord', target: hidden('123456789012345678'), secret: secret() },
    { kind: 'telegram', target: hidden('-100123456'), secret: hidden(`123456789:${'AAExyz0'.repeat(5)}`) },
    {
      kind: 'ntfy',
      base_url: `https://${hidden('ntfy.example.org')}`,
      target: hidden('topic-of-mine'),
      secret: secret(),
    },
    { kind: 'webhook', base_url: `https://198.51.100.8/${hidden('hookpath55')}`, secret: secret() },
  ])
    await send('POST', '/config/notifications/channels', { name: channel.kind, ...channel });
  hidden((await send('POST', '/config/lpr/rotate-token')).token);
  hidden((await send('POST', '/config/restream/rotate')).account.password);
  const { items } = (await test.call('GET', '/config/roles', { token: admin })).body;
  await send('POST', '/config/users', {
    username: hidden('mallory77'),
    password: secret(),
    role_id: items[0].id,
  });
  await send('POST', '/lpr/watchlist', {
    plate: hidden('SECRET77'),
    kind: 'watch',
    label: hidden('the neighbour'),
    notify: false,
  });
}

/** What other programs quoted. */
async function fillWithQuotes(): Promise<void> {
  const now = new Date(test.clock.now());
  const quote = () => `cannot open rtsp://u:${secret()}@198.51.100.7/x?password=${secret()}`;
  const camera = await test.db.selectFrom('camera').select('id').executeTakeFirstOrThrow();
  await test.db
    .insertInto('streamStatus')
    .values({ cameraId: camera.id, stream: 'main', state: 'offline', detail: quote(), since: now, updatedAt: now })
    .execute();
  await insertWarnings(test.db, 'recorder', [
    {
      atMs: now.getTime(),
      level: 'warn',
      message: quote(),
      cameraId: camera.id,
      detail: JSON.stringify({ token: secret() }),
      count: 1,
    },
  ]);
  const event = { cameraId: camera.id, ts: now, recordedAt: now, plateReadId: null, mutedBy: null };
  await insertSystemEvent(test.db, {
    ...event,
    eventKey: 'camera_offline',
    detail: quote(),
    data: { by: hidden('mallory78') },
  });
  await insertSystemEvent(test.db, {
    ...event,
    eventKey: 'camera_removed',
    detail: `${hidden('mallory79')} removed it`,
    data: {},
  });
  await insertSystemEvent(test.db, {
    ...event,
    eventKey: 'camera_restored',
    detail: `${hidden('mallory80')} restored it`,
    data: {},
  });
  await insertSystemEvent(test.db, { ...event, eventKey: 'plate_watchlist_hit', detail: hidden('SECRET78'), data: {} });
}

/** Every stored hash, digest and encrypted value. */
async function storedSecrets(): Promise<string[]> {
  const columns = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (data_type = 'bytea' or column_name ~ 'password_hash|digest|token|secret')`.execute(
    test.db,
  );
  const found: string[] = [];
  for (const { table, column } of columns.rows) {
    const values = await sql<{ value: unknown }>`select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(
      test.db,
    );
    for (const { value } of values.rows) {
      const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value ?? ''));
      if (bytes.length >= 8)
        found.push(bytes.toString('hex'), bytes.toString('base64'), ...(Buffer.isBuffer(value) ? [] : [String(value)]));
    }
  }
  return found;
}

describe('the support bundle', () => {
  it('contains no secret of any kind, in any form', async () => {
    await fillWithSecrets();
    await fillWithQuotes();
    const reply = await test.call('GET', '/support-bundle', { token: admin });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="holdfast-support-\d{8}T\d{6}Z\.zip"$/);
    const files = unzip(reply.body);
    const text = Object.values(files).join('\n');
    const forms = (value: string) => [
      value,
      Buffer.from(value).toString('base64').replaceAll('=', ''),
      Buffer.from(value).toString('hex'),
      encodeURIComponent(value),
    ];
    expect(secrets.length).toBeGreaterThan(30);
    expect(secrets.filter((value) => forms(value).some((form) => text.includes(form)))).toEqual([]);
    const stored = await storedSecrets();
    expect(stored.length).toBeGreaterThan(10);
    expect(stored.filter((value) => text.includes(value))).toEqual([]);
  });

  it('contains what a report needs, as JSON', async () => {
    const files = unzip((await test.call('GET', '/support-bundle', { token: admin })).body);
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'about.json',
      'settings.json',
      'status.json',
      'cameras.json',
      'policies.json',
      'channels.json',
      'load.json',
      'events.json',
      'warnings.json',
    ]);
    const json = Object.fromEntries(
      Object.entries(files).flatMap(([name, text]) => (name.endsWith('.json') ? [[name, JSON.parse(text)]] : [])),
    );
    expect(json['about.json'].version).toMatch(/^\d+\.\d+\.\d+/);
    expect(json['about.json'].database.tables.map(({ name }: { name: string }) => name)).toContain('camera');
    expect(json['about.json'].database.migrations[0]).toBe('0001_access.sql');
    expect(json['cameras.json']).toMatchObject([{ name: 'Gate', main: 'rtsp', main_has_password: true }]);
    expect(json['status.json'].streams).toMatchObject([{ stream: 'main', state: 'offline' }]);
    expect(json['channels.json']).toHaveLength(4);
    expect(json['warnings.json']).toHaveLength(1);
    expect(json['events.json'].map((event: { event_key: string }) => event.event_key).sort()).toEqual([
      'camera_offline',
      'camera_removed',
      'camera_restored',
    ]);
  });
});
