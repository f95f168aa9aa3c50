import { type FakeReceiver, startFakeReceiver } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cropOf, type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';
import { createIngester, type PlateEvent } from './ingest-plate-read.ts';
import { readEventOf } from './read-event.ts';

let installation: PlateInstallation;
beforeAll(async () => {
  installation = await startPlateInstallation(inject('postgresUrl'));
});
afterAll(() => installation?.close());

const readsOf = async (providerEventId: string) =>
  (
    await sql<Record<string, unknown>>`select * from plate_read where provider_event_id = ${providerEventId}`.execute(
      installation.test.db,
    )
  ).rows;
const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(installation.test.db)).rows[0]?.n;

/** Like a read from the external detector's feed. */
const fromDetector = (plate: string, change: Partial<PlateEvent> = {}): PlateEvent => {
  const body = {
    camera_id: installation.cameraId,
    plate,
    confidence: 0.8,
    provider_event_id: `detector-${Math.random()}`,
  };
  const event = readEventOf(body, installation.test.clock.now());
  return { ...event, sourceId: 'external', label: 'car', ...change };
};
const ingest = (event: PlateEvent) => {
  const { db, clock, watchlists, alerts, crops, app } = installation.test;
  return createIngester({ db, clock, watchlists, alerts, crops, log: app.log as never })(event);
};

describe('POST /lpr/reads', () => {
  it('answers 201 with the id once the read is stored, normalized, with its event mirrored', async () => {
    const reply = await installation.post({
      plate: 'ab-c 12 34',
      provider_event_id: 'stored',
      region: 'DE',
      vehicle: { make: 'Opel' },
      bbox: [0.1, 0.2, 0.3, 0.1],
      crop_jpeg: cropOf(),
    });
    expect(reply.status).toBe(201);
    const [read] = await readsOf('stored');
    expect(read).toMatchObject({
      id: reply.body.id,
      plate: 'ABC1234',
      plateRaw: 'ab-c 12 34',
      confidence: 0.9,
      region: 'DE',
      vehicle: { make: 'Opel' },
      bbox: [0.1, 0.2, 0.3, 0.1],
      sourceId: 'native-alpr',
      alerted: false,
    });
    const event = await installation.test.db
      .selectFrom('event')
      .selectAll()
      .where('id', '=', read?.eventId as string)
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      cameraId: installation.cameraId,
      sourceId: 'native-alpr',
      providerEventId: 'stored',
      lifecycle: 'end',
      recognizedPlate: 'ab-c 12 34',
    });
    expect(event.raw).not.toHaveProperty('crop_jpeg');
  });

  it('answers 200 to a refinement, which keeps missing fields', async () => {
    const first = await installation.post({
      provider_event_id: 'refined',
      plate: 'A8C1234',
      confidence: 0.4,
      ts: new Date(installation.test.clock.now() - 5_000).toISOString(),
      bbox: [0.1, 0.2, 0.3, 0.1],
      region: 'DE',
      crop_jpeg: cropOf(),
    });
    const before = (await readsOf('refined'))[0];
    const second = await installation.post({ provider_event_id: 'refined', plate: 'ABC1234', confidence: 0.95 });
    expect([first.status, second.status, second.body.id]).toEqual([201, 200, first.body.id]);
    const [read, ...more] = await readsOf('refined');
    expect(more).toEqual([]);
    expect(read).toEqual({ ...before, plate: 'ABC1234', plateRaw: 'ABC1234', confidence: 0.95 });
    const replaced = await installation.post({ provider_event_id: 'refined', crop_jpeg: cropOf({ padBytes: 50 }) });
    expect(replaced.status).toBe(200);
    expect((await readsOf('refined'))[0]?.cropBytes).toBe((before?.cropBytes as number) + 50);
  });

  it('refuses to refine an event of another camera', async () => {
    await installation.post({ provider_event_id: 'of the gate' });
    const yard = await installation.newCamera('Yard');
    const reply = await installation.post({ provider_event_id: 'of the gate', camera_id: yard, plate: 'OTHER1' });
    expect([reply.status, reply.body.type]).toEqual([409, '/problems/event-of-another-camera']);
    expect((await readsOf('of the gate'))[0]).toMatchObject({ cameraId: installation.cameraId, plate: 'ABC1234' });
  });

  it('keeps the counters of /lpr/storage correct', async () => {
    const storage = async () =>
      (await installation.test.call('GET', '/lpr/storage', { token: installation.admin })).body;
    const before = await storage();
    const jpeg = cropOf();
    const bytes = Buffer.from(jpeg, 'base64').length;
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        installation.post({ provider_event_id: `counted ${n % 10}`, crop_jpeg: jpeg }),
      ),
    );
    await installation.post({ provider_event_id: 'counted 0', crop_jpeg: cropOf({ padBytes: 7 }) });
    await installation.post({ provider_event_id: 'counted without' });
    const after = await storage();
    expect(after.reads - before.reads).toBe(11);
    expect(after.crops - before.crops).toBe(10);
    expect(after.crop_bytes - before.crop_bytes).toBe(10 * bytes + 7);
    const truth = await sql<{ reads: number; crops: number; bytes: number }>`
      select (select count(*) from plate_read) as reads, (select count(*) from plate_crop) as crops,
             (select sum(length(jpeg)) from plate_crop) as bytes`.execute(installation.test.db);
    expect({ reads: after.reads, crops: after.crops, bytes: after.crop_bytes }).toEqual(truth.rows[0]);
  });
});

