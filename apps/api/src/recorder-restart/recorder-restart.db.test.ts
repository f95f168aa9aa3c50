import { endRecorderSession, findRecorderRestart, insertRecorderSession, takeRecorderRestart } from '@holdfast/db';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { recorderBeats } from '../test-recorder-beat.ts';

let test: TestApp;
let admin: string;
let cameraId: string;
beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const camera = { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' };
  cameraId = (await test.call('POST', '/config/cameras', { token: admin, body: camera })).body.id;
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.deleteFrom('processHeartbeat').execute();
  await test.db.updateTable('recorderRestart').set({ requestedAt: null, takenAt: null }).execute();
});

const beats = (startedMs = test.clock.now()) => recorderBeats(test, { startedMs });
const ask = (options: { body?: unknown; headers?: Record<string, string> } = {}) =>
  test.call('POST', '/recorder/restart', { token: admin, ...options });
const state = async () => (await test.call('GET', '/recorder/restart', { token: admin })).body;

describe('the restart of the recorder', () => {
  it('is requested once, however often users ask', async () => {
    await beats(test.clock.now() - 60_000);
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(replies.map(({ body }) => body.requested_at)).size).toBe(1);
    expect(await takeRecorderRestart(test.db, new Date(test.clock.now()))).toBe(true);
    expect(await takeRecorderRestart(test.db, new Date(test.clock.now()))).toBe(false);
    // Between the end of the old process and the start of the new one.
    test.clock.step(1_000);
    expect((await ask()).body.pending).toBe(true);
    expect((await findRecorderRestart(test.db)).takenAt).not.toBeNull();
  });

  it('is pending until the recorder has started again', async () => {
    await beats();
    expect(await state()).toEqual({ requested_at: null, pending: false });
    const { body } = await ask();
    expect(body).toEqual({ requested_at: new Date(test.clock.now()).toISOString(), pending: true });
    test.clock.step(1_000);
    await takeRecorderRestart(test.db, new Date(test.clock.now()));
    expect((await state()).pending).toBe(true);
    test.clock.step(2_000);
    await beats();
    expect(await state()).toEqual({ requested_at: body.requested_at, pending: false });
  });

  it('is not awaited for ever', async () => {
    await beats();
    await ask();
    test.clock.step(130_000);
    expect((await state()).pending).toBe(false);
  });

  it('is refused while no recorder runs that could be asked', async () => {
    expect(await ask()).toMatchObject({ status: 409, body: { type: '/problems/recorder-not-running' } });
    await beats();
    test.clock.step(60_000);
    expect((await ask()).status).toBe(409);
    expect((await state()).requested_at).toBeNull();
  });

  it('refuses a body that is no JSON', async () => {
    await beats();
    expect((await ask({ body: 'now', headers: { 'content-type': 'application/json' } })).status).toBe(400);
    expect((await state()).requested_at).toBeNull();
  });

  it('explains the gap that it leaves', async () => {
    const nowMs = test.clock.now() - 600_000;
    await test.db
      .updateTable('camera')
      .set({ createdAt: new Date(nowMs - 60_000) })
      .execute();
    const run = async (fromMs: number, toMs: number, restart: boolean) => {
      const id = await insertRecorderSession(test.db, new Date(fromMs));
      await endRecorderSession(test.db, id, { endedAt: new Date(toMs), restart });
    };
    await run(nowMs - 60_000, nowMs, true);
    await run(nowMs + 4_000, nowMs + 40_000, false);
    await run(nowMs + 50_000, nowMs + 300_000, false);
    const query = new URLSearchParams({
      camera_ids: cameraId,
      start: new Date(nowMs).toISOString(),
      end: new Date(nowMs + 60_000).toISOString(),
      resolution_ms: '100',
    });
    const { body } = await test.call('GET', `/timeline?${query}`, { token: admin });
    expect(body.cameras[0].gaps.map(({ reason }: { reason: string }) => reason)).toEqual([
      'restart',
      'stalled',
      'recorder_down',
      'stalled',
    ]);
  });
});
