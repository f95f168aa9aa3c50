import { createLogger } from '@holdfast/kit';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { whileClockIsTrusted } from '../while-clock-is-trusted.ts';
import { pruneOldEvents } from './prune-events.ts';

const HOUR_MS = 3_600_000;
const log = createLogger({ name: 'test', level: 'silent' });
let test: TestApp;
let admin: string;
let gate: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const body = { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' };
  gate = (await test.call('POST', '/config/cameras', { token: admin, body })).body.id;
});
afterAll(() => test?.close());

const hoursAgo = (hours: number) => new Date(test.clock.now() - hours * HOUR_MS);
const prune = () => pruneOldEvents({ ...test, log, signal: new AbortController().signal });

async function addEvent(name: string, agoHours: number, isOpen = false) {
  const ts = hoursAgo(agoHours);
  const row = { cameraId: gate, sourceId: 'motion', providerEventId: name, ts, updatedAt: ts, label: 'motion' };
  await test.db
    .insertInto('event')
    .values({ ...row, endTs: isOpen ? null : ts, lifecycle: isOpen ? 'start' : 'end' })
    .execute();
}
const left = async () =>
  (await test.db.selectFrom('event').select('providerEventId').orderBy('ts').execute()).map(
    ({ providerEventId }) => providerEventId,
  );

it('events go when the footage of their camera would, and stay while they go on or a bookmark protects them', async () => {
  await addEvent('kept by a bookmark', 400);
  await addEvent('old', 300);
  await addEvent('old and open', 299, true);
  await addEvent('young', 100);
  await test.db
    .insertInto('bookmark')
    .values({ cameraId: gate, startTs: hoursAgo(401), endTs: hoursAgo(399), label: 'Proof' })
    .execute();
  expect(await prune()).toBe(1);
  expect(await left()).toEqual(['kept by a bookmark', 'old and open', 'young']);
});

it('nothing goes while the clock is ahead of where it should be', async () => {
  const before = await left();
  const pruneTrusted = whileClockIsTrusted({ ...test, log, steadyMs: () => 0 })((signal) =>
    pruneOldEvents({ ...test, log, signal }),
  );
  const { signal } = new AbortController();
  await pruneTrusted(signal);
  test.clock.step(365 * 24 * HOUR_MS);
  await pruneTrusted(signal);
  expect(await left()).toEqual(before);
  test.clock.step(-365 * 24 * HOUR_MS);
  await addEvent('old again', 300);
  await pruneTrusted(signal);
  expect(await left()).toEqual(before);
});

it('an archive that keeps for ever keeps its events, a retention of their own overrides that', async () => {
  await addEvent('older', 2_000);
  const { id: archiveStorageId } = await test.db.selectFrom('storage').select('id').executeTakeFirstOrThrow();
  await test.db
    .updateTable('recordingPolicy')
    .set({ archiveEnabled: true, archiveAfterHours: 24, archiveStorageId })
    .execute();
  expect(await prune()).toBe(0);
  const change = await test.call('PUT', '/config/settings', { token: admin, body: { event_retention_days: 2 } });
  expect(change.body.event_retention_days).toBe(2);
  expect(await prune()).toBe(2);
  expect(await left()).toEqual(['kept by a bookmark', 'old and open']);
});