describe('reads that come at the same time', () => {
  it('are each stored, refined or refused independently', async () => {
    const names = Array.from({ length: 100 }, (_, n) => `together ${n % 40}`);
    const replies = await Promise.all(
      names.map((provider_event_id, n) =>
        installation.post({ provider_event_id, plate: n % 10 === 7 ? '---' : `TOG${String(n).padStart(4, '0')}` }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(names.map((_, n) => (n % 10 === 7 ? 422 : n < 40 ? 201 : 200)));
    // The last update of each event wins.
    for (const n of [60, 79, 95, 96])
      expect((await readsOf(names[n] ?? ''))[0]).toMatchObject({ plate: `TOG${String(n).padStart(4, '0')}` });
  });

  it('do not all fail when one cannot be stored', async () => {
    const good = Array.from({ length: 8 }, (_, n) => fromDetector(`GOOD${n}`));
    const bad = fromDetector('BAD0001', { zones: [], label: 'x'.repeat(101) });
    const ingester = createIngester({ ...installation.test, log: installation.test.app.log as never });
    const results = await Promise.allSettled([...good, bad].map((event) => ingester(event)));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value.kind : 'failed'))).toEqual([
      ...good.map(() => 'stored'),
      'failed',
    ]);
  });

  it('are refused for a camera that was removed', async () => {
    const cameraId = await installation.newCamera('Gone soon');
    await installation.test.call('DELETE', `/config/cameras/${cameraId}?footage=keep`, { token: installation.admin });
    expect((await installation.post({ camera_id: cameraId })).status).toBe(404);
  });
});

describe('ingest order', () => {
  it('rejects reads when plates are disabled, before any other check', async () => {
    const { test, admin } = installation;
    await test.call('PUT', '/config/lpr', { token: admin, body: { enabled: false } });
    const reply = await installation.post({ provider_event_id: 'disabled' });
    const late = await ingest(fromDetector('ABC1234', { providerEventId: 'disabled' }));
    await test.call('PUT', '/config/lpr', { token: admin, body: { enabled: true } });
    expect([reply.status, reply.body.type]).toEqual([403, '/problems/plates-disabled']);
    expect(late).toEqual({ kind: 'dropped', reason: 'plates-disabled' });
    expect(await readsOf('disabled')).toEqual([]);
  });

  it.each([
    ['none', false, false],
    ['external', true, false],
    ['native-alpr', false, true],
    ['both', true, true],
  ])('a camera set to %s accepts the detector: %s, the worker: %s', async (engine, detector, worker) => {
    const cameraId = await installation.newCamera(`Engine ${engine}`, engine);
    const fromWorker = await installation.post({ camera_id: cameraId });
    expect(fromWorker.status).toBe(worker ? 201 : 200);
    expect(fromWorker.body.dropped).toBe(worker ? undefined : 'engine-refuses');
    const outcome = await ingest(fromDetector('ABC1234', { cameraId }));
    expect(outcome.kind).toBe(detector ? 'stored' : 'dropped');
    const stored = await installation.test.db
      .selectFrom('plateRead')
      .select('id')
      .where('cameraId', '=', cameraId)
      .execute();
    expect(stored).toHaveLength(Number(detector) + Number(worker));
  });

  it('checks the engine before the ignore list', async () => {
    const cameraId = await installation.newCamera('Engine first', 'none');
    await installation.watch('FIRST99', { kind: 'ignore' });
    expect((await installation.post({ camera_id: cameraId, plate: 'FIRST99' })).body).toEqual({
      dropped: 'engine-refuses',
    });
  });

  it('drops an ignored plate before the upsert: nothing stored, nothing alerted, no refinement', async () => {
    await installation.post({ provider_event_id: 'ignored later', plate: 'KEEP111' });
    await installation.watch('IGN1234', { kind: 'ignore' });
    const before = { events: await count('event'), alerts: await count('system_event') };
    // Look-alikes match even at fuzz 0.
    for (const plate of ['IGN1234', 'ign-1234', '1GN1234'])
      expect((await installation.post({ plate })).body).toEqual({ dropped: 'ignore-list' });
    expect((await installation.post({ provider_event_id: 'ignored later', plate: 'IGN1234' })).status).toBe(200);
    expect((await readsOf('ignored later'))[0]).toMatchObject({ plate: 'KEEP111' });
    expect({ events: await count('event'), alerts: await count('system_event') }).toEqual(before);
  });

  it('applies a list change of another process to the next read', async () => {
    expect((await installation.post({ plate: 'NEXT777' })).status).toBe(201);
    await sql`insert into watchlist_entry (plate, kind) values ('NEXT777', 'ignore')`.execute(installation.test.db);
    expect((await installation.post({ plate: 'NEXT777' })).body).toEqual({ dropped: 'ignore-list' });
    await sql`delete from watchlist_entry where plate = 'NEXT777'`.execute(installation.test.db);
    expect((await installation.post({ plate: 'NEXT777' })).status).toBe(201);
  });

  it('fails closed: when the lists cannot be read nothing is stored and the worker must retry', async () => {
    await sql`alter table watchlist_revision rename to hidden_revision`.execute(installation.test.db);
    const reply = await installation.post({ provider_event_id: 'unjudged' });
    await sql`alter table hidden_revision rename to watchlist_revision`.execute(installation.test.db);
    expect([reply.status, reply.body.type]).toEqual([503, '/problems/database-unavailable']);
    expect(reply.headers['retry-after']).toBeDefined();
    expect(await readsOf('unjudged')).toEqual([]);
  });
});

