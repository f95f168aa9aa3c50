import { findDefaultPolicyId, findDefaultStorageId, saveStorageReport } from '@holdfast/db';
import type { StorageHealth } from '@holdfast/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { recorderBeats } from '../test-recorder-beat.ts';

const SECRET = '/mnt/vault-7';
let test: TestApp;
let admin: string;
let usedId: string;
let spareId: string;
let cameraId: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  usedId = await findDefaultStorageId(test.db);
  spareId = (
    await test.db
      .insertInto('storage')
      .values({ name: 'Spare', nameKey: 'spare', path: SECRET })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  const body = { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' };
  cameraId = (await test.call('POST', '/config/cameras', { token: admin, body })).body.id;
});
afterAll(() => test.close());
beforeEach(async () => {
  await recorderBeats(test);
  await test.db.deleteFrom('segment').execute();
  await test.db.updateTable('camera').set({ enabled: true }).execute();
  await test.db.updateTable('recordingPolicy').set({ archiveEnabled: false, archiveStorageId: null }).execute();
  for (const id of [usedId, spareId]) await look(id, 'ok');
});

const look = (storageId: string, state: StorageHealth) =>
  saveStorageReport(test.db, {
    storageId,
    state,
    detail: state === 'ok' ? null : `${SECRET} is ${state}`,
    freeBytes: null,
    totalBytes: null,
    updatedAt: new Date(test.clock.now()),
  });
const health = async () => {
  // The answer is cached for a second.
  test.clock.step(1_000);
  const { status, body } = await test.call('GET', '/health');
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toMatch(/vault|Spare|Default/);
  return body;
};

describe('GET /health', () => {
  it('is read from the database once a second, for any number of callers', async () => {
    await health();
    await look(usedId, 'missing');
    const asked = await Promise.all(Array.from({ length: 20 }, () => test.call('GET', '/health')));
    expect(new Set(asked.map(({ body }) => body.status))).toEqual(new Set(['ok']));
    test.clock.step(1_000);
    expect((await test.call('GET', '/health')).body.status).toBe('degraded');
  });

  it('is ok while the recorder runs and its storages work', async () => {
    expect(await health()).toEqual({ status: 'ok', reasons: [], causes: [] });
  });

  it.each([
    ['missing', 'A storage in use is missing.'],
    ['foreign', 'A different disk is mounted in place of a storage in use.'],
    ['unwritable', 'A storage in use cannot be written.'],
    ['no_links', 'A storage in use does not support hard links, which recording requires.'],
    ['full', 'A storage in use is full.'],
  ] as const)('is degraded when a storage in use is %s, without further details', async (state, reason) => {
    await look(usedId, state);
    expect(await health()).toMatchObject({ status: 'degraded', reasons: [reason], causes: [{ values: {} }] });
  });

  it('lists each reason once, for any number of storages', async () => {
    await test.db
      .updateTable('recordingPolicy')
      .set({ archiveEnabled: true, archiveStorageId: spareId, archiveAfterHours: 24 })
      .where('id', '=', await findDefaultPolicyId(test.db))
      .execute();
    await look(usedId, 'missing');
    await look(spareId, 'missing');
    expect((await health()).reasons).toEqual(['A storage in use is missing.']);
  });

  it('treats a storage with footage as used, and an unneeded one as unused', async () => {
    await look(spareId, 'missing');
    expect((await health()).status).toBe('ok');
    const startTs = new Date(0);
    await test.db
      .insertInto('segment')
      .values({
        cameraId,
        stream: 'main',
        startTs,
        preciseStartTs: startTs,
        durationMs: 4_000,
        endTs: new Date(4_000),
        storageId: spareId,
        path: 'x',
        sizeBytes: 1,
        parameterHash: '',
      })
      .execute();
    expect((await health()).reasons).toEqual(['A storage in use is missing.']);
  });

  it('ignores the storage of disabled cameras', async () => {
    await test.db.updateTable('camera').set({ enabled: false }).execute();
    await look(usedId, 'missing');
    expect((await health()).status).toBe('ok');
  });

  it('reports only that the recorder is not running: its other facts are outdated', async () => {
    await look(usedId, 'full');
    test.clock.step(60_000);
    expect(await health()).toEqual({
      status: 'degraded',
      reasons: ['The recorder is not running.'],
      causes: [{ code: 'recorder-not-running', values: {} }],
    });
  });
});
