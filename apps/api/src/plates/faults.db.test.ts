import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import {
  createTestDatabase,
  PATIENCE_MS,
  type ServerProcess,
  startFakeReceiver,
  startServerProcess,
  type TestDatabase,
} from '@holdfast/testkit';
import pg from 'pg';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { startPlateInstallation } from '../test-plate-installation.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const LONG = { timeout: PATIENCE_MS, interval: 50 };
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'holdfast-faults-'));
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
};

/** The API in its own process, which can be killed. */
async function startApi(database: TestDatabase, dataDir: string): Promise<ServerProcess> {
  const api = await startServerProcess(MAIN, {
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    PORT: '0',
  });
  cleanups.push(() => api.end('SIGKILL'));
  return api;
}

const send = async (address: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const reply = await fetch(`${address}${path}`, {
    method: /^\/config\/(lpr$|notifications\/rules\/)/.test(path) ? 'PUT' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, string> };
};

describe('200 parallel posts of one read, the process killed in the middle', () => {
  it('raise exactly one system event and deliver one message per channel after the restart', async () => {
    const database = await createTestDatabase(inject('postgresUrl'));
    cleanups.push(() => database.drop());
    const dataDir = await folder();
    const receivers = [await startFakeReceiver('slam'), await startFakeReceiver('slam')];
    for (const receiver of receivers) cleanups.push(() => receiver.stop());

    const first = await startApi(database, dataDir);
    const { token } = (await send(first.address, '/auth/bootstrap', { username: 'admin', password: 'correct horse' }))
      .body;
    const admin = { authorization: `Bearer ${token}` };
    await send(first.address, '/config/lpr', { enabled: true }, admin);
    const ingest = (await send(first.address, '/config/lpr/rotate-token', {}, admin)).body.token as string;
    const camera = await send(
      first.address,
      '/config/cameras',
      { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/none', lpr_engine: 'both' },
      admin,
    );
    await send(first.address, '/lpr/watchlist', { plate: 'KILL001' }, admin);
    for (const [index, { url }] of receivers.entries())
      await send(
        first.address,
        '/config/notifications/channels',
        { name: `Channel ${index}`, kind: 'webhook', base_url: url },
        admin,
      );

    // The process dies as soon as the system event is committed; nothing it began to send arrives.
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    cleanups.push(() => client.end());
    await client.query(`
      create function notify_test() returns trigger language plpgsql as $$ begin perform pg_notify('raised', ''); return null; end $$;
      create trigger notify_test after insert on system_event for each statement execute function notify_test()`);
    client.on('notification', () => void first.end('SIGKILL'));
    await client.query('listen raised');

    const read = { camera_id: camera.body.id, plate: 'KILL001', confidence: 0.9, provider_event_id: 'killed' };
    const postAll = (address: string) =>
      Promise.all(
        Array.from({ length: 200 }, () =>
          send(address, '/lpr/reads', read, { 'x-ingest-token': ingest }).then(
            ({ status }) => status,
            () => 'cut off',
          ),
        ),
      );
    expect(await postAll(first.address)).toContain('cut off');
    await first.end('SIGKILL');
    for (const receiver of receivers) receiver.manners = 'ok';

    const second = await startApi(database, dataDir);
    const retried = await postAll(second.address);
    expect(new Set(retried)).toEqual(new Set([200]));
    const count = async (sql: string) => Number((await client.query(sql)).rows[0].count);
    expect(await count('select count(*) from system_event')).toBe(1);
    expect(await count('select count(*) from plate_read where alerted')).toBe(1);
    expect(await count('select count(*) from alert_delivery')).toBe(2);

    // The dead process may have claimed them; the claims expire now instead of after a minute.
    await client.query(`update alert_delivery set claimed_until = null, next_try_at = now() where state = 'pending'`);
    await vi.waitFor(async () => {
      expect(await count(`select count(*) from alert_delivery where state = 'delivered'`)).toBe(2);
    }, LONG);
    expect(receivers.map(({ received }) => received.length)).toEqual([1, 1]);

    await second.end('SIGKILL');
    const third = await startApi(database, dataDir);
    // Once a new alert has arrived, everything that was waiting has been sent.
    await send(third.address, '/config/notifications/rules/plate_watchlist_hit', { cooldown_seconds: 0 }, admin);
    const next = { ...read, provider_event_id: 'after the restart' };
    expect((await send(third.address, '/lpr/reads', next, { 'x-ingest-token': ingest })).status).toBe(201);
    await vi.waitFor(async () => {
      expect(await count(`select count(*) from alert_delivery where state = 'delivered'`)).toBe(4);
    }, LONG);
    expect(receivers.map(({ received }) => received.length)).toEqual([2, 2]);
  });
});

describe('PostgreSQL stopped in the middle of a read', () => {
  it('answers 503, stores nothing, and takes the read when it is sent again', async () => {
    const dataDir = await folder();
    const log = createLogger({ name: 'test', level: 'silent' });
    let server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log });
    cleanups.push(() => server.stop());
    const installation = await startPlateInstallation(server.connectionString);
    cleanups.push(() => installation.close());
    await installation.watch('STOP001');
    const read = { plate: 'STOP001', provider_event_id: 'stopped' };

    // Another, uncommitted insert of the same read blocks ours after its event is written and before the read is.
    const blocker = new pg.Client({ connectionString: installation.test.connectionString });
    blocker.on('error', () => undefined);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query(
      `insert into plate_read (camera_id, source_id, provider_event_id, ts, plate, plate_raw)
       values ($1, 'native-alpr', 'stopped', now(), 'STOP001', 'x')`,
      [installation.cameraId],
    );
    const waiting = installation.post(read);
    const watcher = new pg.Client({ connectionString: installation.test.connectionString });
    watcher.on('error', () => undefined);
    await watcher.connect();
    await vi.waitFor(async () => {
      const { rows } = await watcher.query(
        `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'`,
      );
      expect(rows[0].waiting).toBe(1);
    }, LONG);
    await watcher.end();

    // At once: an orderly stop could end the other insert first and let ours through.
    process.kill(server.pid, 'SIGQUIT');
    await server.exited;
    const cut = await waiting;
    expect([cut.status, cut.body.type]).toEqual([503, '/problems/database-unavailable']);
    expect(cut.headers['retry-after']).toBeDefined();
    const during = await installation.post(read);
    expect([during.status, during.body.type]).toEqual([503, '/problems/database-unavailable']);

    server = await startEmbeddedPostgres({ dataDir, log });
    const { db } = installation.test;
    for (const table of ['event', 'plateRead', 'systemEvent'] as const)
      expect(await db.selectFrom(table).select('id').execute()).toEqual([]);
    expect((await installation.post(read)).status).toBe(201);
    expect(await db.selectFrom('systemEvent').select('id').execute()).toHaveLength(1);
  });
});