describe('the latch', () => {
  const hits = (plateReadId: string) =>
    installation.test.db.selectFrom('systemEvent').selectAll().where('plateReadId', '=', plateReadId).execute();

  it('emits plate_watchlist_hit once, on insert, with what was seen and what it matched', async () => {
    const entry = await installation.watch('WAT0001', { label: 'Stolen', color: '#ff0000' });
    const reply = await installation.post({ plate: 'WATOOO1', bbox: [0, 0, 0.5, 0.5] });
    const [event, ...more] = await hits(reply.body.id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ eventKey: 'plate_watchlist_hit', cameraId: installation.cameraId });
    expect(event?.data).toEqual({
      plate_read_id: reply.body.id,
      plate: 'WATOOO1',
      entry: { id: entry.body.id, plate: 'WAT0001', label: 'Stolen', color: '#ff0000' },
      distance: 0,
      confidence: 0.9,
      bbox: [0, 0, 0.5, 0.5],
      camera_id: installation.cameraId,
    });
  });

  it('emits it on a refinement that first matches, and never again', async () => {
    await installation.watch('LATER22');
    const first = await installation.post({ provider_event_id: 'later', plate: 'NOPE000' });
    expect(await hits(first.body.id)).toEqual([]);
    for (const plate of ['LATER22', 'NOPE000', 'LATER22'])
      await installation.post({ provider_event_id: 'later', plate });
    expect(await hits(first.body.id)).toHaveLength(1);
    expect((await readsOf('later'))[0]).toMatchObject({ alerted: true });
  });

  it('ignores silent entries, even if nearer than one that notifies', async () => {
    await installation.watch('SILENT1', { notify: false });
    expect(await hits((await installation.post({ plate: 'SILENT1' })).body.id)).toEqual([]);
    await installation.test.call('PUT', '/config/lpr', { token: installation.admin, body: { watchlist_fuzz: 0.25 } });
    await installation.watch('SILENT7');
    const reply = await installation.post({ plate: 'SILENT1' });
    await installation.test.call('PUT', '/config/lpr', { token: installation.admin, body: { watchlist_fuzz: 0 } });
    expect((await hits(reply.body.id))[0]?.data).toMatchObject({ entry: { plate: 'SILENT7' }, distance: 1 });
  });
});

describe('200 parallel posts of one read', () => {
  const receivers: FakeReceiver[] = [];
  afterAll(() => Promise.all(receivers.map((receiver) => receiver.stop())));

  it('raise exactly one system event and one delivery per channel', async () => {
    const ids: string[] = [];
    for (const name of ['first', 'second']) {
      const receiver = await startFakeReceiver();
      receivers.push(receiver);
      const channel = await installation.test.call('POST', '/config/notifications/channels', {
        token: installation.admin,
        body: { name, kind: 'webhook', base_url: receiver.url },
      });
      ids.push(channel.body.id);
    }
    const cameraId = await installation.newCamera('Crowded');
    await installation.watch('CROWD01');
    const replies = await Promise.all(
      Array.from({ length: 200 }, () =>
        installation.post({ camera_id: cameraId, plate: 'CROWD01', provider_event_id: 'crowd', crop_jpeg: cropOf() }),
      ),
    );
    const statuses = Map.groupBy(replies, ({ status }) => status);
    expect([statuses.get(201)?.length, statuses.get(200)?.length]).toEqual([1, 199]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    const events = await installation.test.db
      .selectFrom('systemEvent')
      .select('id')
      .where('cameraId', '=', cameraId)
      .execute();
    expect(events).toHaveLength(1);
    const deliveries = await installation.test.db
      .selectFrom('alertDelivery')
      .select('channelId')
      .where('systemEventId', '=', events[0]?.id as string)
      .execute();
    expect(deliveries.map(({ channelId }) => channelId).sort()).toEqual(ids.sort());
  });
});
