import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Route, routes } from '@holdfast/contract';
import { type AuditFilter, insertAuditEntry, listAuditEntries } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import { recordQuery } from '@holdfast/testkit';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { examples, urlOf } from '../test-access-examples.ts';
import { startTestApp } from '../test-app.ts';
import { type Example, type Installation, UNKNOWN_ID } from '../test-example-things.ts';
import { addTestFootage } from '../test-footage.ts';
import { actionOf } from './audited-routes.ts';
import { pruneAudit } from './prune-audit.ts';

const FOOTAGE_MS = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const PASSWORD = 'long enough';

let installation: Installation;
let segments: number[];
let disk: string;

interface Line {
  action: string;
  username: string | null;
  client_address: string | null;
  object_name: string | null;
  camera_ids: string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into details of every shape
  details: any;
}

const call = (...args: Parameters<Installation['test']['call']>) => installation.test.call(...args);
const asAdmin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: installation.admin, ...(body !== undefined && { body }) });

async function linesOf(action: string, query = ''): Promise<Line[]> {
  const reply = await asAdmin('GET', `/audit?actions=${action}&limit=500${query}`);
  expect(reply.status).toBe(200);
  return reply.body.items;
}

const signIn = async (username: string, password = PASSWORD) => {
  installation.test.clock.step(60_000); // Lets the address bucket refill.
  return call('POST', '/auth/login', { body: { username, password } });
};

beforeAll(async () => {
  const test = await startTestApp(inject('postgresUrl'));
  const admin = await test.bootstrap();
  installation = { test, admin, capable: admin, cameraId: '', segmentId: 0 };
  const camera = await asAdmin('POST', '/config/cameras', {
    name: 'Gate',
    main_url: 'rtsp://viewer:camera-secret@127.0.0.1:1/none',
  });
  installation.cameraId = camera.body.id;
  segments = await addTestFootage(test, { cameraId: installation.cameraId, startMs: FOOTAGE_MS, seconds: 4 });
  [installation.segmentId = 0] = segments;
  await asAdmin('PUT', '/config/lpr', { enabled: true });
  disk = await mkdtemp(join(tmpdir(), 'holdfast-audit-'));
});
afterAll(async () => {
  await installation?.test.close();
  await rm(disk, { recursive: true, force: true });
});

const noted = Object.entries(routes).flatMap(([feature, table]) =>
  Object.entries(table).flatMap(([name, route]) => {
    const action = actionOf(feature, name);
    return action === undefined ? [] : [{ feature, name, route: route as Route, action }];
  }),
);
/** Their examples are refused; each has a test of its own below. */
const REFUSED = ['auth.bootstrap', 'auth.endSession', 'me.changePassword', 'cameras.restore', 'storages.create'];

describe.each(noted.filter(({ feature, name }) => !REFUSED.includes(`${feature}.${name}`)))(
  '$route.method $route.path',
  ({ feature, name, route, action }) => {
    it(`is noted as ${action}`, async () => {
      installation.test.clock.step(3_000);
      const makers = examples as Record<string, Record<string, (of: Installation) => Example | Promise<Example>>>;
      const example =
        `${feature}.${name}` === 'storages.remove'
          ? { params: { id: await newStorage() } }
          : await makers[feature]?.[name]?.(installation);
      if (!example) throw new Error(`${feature}.${name} has no example`);
      const token = action === 'signed-out' ? (await signIn('admin', 'correct horse')).body.token : installation.admin;
      const before = (await linesOf(action)).length;
      const reply = await call(route.method, urlOf(route, example), {
        ...(route.access !== 'public' && { token }),
        ...(example.body !== undefined && { body: example.body }),
        ...(example.headers && { headers: example.headers }),
      });
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(action === 'channel-tested' ? 600 : 300);
      const lines = await linesOf(action);
      expect(lines.length).toBe(before + 1);
      expect(lines[0]).toMatchObject({
        client_address: '127.0.0.1',
        username: route.access === 'public' && action !== 'signed-in' ? null : 'admin',
      });
    });
  },
);

