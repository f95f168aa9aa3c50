import { emptyGrid, gridBits, markBox } from '@holdfast/domain';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let admin: string;
let gate: string;
const START = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  gate = (
    await test.call('POST', '/config/cameras', {
      token: admin,
      body: { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' },
    })
  ).body.id;
});
afterAll(() => test?.close());

const bitsOf = (box: [number, number, number, number]) => {
  const grid = emptyGrid();
  markBox(grid, box);
  return gridBits(grid);
};

async function addSegment(atS: number, motionGrid: string | null) {
  const { id: storageId } = await test.db.selectFrom('storage').select('id').executeTakeFirstOrThrow();
  const startTs = new Date(START + atS * 1000);
  await test.db
    .insertInto('segment')
    .values({
      cameraId: gate,
      stream: 'main',
      startTs,
      preciseStartTs: startTs,
      durationMs: 4_000,
      endTs: new Date(startTs.getTime() + 4_000),
      storageId,
      path: `made/${atS}`,
      sizeBytes: 1,
      parameterHash: 'x',
      hasMotion: motionGrid !== null,
      motionGrid,
    })
    .execute();
}

describe('GET /motion/search', () => {
  it('gives the merged spans of segments in which a cell of the box moved, newest first', async () => {
    const topLeft = bitsOf([0, 0, 0.1, 0.1]);
    const bottom = bitsOf([0.5, 0.9, 0.5, 0.1]);
    await addSegment(0, topLeft);
    await addSegment(4, topLeft);
    await addSegment(8, null);
    await addSegment(12, bottom);
    await addSegment(60, topLeft);
    const search = async (box: string) =>
      (
        await test.call(
          'GET',
          `/motion/search?camera_id=${gate}&start=${new Date(START).toISOString()}&end=${new Date(START + 3_600_000).toISOString()}&box=${box}`,
          { token: admin },
        )
      ).body;
    const at = (s: number) => new Date(START + s * 1000).toISOString();
    expect((await search('0,0,0.05,0.05')).items).toEqual([
      { start: at(60), end: at(64) },
      { start: at(0), end: at(8) },
    ]);
    expect((await search('0.9,0.95,0.1,0.05')).items).toEqual([{ start: at(12), end: at(16) }]);
    expect((await search('0.4,0.4,0.1,0.1')).items).toEqual([]);
    expect((await search('0.9,0.9,0.5,0.5')).status).toBe(422);
  });
});

describe('GET /cameras/{id}/motion-grid', () => {
  it('shows what the recorder saw within the last seconds, and nothing older', async () => {
    const read = async () => (await test.call('GET', `/cameras/${gate}/motion-grid`, { token: admin })).body;
    expect(await read()).toEqual({ columns: 32, rows: 18, view: null });
    const ts = new Date(test.clock.now());
    const view = { cameraId: gate, ts, moving: true, score: 0.1, floor: 0.001, ceiling: 0.002 };
    await test.db
      .insertInto('motionView')
      .values({ ...view, grid: bitsOf([0, 0, 1, 1]) })
      .execute();
    expect((await read()).view).toMatchObject({ moving: true, floor: 0.001, cells: '1'.repeat(576) });
    test.clock.step(60_000);
    expect((await read()).view).toBeNull();
  });
});

describe('POST /cameras/{id}/record', () => {
  const record = (body: object) => test.call('POST', `/cameras/${gate}/record`, { token: admin, body });

  it('notes the request and its event, once at a time for a user and camera', async () => {
    const made = await record({ pre_seconds: 3, seconds: 10, label: 'Doorbell' });
    expect(made.status).toBe(201);
    const nowMs = test.clock.now();
    expect(made.body).toMatchObject({
      start: new Date(nowMs - 3_000).toISOString(),
      end: new Date(nowMs + 10_000).toISOString(),
    });
    const events = (await test.call('GET', '/events?source_ids=manual', { token: admin })).body.items;
    expect(events).toMatchObject([{ id: made.body.event_id, label: 'Doorbell', end_ts: made.body.end }]);
    expect((await record({ seconds: 5 })).body.type).toBe('/problems/already-recording');
    test.clock.step(10_000);
    expect((await record({ seconds: 5 })).status).toBe(201);
  });

  it('begins no earlier than the buffer of a camera that records on motion, so that its clip has footage', async () => {
    test.clock.step(60_000);
    const { mode } = await test.db.selectFrom('recordingPolicy').select('mode').executeTakeFirstOrThrow();
    await test.db.updateTable('recordingPolicy').set({ mode: 'motion', motionPreSeconds: 7 }).execute();
    const { start } = (await record({ pre_seconds: 60, seconds: 1 })).body;
    expect(test.clock.now() - Date.parse(start)).toBe(7_000);
    await test.db.updateTable('recordingPolicy').set({ mode }).execute();
    test.clock.step(60_000);
  });

  it.each([
    ['seconds', { seconds: 0 }],
    ['seconds', { seconds: 601 }],
    ['pre_seconds', { seconds: 1, pre_seconds: 61 }],
  ])('refuses %s out of bounds', async (_field, body) => {
    expect((await record(body)).status).toBe(422);
  });

  it('is refused while the camera, its mode or its schedule is off: off means off', async () => {
    test.clock.step(60_000);
    const change = (set: object) => test.db.updateTable('recordingPolicy').set(set).execute();
    await change({ mode: 'off' });
    expect((await record({ seconds: 5 })).body.type).toBe('/problems/recording-off');
    await change({ mode: 'motion', schedule: Array.from({ length: 7 }, () => '0'.repeat(24)) });
    expect((await record({ seconds: 5 })).body.type).toBe('/problems/recording-off');
    await change({ mode: 'motion', schedule: null });
    await test.call('PUT', `/config/cameras/${gate}`, { token: admin, body: { enabled: false } });
    expect((await record({ seconds: 5 })).body.type).toBe('/problems/camera-disabled');
  });
});
