import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

let installation: PlateInstallation;
let startMs = 0;
beforeAll(async () => {
  installation = await startPlateInstallation(inject('postgresUrl'));
  startMs = Math.floor(installation.test.clock.now() / 1000) * 1000 - 3_600_000;
});
afterAll(() => installation?.close());
beforeEach(async () => {
  await sql`delete from plate_read`.execute(installation.test.db);
  await sql`delete from pass_truth`.execute(installation.test.db);
});

let counter = 0;
const add = (engine: 'native-alpr' | 'external', seconds: number, plate: string, more: Record<string, unknown> = {}) =>
  installation.test.db
    .insertInto('plateRead')
    .values({
      cameraId: installation.cameraId,
      sourceId: engine,
      providerEventId: `ab ${++counter}`,
      ts: new Date(startMs + seconds * 1000),
      plate: plate as never,
      plateRaw: plate,
      confidence: 0.9,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
const report = async (query = '', token = installation.admin) =>
  (await installation.test.call('GET', `/lpr/ab-report?${query}`, { token })).body;
const confirm = (body: Record<string, unknown>, token = installation.admin) =>
  installation.test.call('POST', '/lpr/ab-confirm', { token, body: { camera_id: installation.cameraId, ...body } });

describe('GET /lpr/ab-report', () => {
  it('pairs the engines’ reads into passes, newest first, with verdicts, figures and links', async () => {
    const native = await add('native-alpr', 0.25, 'ABC1234', { cropBytes: 10 });
    await add('external', 2, 'A8C1234', { confidence: 0.5 });
    await add('native-alpr', 100, 'KLM5555');
    await add('external', 103, 'XYZ9999');
    await add('external', 200, 'ONLY111');
    const body = await report();
    expect(body.passes.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['miss', 'differ', 'match']);
    expect(body.passes[2]).toMatchObject({
      camera_id: installation.cameraId,
      camera_name: 'Gate',
      bucket_ts: new Date(startMs).toISOString(),
      native: { plate: 'ABC1234', crop: `/plates/${native.id}/crop` },
      external: { plate: 'A8C1234', confidence: 0.5, crop: null },
      confirmed_plate: null,
      context_frame: expect.stringContaining(`/cameras/${installation.cameraId}/frame.jpg?ts=`),
    });
    expect(body.engines).toMatchObject({
      'native-alpr': { reads: 2, passes_seen: 2, accuracy: null },
      external: { reads: 3, passes_seen: 3, hit_rate: 1 },
    });
    expect([body.truncated, body.next_cursor, body.orphaned_truths]).toEqual([false, null, []]);
  });

  it('measures accuracy against confirmed truths, identified by bucket_ts verbatim', async () => {
    await add('native-alpr', 0.9, 'ABC1234');
    await add('external', 1.5, 'ABX1234');
    const [pass] = (await report()).passes;
    const stored = await confirm({ bucket_ts: pass.bucket_ts, plate: 'abc-1234' });
    expect([stored.status, stored.body]).toMatchObject([
      200,
      { camera_id: installation.cameraId, bucket_ts: pass.bucket_ts, plate: 'ABC1234' },
    ]);
    const after = await report();
    expect(after.passes[0].confirmed_plate).toBe('ABC1234');
    expect([after.engines['native-alpr'].accuracy, after.engines.external.accuracy]).toEqual([1, 0]);
    await confirm({ bucket_ts: pass.bucket_ts, plate: 'ABX1234' });
    expect((await report()).engines.external.accuracy).toBe(1);
  });

  it('lists passes by verdict and by confirmation, with the figures of all', async () => {
    await add('native-alpr', 0, 'ABC1234');
    await add('external', 1, 'ABC1234');
    await add('native-alpr', 100, 'KLM5555');
    await add('external', 103, 'XYZ9999');
    const differing = await report('verdict=differ');
    expect(differing.passes.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['differ']);
    expect(differing.verdicts).toEqual({ match: 1, differ: 1, miss: 0 });
    expect(differing.engines.external.reads).toBe(2);
    await confirm({ bucket_ts: differing.passes[0].bucket_ts, plate: 'KLM5555' });
    expect((await report('confirmed=true')).passes).toHaveLength(1);
    expect((await report('confirmed=false')).passes).toMatchObject([{ verdict: 'match' }]);
    expect((await report('verdict=best')).status).toBe(422);
  });

  it('lists a truth whose reads are gone as orphaned', async () => {
    await confirm({ bucket_ts: new Date(startMs + 60_000).toISOString(), plate: 'GONE111' });
    expect((await report()).orphaned_truths).toEqual([
      { camera_id: installation.cameraId, bucket_ts: new Date(startMs + 60_000).toISOString(), plate: 'GONE111' },
    ]);
  });

  it('obeys range, window, fuzz and pages', async () => {
    for (const seconds of [0, 20, 40]) {
      await add('native-alpr', seconds, 'ABC1234');
      await add('external', seconds + 10, 'ABC1234');
    }
    expect((await report()).passes).toHaveLength(6);
    expect((await report('window=10')).passes).toHaveLength(3);
    expect((await report(`start=${new Date(startMs + 40_000).toISOString()}`)).passes).toHaveLength(2);
    const first = await report('window=10&limit=2');
    const second = await report(`window=10&limit=2&cursor=${first.next_cursor}`);
    expect([...first.passes, ...second.passes]).toEqual((await report('window=10')).passes);
    const end = new Date(startMs).toISOString();
    expect((await report(`end=${end}&start=${new Date(startMs + 1).toISOString()}`)).status).toBe(422);
  });

  it('uses the newest 10,000 reads and reports when there were more', async () => {
    const fill = (count: number) =>
      sql`
      insert into plate_read (camera_id, source_id, provider_event_id, ts, plate, plate_raw, confidence)
      select ${installation.cameraId}, case n % 2 when 0 then 'external' else 'native-alpr' end, 'fill ' || n || ${String(count)},
             ${new Date(startMs)}::timestamptz + n * interval '100 milliseconds', 'P' || n / 2, 'x', 0.5
        from generate_series(1, ${count}) n`.execute(installation.test.db);
    await fill(10_000);
    const full = await report();
    expect([full.truncated, full.engines.external.reads + full.engines['native-alpr'].reads]).toEqual([false, 10_000]);
    await fill(1);
    const more = await report();
    expect([more.truncated, more.engines.external.reads + more.engines['native-alpr'].reads]).toEqual([true, 10_000]);
  });

  it('compares only cameras that both engines read or are set to, within the caller’s scope', async () => {
    const single = await installation.newCamera('Single', 'external');
    const yard = await installation.newCamera('Yard', 'both');
    await add('external', 0, 'ONE1111', { cameraId: single });
    await add('external', 0, 'YARD111', { cameraId: yard });
    await add('native-alpr', 0, 'GATE111');
    expect((await report()).passes.map(({ camera_name }: { camera_name: string }) => camera_name).sort()).toEqual([
      'Gate',
      'Yard',
    ]);
    await add('native-alpr', 1, 'ONE1111', { cameraId: single });
    expect((await report()).passes).toHaveLength(3);
    const { token } = await installation.signIn('viewer', { capabilities: ['view_plates'], camera_ids: [yard] });
    const scoped = await report('', token);
    expect(scoped.passes.map(({ camera_id }: { camera_id: string }) => camera_id)).toEqual([yard]);
    expect((await report(`camera_id=${installation.cameraId}`, token)).status).toBe(404);
    expect((await report(`camera_id=${yard}`, token)).passes).toHaveLength(1);
  });
});

describe('POST /lpr/ab-confirm', () => {
  it.each([
    ['a moment that is not a whole second', { bucket_ts: '2026-11-15T12:00:00.001Z', plate: 'ABC' }, 422],
    ['an invalid plate', { bucket_ts: '2026-11-15T12:00:00.000Z', plate: '--' }, 422],
    ['an invalid time', { bucket_ts: 'now', plate: 'ABC' }, 422],
    [
      'an unknown camera',
      { bucket_ts: '2026-11-15T12:00:00Z', plate: 'ABC', camera_id: '00000000-0000-4000-8000-000000000000' },
      404,
    ],
  ])('refuses %s', async (_title, body, status) => {
    expect((await confirm(body)).status).toBe(status);
  });
});