async function newStorage(): Promise<string> {
  const path = join(disk, String((await linesOf('storage-added')).length));
  await mkdir(path);
  const reply = await asAdmin('POST', '/config/storages', { name: `Disk ${path.slice(-1)}`, path });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.id;
}

describe('an action', () => {
  it('is noted with who did it, from where, and what changed', async () => {
    const { body: policy } = await asAdmin('POST', '/config/policies', { name: 'Night', live_retention_hours: 48 });
    await asAdmin('PUT', `/config/policies/${policy.id}`, { live_retention_hours: 24 });
    const [line] = await linesOf('policy-changed');
    expect(line).toMatchObject({
      username: 'admin',
      client_address: '127.0.0.1',
      object_name: 'Night',
      details: { changes: { live_retention_hours: [48, 24] } },
    });
  });

  it('that is refused leaves no line', async () => {
    const me = (await asAdmin('GET', '/me')).body;
    const before = (await linesOf('user-deleted')).length;
    expect((await asAdmin('DELETE', `/config/users/${me.id}`)).status).toBe(409);
    expect((await linesOf('user-deleted')).length).toBe(before);
  });

  it('of a user who is gone keeps their name', async () => {
    const role = (await asAdmin('POST', '/config/roles', { name: 'Guests', capabilities: ['admin'] })).body;
    const guest = { username: 'guest', password: PASSWORD, role_id: role.id };
    const { id } = (await asAdmin('POST', '/config/users', guest)).body;
    const { token } = (await signIn('guest')).body;
    await call('POST', '/config/groups', { token, body: { name: 'Of a guest' } });
    await asAdmin('DELETE', `/config/users/${id}`);
    expect((await linesOf('group-created', `&user_id=${id}`))[0]).toMatchObject({ username: 'guest' });
  });

  it('is noted where an example cannot succeed', async () => {
    await newStorage();
    const { id } = (await asAdmin('POST', '/config/cameras', { name: 'Yard', main_url: 'rtsp://127.0.0.1:1/b' })).body;
    await addTestFootage(installation.test, { cameraId: id, startMs: FOOTAGE_MS, seconds: 4 });
    await asAdmin('DELETE', `/config/cameras/${id}?footage=keep`);
    await asAdmin('POST', `/config/cameras/${id}/restore`, {});
    const role = (await asAdmin('POST', '/config/roles', { name: 'Nothing', capabilities: [] })).body;
    await asAdmin('POST', '/config/users', { username: 'anna', password: PASSWORD, role_id: role.id });
    const [one, two] = [(await signIn('anna')).body.token, (await signIn('anna')).body.token];
    const others = (await call('GET', '/auth/sessions', { token: one })).body.items.filter(
      ({ current }: { current: boolean }) => !current,
    );
    await call('DELETE', `/auth/sessions/${others[0].id}`, { token: one });
    expect((await call('GET', '/me', { token: two })).status).toBe(401);
    const body = { current_password: PASSWORD, new_password: 'even longer than that' };
    expect((await call('PUT', '/me/password', { token: one, body })).status).toBe(200);
    for (const action of ['first-admin-created', 'storage-added', 'camera-removed', 'camera-restored'])
      expect((await linesOf(action))[0], action).toMatchObject({ username: 'admin' });
    for (const action of ['session-ended', 'password-changed'])
      expect((await linesOf(action))[0], action).toMatchObject({ username: 'anna' });
    expect((await linesOf('camera-removed'))[0]?.details).toMatchObject({ footage: 'keep', hours: 0 });
  });
});

