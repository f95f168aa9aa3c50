import { eventUpsertFrom } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { createLogger } from '@holdfast/kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';
import { closeStale, STALE_AFTER_MS } from './close-stale-events.ts';

let installation: PlateInstallation;
let yard: string;
let viewer: string;
let plain: string;
beforeAll(async () => {
  installation = await startPlateInstallation(inject('postgresUrl'));
  yard = await installation.newCamera('Yard');
  await installation.watch('SEEN111');
  await installation.watch('SEEN222');
  await installation.post({ plate: 'seen-111' });
  installation.test.clock.step(1_000);
  await installation.post({ plate: 'SEEN222', camera_id: yard });
  await installation.test.db.transaction().execute((tx) =>
    installation.test.alerts.raise(tx, {
      eventKey: 'low_disk',
      cameraId: null,
      tsMs: installation.test.clock.now(),
      detail: 'The disk is nearly full.',
      data: {},
      plateReadId: null,
    }),
  );
  viewer = (await installation.signIn('viewer', { capabilities: ['view_plates'], camera_ids: [installation.cameraId] }))
    .token;
  plain = (await installation.signIn('plain', { capabilities: [], camera_ids: [installation.cameraId, yard] })).token;
});
afterAll(() => installation?.close());

const list = async (path: string, token: string) => (await installation.test.call('GET', path, { token })).body.items;

describe('GET /events', () => {
  it('lists events of the caller’s cameras, newest first, in pages', async () => {
    const all = await list('/events', installation.admin);
    expect(all.map(({ camera_id }: { camera_id: string }) => camera_id)).toEqual([yard, installation.cameraId]);
    expect(all[1]).toMatchObject({
      source_id: 'native-alpr',
      label: 'license_plate',
      sub_label: 'seen-111',
      lifecycle: 'end',
    });
    const first = await installation.test.call('GET', '/events?limit=1', { token: installation.admin });
    expect(await list(`/events?limit=1&cursor=${first.body.next_cursor}`, installation.admin)).toEqual([all[1]]);
    expect(await list('/events?labels=car', installation.admin)).toEqual([]);
    expect(await list(`/events?end=${all[0].ts}`, installation.admin)).toEqual([all[1]]);
    expect(await list('/events', viewer)).toEqual([all[1]]);
    expect(await list(`/events?camera_ids=${yard}`, viewer)).toEqual([]);
  });

  it('hides plates from callers without the capability: events, text and sub labels', async () => {
    const carId = await newEvent({ label: 'car', subLabel: 'SEEN333', recognizedPlate: 'SEEN333' });
    const items = await list('/events', plain);
    expect(items.map(({ id }: { id: string }) => id)).toEqual([carId]);
    expect(JSON.stringify(items)).not.toMatch(/SEEN/i);
    expect(await list('/events?labels=license_plate', plain)).toEqual([]);
  });

  it('is filtered by zone, source and score', async () => {
    const id = await newEvent({ label: 'person', zones: ['yard', 'path'], sourceId: 'frigate', topScore: 0.8 });
    const found = async (query: string) =>
      (await list(`/events?${query}`, installation.admin)).map((one: { id: string }) => one.id);
    expect(await found('zones=path&zones=roof')).toEqual([id]);
    expect(await found('source_ids=frigate')).toEqual([id]);
    expect(await found('min_score=0.8&source_ids=frigate')).toEqual([id]);
    expect(await found('min_score=0.81&source_ids=frigate')).toEqual([]);
    expect(await found('zones=roof')).toEqual([]);
  });
});

