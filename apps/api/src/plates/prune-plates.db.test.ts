import { createLogger } from '@holdfast/kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cropOf, type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';
import { createIngester } from './ingest-plate-read.ts';
import { PRUNE_BATCH, prunePlates } from './prune-plates.ts';
import { readEventOf } from './read-event.ts';

const DAY_MS = 86_400_000;
let installation: PlateInstallation;
beforeAll(async () => {
  installation = await startPlateInstallation(inject('postgresUrl'));
});
afterAll(() => installation?.close());

it('prunes reads, crops, truths and hits older than the retention, and leaves no plate behind in events', async () => {
  const { test, admin, cameraId } = installation;
  const log = createLogger({ name: 'test', level: 'silent' });
  await installation.watch('OLD1111');
  await installation.post({ plate: 'OLD1111', crop_jpeg: cropOf() });
  const detected = readEventOf(
    { camera_id: cameraId, plate: 'OLD2222', confidence: 1, provider_event_id: 'd' },
    test.clock.now(),
  );
  await createIngester({ ...test, log })({ ...detected, sourceId: 'external', label: 'car' });
  const bucket_ts = new Date(Math.floor(test.clock.now() / 1000) * 1000).toISOString();
  await test.call('POST', '/lpr/ab-confirm', {
    token: admin,
    body: { camera_id: cameraId, bucket_ts, plate: 'OLD1111' },
  });

  test.clock.step(10 * DAY_MS);
  const fresh = await installation.post({ plate: 'NEW1111', crop_jpeg: cropOf() });
  const prune = () => prunePlates({ db: test.db, clock: test.clock, log, signal: new AbortController().signal });
  await prune();
  expect(await sql`select plate from plate_read`.execute(test.db)).toMatchObject({ rows: { length: 3 } });

  const token = (await test.call('POST', '/auth/login', { body: { username: 'admin', password: 'correct horse' } }))
    .body.token;
  await test.call('PUT', '/config/lpr', { token, body: { retention: 10 } });
  test.clock.step(1_000);
  await prune();
  const left = await sql<{ id: string; plate: string }>`select id, plate from plate_read`.execute(test.db);
  expect(left.rows).toEqual([{ id: fresh.body.id, plate: 'NEW1111' }]);
  const everything = await sql<{ text: string }>`
    select to_jsonb(event)::text as text from event union all select to_jsonb(system_event)::text from system_event
    union all select to_jsonb(pass_truth)::text from pass_truth
    union all select to_jsonb(seen_plate)::text from seen_plate`.execute(test.db);
  expect(everything.rows.map(({ text }) => text).join()).not.toContain('OLD');
  // The detector's event belongs to the camera and remains, without the plate.
  expect(everything.rows.filter(({ text }) => text.includes('"external"'))).toHaveLength(1);
  const storage = (await test.call('GET', '/lpr/storage', { token })).body;
  expect(storage).toMatchObject({ reads: 1, crops: 1, crop_bytes: Buffer.from(cropOf(), 'base64').length });
});

it('repeats in batches until nothing old is left', async () => {
  const { test, cameraId } = installation;
  await sql`
    insert into plate_read (camera_id, source_id, provider_event_id, ts, plate, plate_raw)
    select ${cameraId}, 'external', 'old ' || n, ${new Date(test.clock.now() - 100 * DAY_MS)}, 'OLD3333', 'x'
      from generate_series(1, ${2 * PRUNE_BATCH + 1}::int) n`.execute(test.db);
  const log = createLogger({ name: 'test', level: 'silent' });
  await prunePlates({ db: test.db, clock: test.clock, log, signal: new AbortController().signal });
  const left = await sql<{ n: number }>`select count(*) as n from plate_read where plate = 'OLD3333'`.execute(test.db);
  expect(left.rows[0]?.n).toBe(0);
  const counted = await sql<{ n: number }>`select sum(reads)::bigint as n from plate_storage`.execute(test.db);
  const stored = await sql<{ n: number }>`select count(*) as n from plate_read`.execute(test.db);
  expect(counted.rows).toEqual(stored.rows);
});