describe('a failed sign-in', () => {
  it('names the user, but never an unknown name: people type passwords there', async () => {
    await signIn('admin', 'not the password');
    await signIn('my-secret-typed-as-a-name', 'x');
    const [unknown, known] = await linesOf('sign-in-failed');
    expect(known).toMatchObject({ username: 'admin', client_address: '127.0.0.1' });
    expect(unknown).toMatchObject({ username: null, client_address: '127.0.0.1' });
  });

  it('is noted at most fifty times in an hour for an address, and that there were more', async () => {
    const { clock } = installation.test;
    // The beginning of an hour, so that the next one does not begin in between.
    clock.step(HOUR_MS - (clock.now() % HOUR_MS));
    const before = (await linesOf('sign-in-failed')).length;
    for (let i = 0; i < 55; i += 1) {
      clock.step(2_001);
      await call('POST', '/auth/login', { body: { username: `nobody ${i}`, password: 'x' } });
    }
    const lines = await linesOf('sign-in-failed');
    expect(lines.length - before).toBe(51);
    expect(lines[0]?.details).toEqual({ more: true });
  });
});

describe('watching', () => {
  const playlist = (startMs: number, endMs: number) =>
    asAdmin('GET', `/hls/${installation.cameraId}/${startMs}-${endMs}.m3u8`);

  const media = (segmentId: number) => asAdmin('GET', `/hls/${installation.cameraId}/media/${segmentId}.m4s?at=0&n=0`);

  it('of footage is one line for the hour that was played, not for what was loaded', async () => {
    installation.test.clock.step(HOUR_MS);
    const before = (await linesOf('playback-watched')).length;
    for (let i = 0; i < 3; i += 1) expect((await playlist(FOOTAGE_MS, FOOTAGE_MS + 3 * HOUR_MS)).status).toBe(200);
    const init = `/hls/${installation.cameraId}/init/${installation.segmentId}.mp4`;
    expect((await asAdmin('GET', init)).status).toBe(200);
    expect((await linesOf('playback-watched')).length).toBe(before);

    const [, second = 0] = segments;
    for (const id of [second, installation.segmentId]) expect((await media(id)).status).toBe(200);
    expect((await asAdmin('GET', `/segments/${installation.segmentId}`)).status).toBeLessThan(300);
    const lines = await linesOf('playback-watched');
    expect(lines.length).toBe(before + 1);
    expect(lines[0]).toMatchObject({
      username: 'admin',
      object_name: 'Gate',
      camera_ids: [installation.cameraId],
      details: {
        start: '2026-01-01T00:00:00.000Z',
        end: '2026-01-01T01:00:00.000Z',
        first: expect.stringMatching(/^2026-01-01T00:00:02/),
      },
    });
  });

  it('is noted again in the next hour', async () => {
    const before = (await linesOf('playback-watched')).length;
    installation.test.clock.step(HOUR_MS);
    for (let i = 0; i < 2; i += 1) await media(installation.segmentId);
    const lines = await linesOf('playback-watched');
    expect(lines.slice(0, lines.length - before).map(({ details }) => details.first)).toEqual([
      '2026-01-01T00:00:00.000Z',
    ]);
  });

  it('of a clip, and a download, are noted once each; pictures once a day for a camera', async () => {
    const { params = {} } = await examples.clips.video(installation);
    const seen = async () =>
      (await Promise.all(['clip-watched', 'clip-downloaded', 'pictures-viewed'].map((one) => linesOf(one)))).map(
        (lines) => lines.length,
      );
    const before = await seen();
    for (const path of ['clip.mp4', 'clip.mp4', 'clip.mp4?download=1', 'thumbnail.jpg', 'thumbnail.jpg'])
      expect((await asAdmin('GET', `/clip/${params.clip_id}/${path}`)).status, path).toBe(200);
    const after = await seen();
    expect(after.map((count, i) => count - (before[i] ?? 0))).toEqual([1, 1, 1]);
  });
});