let counter = 0;
async function newEvent(event: {
  label: string;
  subLabel?: string;
  recognizedPlate?: string;
  zones?: string[];
  sourceId?: string;
  topScore?: number;
}): Promise<string> {
  counter += 1;
  const now = new Date(installation.test.clock.now());
  const row = { cameraId: installation.cameraId, sourceId: 'external', providerEventId: `made ${counter}`, ...event };
  const { id } = await installation.test.db
    .insertInto('event')
    .values({ ...row, ts: now, updatedAt: now, lifecycle: 'start' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('the event janitor', () => {
  it('closes events without updates for half an hour; a real end that arrives later replaces it', async () => {
    const { db, clock } = installation.test;
    const log = createLogger({ name: 'test', level: 'silent' });
    const run = () => closeStale({ db, clock, log, signal: new AbortController().signal });
    const id = await newEvent({ label: 'dog' });
    const beganMs = clock.now();
    const rowOf = () => db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    clock.step(STALE_AFTER_MS - 1_000);
    await run();
    expect((await rowOf()).endTs).toBeNull();
    clock.step(2_000);
    await run();
    expect(await rowOf()).toMatchObject({
      endTs: new Date(beganMs),
      lifecycle: 'end',
      updatedAt: new Date(clock.now()),
    });
    expect(await run()).toBe(0);
    const { providerEventId, sourceId, cameraId } = await rowOf();
    const end = new Date(beganMs + 60_000);
    await sql`with arrived as (
      select ${cameraId}::uuid as camera_id, ${sourceId} as source_id, ${providerEventId} as provider_event_id,
             now() as ts, ${end}::timestamptz as end_ts, now() as updated_at, 'end' as lifecycle, 'dog' as label,
             null as sub_label, null::float8 as score, null::float8 as top_score, '{}'::text[] as zones,
             null::float8[] as box, null as snapshot_url, null as recognized_plate, null::jsonb as raw
    ) ${eventUpsertFrom('arrived')}`.execute(db);
    expect(await rowOf()).toMatchObject({ endTs: end, ts: new Date(beganMs) });
  });
});

describe('GET /system-events', () => {
  const keys = async (token: string) =>
    (await list('/system-events', token)).map(({ event_key }: { event_key: string }) => event_key);

  it('lists events of the caller’s cameras; those of the system only for administrators', async () => {
    expect((await keys(installation.admin)).sort()).toEqual(['low_disk', 'plate_watchlist_hit', 'plate_watchlist_hit']);
    expect(await keys(viewer)).toEqual(['plate_watchlist_hit']);
  });

  it('hides hits from callers who may not see plates', async () => {
    expect(await keys(plain)).toEqual([]);
  });

  it('gives the cause of a fault, which may name hosts and folders, to administrators only', async () => {
    const { db, clock } = installation.test;
    const secret = 'rtsp://192.0.2.7:554/x';
    const raised = [
      ['camera_offline', { reason: reasonCode('storage-not-found', { path: secret }), stream: 'main' }],
      // Written by other versions.
      ['motion_detector_unhealthy', { reason: secret, since: '2026-01-01T00:00:00.000Z', note: secret }],
      ['storage_persist_failed', { reason: secret, path: secret }],
      ['camera_exploded', { reason: secret }],
    ] as const;
    for (const [eventKey, data] of raised) {
      clock.step(1_000);
      const row = { eventKey, ts: new Date(clock.now()), detail: `Gate, in other words: ${secret}` };
      await db
        .insertInto('systemEvent')
        .values({ ...row, cameraId: installation.cameraId, data: JSON.stringify(data) })
        .execute();
    }
    const query = `/system-events?camera_ids=${installation.cameraId}&limit=4`;
    for (const token of [viewer, plain]) {
      const items = await list(query, token);
      expect(items).toHaveLength(4);
      expect(JSON.stringify(items)).not.toContain('192.0.2.7');
      expect(JSON.stringify(items)).not.toContain('storage-not-found');
      expect(items.map(({ reason }: { reason: unknown }) => reason)).toEqual([null, null, null, null]);
      expect(items[3]).toMatchObject({ event_key: 'camera_offline', data: { stream: 'main' } });
      expect(items[3].detail).toBe(`${items[3].camera_name} is offline.`);
    }
    const [, , , offline] = await list(query, installation.admin);
    expect(offline.reason).toMatchObject({ code: 'storage-not-found', values: { path: secret } });
    expect(offline.detail).toContain(secret);
    expect(offline.data.reason).toContain(secret);
  });
});
