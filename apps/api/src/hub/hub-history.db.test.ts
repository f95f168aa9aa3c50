import { closeHubSpans, endHubSpan, startHubSpan, writeHubStatus } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { pruneOldEvents } from '../events/prune-events.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';

const GATE = 'binary_sensor.gate';
const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000);

let test: TestApp;
let token: string;
let cameraId: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  token = await test.bootstrap();
  const body = { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/none' };
  cameraId = (await test.call('POST', '/config/cameras', { token, body })).body.id;
});
afterAll(() => test?.close());

const add = async (from: number, to: number | null, value: string, known = true) => {
  await endHubSpan(test.db, { cameraId, entityId: GATE, end: at(from) });
  await startHubSpan(test.db, { cameraId, entityId: GATE, start: at(from), known, value });
  if (to !== null) await endHubSpan(test.db, { cameraId, entityId: GATE, end: at(to) });
};
const history = async (from: number, to: number) =>
  test.call('GET', `/hub/history?camera_id=${cameraId}&start=${at(from).toISOString()}&end=${at(to).toISOString()}`, {
    token,
  });
const shown = async (from: number, to: number) =>
  (await history(from, to)).body.items.map(({ state, reason, end }: Record<string, string | null>) => [
    state ?? reason,
    end,
  ]);

beforeEach(async () => {
  await test.db.deleteFrom('hubStateSpan').execute();
  await add(0, null, 'off');
  await add(10, null, 'hub-down', false);
  await add(20, null, 'on');
  await writeHubStatus(test.db, { seenAt: at(60) });
});

it('returns what overlaps the range, unknown states included', async () => {
  expect((await history(0, 100)).body.items[1]).toEqual({
    entity_id: GATE,
    start: at(10).toISOString(),
    end: at(20).toISOString(),
    kind: 'unknown',
    state: null,
    reason: 'hub-down',
  });
  expect(await shown(5, 15)).toEqual([
    ['off', at(10).toISOString()],
    ['hub-down', at(20).toISOString()],
  ]);
  expect(await shown(-10, 0)).toEqual([]);
});

it('ends open spans at the last report of a recorder that is not running', async () => {
  expect(await shown(50, 70)).toEqual([['on', at(60).toISOString()]]);
  const beat = { process: 'recorder' as const, startedAt: at(0), beatAt: new Date(test.clock.now()), version: '1' };
  await test.db.insertInto('processHeartbeat').values(beat).execute();
  expect(await shown(50, 70)).toEqual([['on', null]]);
  await test.db.deleteFrom('processHeartbeat').execute();
  await closeHubSpans(test.db);
  expect(await shown(50, 70)).toEqual([['on', at(60).toISOString()]]);
});

it('has the time up to which it is known, by the clock of the server', async () => {
  expect((await history(50, 70)).body.known_until).toBe(at(70).toISOString());
  const nowMs = test.clock.now();
  const range = `start=${new Date(nowMs - 1_000).toISOString()}&end=${new Date(nowMs + 3_600_000).toISOString()}`;
  const reply = await test.call('GET', `/hub/history?camera_id=${cameraId}&${range}`, { token });
  expect(Date.parse(reply.body.known_until)).toBeLessThanOrEqual(test.clock.now());
  expect(Date.parse(reply.body.known_until)).toBeGreaterThanOrEqual(nowMs);
});

it('refuses ranges that make no sense, and cameras that do not exist', async () => {
  expect((await history(10, 10)).status).toBe(422);
  expect((await history(0, 32 * 86_400)).status).toBe(422);
  const other = '00000000-0000-4000-8000-000000000000';
  const range = `start=${at(0).toISOString()}&end=${at(1).toISOString()}`;
  expect((await test.call('GET', `/hub/history?camera_id=${other}&${range}`, { token })).status).toBe(404);
});

it('is kept as long as the footage of its camera', async () => {
  await addTestFootage(test, { cameraId, startMs: at(15).getTime(), seconds: 4 });
  const log = createLogger({ name: 'test', level: 'silent' });
  await pruneOldEvents({ db: test.db, clock: test.clock, log, signal: new AbortController().signal });
  expect((await shown(0, 100)).map(([value]: [string]) => value)).toEqual(['hub-down', 'on']);
});