describe('a clip that is only prepared', () => {
  it('is rendered without being sent, and is not noted as watched until it is', async () => {
    const { params = {} } = await examples.clips.video(installation);
    // The line of a clip that was watched in this hour already would hide the next one.
    installation.test.clock.step(HOUR_MS);
    const path = `/clip/${params.clip_id}/clip.mp4?q=preview`;
    const watched = async () => (await linesOf('clip-watched')).length;
    const [before, downloaded] = [await watched(), (await linesOf('clip-downloaded')).length];
    const head = (address: string) => call('HEAD', address, { token: installation.admin });
    const prepared = await head(path);
    expect([prepared.status, prepared.body.length]).toEqual([200, 0]);
    expect(Number(prepared.headers['content-length'])).toBeGreaterThan(1_000);
    expect(await watched()).toBe(before);
    const download = await head(`${path}&download=1`);
    expect([download.status, download.body.length]).toEqual([200, 0]);
    expect((await linesOf('clip-downloaded')).length).toBe(downloaded);
    // The first bytes are enough.
    const part = await call('GET', path, { token: installation.admin, headers: { range: 'bytes=0-99' } });
    expect(part.status).toBe(206);
    expect(await watched()).toBe(before + 1);
  });
});

describe('the log', () => {
  it('cannot be changed or deleted by anyone, until an entry is a year old', async () => {
    const { db, clock } = installation.test;
    const entry = (ts: string) =>
      insertAuditEntry(db, {
        ts: new Date(ts),
        userId: null,
        username: 'old',
        clientAddress: null,
        action: 'signed-in',
        objectId: null,
        objectName: null,
        cameraIds: [],
        details: {},
      });
    await entry('2020-01-01T00:00:00Z');
    const refusal = { code: '23001' };
    await expect(sql`update audit_entry set username = 'x'`.execute(db)).rejects.toMatchObject(refusal);
    await expect(sql`delete from audit_entry`.execute(db)).rejects.toMatchObject(refusal);
    const { signal } = new AbortController();
    const log = createLogger({ name: 'api', level: 'silent' });
    expect(await pruneAudit({ db, clock, log, signal })).toBe(1);
    expect(await pruneAudit({ db, clock, log, signal })).toBe(0);
  });

  it('is paged without losing or repeating a line, also among lines of one moment', async () => {
    const ids: string[] = [];
    for (let cursor = ''; ; ) {
      const page = (await asAdmin('GET', `/audit?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`)).body;
      ids.push(...page.items.map(({ id }: { id: string }) => id));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(new Set(ids).size).toBe(ids.length);
    const { count } = await installation.test.db
      .selectFrom('auditEntry')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(ids.length).toBe(count);
  });

  it('is filtered by user, action, camera and time', async () => {
    const items = async (query: string): Promise<Line[]> =>
      (await asAdmin('GET', `/audit?limit=500&${query}`)).body.items;
    const ofCamera = await items(`camera_id=${installation.cameraId}`);
    expect(ofCamera.length).toBeGreaterThan(0);
    expect(ofCamera.every(({ camera_ids }) => camera_ids.includes(installation.cameraId))).toBe(true);
    const actions = await items('actions=policy-created&actions=policy-deleted');
    expect(new Set(actions.map(({ action }) => action))).toEqual(new Set(['policy-created', 'policy-deleted']));
    expect(await items('start=2000-01-01T00:00:00Z&end=2001-01-01T00:00:00Z')).toEqual([]);
    expect(await items('user_id=00000000-0000-4000-8000-000000000000')).toEqual([]);
  });

  it.each(['actions=nothing-like-this', 'camera_id=gate', 'limit=501', 'start=yesterday', 'cursor=%00', 'more=1'])(
    'refuses the query %s',
    async (query) => expect((await asAdmin('GET', `/audit?${query}`)).status).toBe(422),
  );

  it('refuses a range that ends before it begins', async () => {
    const query = 'start=2026-02-01T00:00:00Z&end=2026-01-01T00:00:00Z';
    expect((await asAdmin('GET', `/audit?${query}`)).status).toBe(422);
  });

  it('contains no spreadsheet formula, whatever things are called', async () => {
    const names = ['=HYPERLINK("http://evil/")', '＝1+1', '+1', '＠SUM(A1)', 'a"b,c'];
    for (const name of names) await asAdmin('POST', '/config/groups', { name });
    const reply = await asAdmin('GET', '/audit/export?actions=group-created');
    const text: string = reply.body.toString('utf8');
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text).toContain(`"'=HYPERLINK(""http://evil/"")"`);
    for (const name of ['＝1+1', '+1', '＠SUM(A1)']) expect(text).toContain(`,'${name},`);
    expect(text).not.toMatch(/(^|,)"?[=+\-@＝＋－＠]/m);
    expect((await linesOf('audit-exported'))[0]).toMatchObject({ username: 'admin' });
  });

  it('contains no password, token or plate of everything that was done here', async () => {
    await asAdmin('PUT', `/config/cameras/${installation.cameraId}`, {
      main_url: 'rtsp://viewer:other-secret@127.0.0.1:1/none?pwd=third-secret',
    });
    expect((await linesOf('camera-changed'))[0]?.details.changes).toHaveProperty('main_password', null);
    await asAdmin('PUT', '/config/detector', { mqtt_url: 'mqtt://127.0.0.1', mqtt_password: 'fourth-secret' });
    expect((await linesOf('detector-changed'))[0]?.details.changes).toHaveProperty('mqtt_password', null);
    const { rows } = await sql<{ all: string }>`select json_agg(audit_entry)::text as all from audit_entry`.execute(
      installation.test.db,
    );
    const secret =
      /correct horse|long enough|even longer|camera-secret|other-secret|third-secret|fourth-secret|typed-as-a-name|WATCH|READ|ABC ?1234|seen twice|eyJ/;
    expect(rows[0]?.all).not.toMatch(secret);
  });
});

describe('a log of 100,000 lines', () => {
  const MANY = 100_000;
  const LOUD = '00000000-0000-4000-8000-00000000000a';
  const RARE = '00000000-0000-4000-8000-00000000000b';

  beforeAll(async () => {
    const { db } = installation.test;
    // One camera in every line, another in one of a thousand; two users, two actions.
    await sql`
      insert into audit_entry (ts, user_id, username, action, camera_ids)
      select timestamptz '2025-12-01' + n * interval '1 second',
             case when n % 2 = 0 then ${LOUD}::uuid else ${RARE}::uuid end, 'many',
             case when n % 500 = 0 then 'camera-removed' else 'live-watched' end,
             case when n % 1000 = 0 then array[${LOUD}, ${RARE}]::uuid[] else array[${LOUD}]::uuid[] end
        from generate_series(1, ${MANY}) n`.execute(db);
    await sql`analyze audit_entry`.execute(db);
  });

  /** Rows that the database looks at for a page of the list, by its own count. */
  async function rowsRead(filter: Partial<AuditFilter>): Promise<number> {
    const { text, values } = await recordQuery((db) => listAuditEntries(db, { limit: 61, ...filter }));
    const explain = CompiledQuery.raw(`explain (analyze, costs off, timing off) ${text}`, values);
    const { rows } = await installation.test.db.executeQuery<object>(explain);
    const plan = rows.flatMap((row) => Object.values(row)).join('\n');
    const counts = [...plan.matchAll(/(?:actual rows=|Rows Removed by Filter: )(\d+)/g)].map(([, rows]) =>
      Number(rows),
    );
    expect(counts.length, plan).toBeGreaterThan(0);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  it.each<[string, Partial<AuditFilter>]>([
    ['without a filter', {}],
    ['of a user', { userId: LOUD }],
    ['of an action', { actions: ['camera-removed'] }],
    ['of a camera with many lines', { cameraId: LOUD }],
    ['of a camera with few', { cameraId: RARE }],
    ['of a time', { end: new Date('2025-12-01T12:00:00Z') }],
    ['further down', { after: { ts: new Date('2025-12-01T06:00:00Z'), id: UNKNOWN_ID } }],
  ])('reads few rows for a page, %s', async (_title, filter) => expect(await rowsRead(filter)).toBeLessThan(MANY / 20));

  it('is downloaded whole', async () => {
    const reply = await asAdmin('GET', '/audit/export?end=2025-12-31T00:00:00Z&start=2025-12-01T00:00:00Z');
    expect(reply.body.toString('utf8').trimEnd().split('\r\n')).toHaveLength(MANY + 1);
  });
});
