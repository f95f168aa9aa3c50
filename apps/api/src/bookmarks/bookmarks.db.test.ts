import { findDefaultStorageId } from '@holdfast/db';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createProtectedSpace, createProtectedSpaceWatch } from '../status/protected-space.ts';
import { startTestApp, type TestApp } from '../test-app.ts';

const START = '2026-06-01T00:00:00.000Z';
const END = '2026-06-01T01:00:00.000Z';

let test: TestApp;
let admin: string;
let gate: string;
let door: string;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const camera = async (name: string) =>
    (await test.call('POST', '/config/cameras', { token: admin, body: { name, main_url: 'rtsp://127.0.0.1:1/x' } }))
      .body.id as string;
  gate = await camera('Gate');
  door = await camera('Door');
  for (const [name, camera_ids, more] of [
    ['guard', [gate], ['protect']],
    ['colleague', [gate], ['protect']],
    ['neighbour', [door], ['protect']],
    ['watcher', [gate], []],
  ] as const) {
    const role = await test.call('POST', '/config/roles', {
      token: admin,
      body: { name, capabilities: ['playback', ...more], camera_ids },
    });
    const user = { username: name, password: 'long enough' };
    await test.call('POST', '/config/users', { token: admin, body: { ...user, role_id: role.body.id } });
    tokens[name] = (await test.call('POST', '/auth/login', { body: user })).body.token;
  }
});
afterAll(() => test.close());
beforeEach(() => test.db.deleteFrom('bookmark').execute());

const mark = (body: object, token = tokens.guard as string) =>
  test.call('POST', '/bookmarks', {
    token,
    body: { camera_id: gate, start: START, end: END, label: 'Parcel', ...body },
  });
const change = (id: string, body: object, token = tokens.guard as string) =>
  test.call('PUT', `/bookmarks/${id}`, { token, body });
const list = async (query = '', token = tokens.guard as string) =>
  (await test.call('GET', `/bookmarks${query}`, { token })).body;

describe('a bookmark', () => {
  it('protects its range by default, and names its creator', async () => {
    const { status, body } = await mark({});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      camera_id: gate,
      start: START,
      end: END,
      label: 'Parcel',
      note: null,
      protected: true,
      created_by: { username: 'guard' },
    });
    expect((await mark({ protected: false })).body.protected).toBe(false);
  });

  it('is edited by its creator: omitted fields stay, null clears', async () => {
    const { id } = (await mark({ note: 'Van without a plate' })).body;
    expect((await change(id, { label: 'Van' })).body).toMatchObject({ label: 'Van', note: 'Van without a plate' });
    expect((await change(id, { note: null, protected: false })).body).toMatchObject({
      label: 'Van',
      note: null,
      protected: false,
    });
    expect((await test.call('DELETE', `/bookmarks/${id}`, { token: tokens.guard as string })).status).toBe(204);
    expect((await test.call('GET', `/bookmarks/${id}`, { token: tokens.guard as string })).status).toBe(404);
  });

  it('of another user is visible, but only an administrator can edit it', async () => {
    const { id } = (await mark({})).body;
    expect((await list('', tokens.colleague)).items).toHaveLength(1);
    expect((await change(id, { protected: false }, tokens.colleague)).status).toBe(403);
    expect((await test.call('DELETE', `/bookmarks/${id}`, { token: tokens.colleague as string })).status).toBe(403);
    expect((await change(id, { protected: false }, admin)).status).toBe(200);
  });

  it('of a camera outside the caller’s scope does not exist', async () => {
    const { id } = (await mark({})).body;
    expect((await list('', tokens.neighbour)).items).toEqual([]);
    expect((await test.call('GET', `/bookmarks/${id}`, { token: tokens.neighbour as string })).status).toBe(404);
    expect((await change(id, { label: 'x' }, tokens.neighbour)).status).toBe(404);
    expect((await mark({ camera_id: door })).status).toBe(404);
  });

  it('of all cameras can be created by administrators only, and everybody sees it', async () => {
    const reply = await mark({ camera_id: null });
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, '/camera_id']);
    expect((await mark({ camera_id: null, label: 'Burglary' }, admin)).status).toBe(201);
    expect((await list('', tokens.neighbour)).items.map(({ label }: { label: string }) => label)).toEqual(['Burglary']);
  });

  it('remains when its creator is deleted', async () => {
    const user = { username: 'passing', password: 'long enough' };
    const roles = (await test.call('GET', '/config/roles', { token: admin })).body.items;
    const { id: role_id } = roles.find(({ name }: { name: string }) => name === 'guard');
    const { id } = (await test.call('POST', '/config/users', { token: admin, body: { ...user, role_id } })).body;
    const passing = (await test.call('POST', '/auth/login', { body: user })).body.token;
    await mark({}, passing);
    await test.call('DELETE', `/config/users/${id}`, { token: admin });
    expect((await list()).items[0]).toMatchObject({ label: 'Parcel', created_by: null });
  });

  it.each([
    [{ end: START }, '/end'],
    [{ end: '2026-05-31T00:00:00Z' }, '/end'],
    [{ end: '2026-07-03T00:00:00Z' }, '/end'],
    [{ label: '' }, '/label'],
    [{ label: 'x'.repeat(101) }, '/label'],
    [{ start: 'now' }, '/start'],
    [{ colour: 'red' }, '/colour'],
  ])('refuses %j', async (body, pointer) => {
    const reply = await mark(body);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  it('cannot be turned around by changing one end', async () => {
    const { id } = (await mark({})).body;
    expect((await change(id, { end: '2026-05-01T00:00:00Z' })).status).toBe(422);
  });
});

describe('the footage of a bookmark', () => {
  const SECOND = 1000;
  const covered = async (body: object, token = tokens.guard as string) => {
    const { id } = (await mark(body, admin)).body;
    return (await test.call('GET', `/bookmarks/${id}/footage`, { token })).body;
  };
  beforeAll(async () => {
    const storageId = await findDefaultStorageId(test.db);
    const segment = (cameraId: string, second: number, stream: 'main' | 'sub' = 'main') => {
      const start = new Date(Date.parse(START) + second * SECOND);
      return {
        cameraId,
        stream,
        startTs: start,
        preciseStartTs: start,
        durationMs: 4 * SECOND,
        endTs: new Date(start.getTime() + 4 * SECOND),
        storageId,
        path: `${cameraId}/${stream}/${second}.mp4`,
        sizeBytes: 1000,
        parameterHash: 'x',
        hasMotion: false,
      };
    };
    await test.db
      .insertInto('segment')
      .values([...[-4, -2, 0, 4, 8].map((second) => segment(gate, second)), segment(gate, 0, 'sub'), segment(door, 0)])
      .execute();
  });

  it('consists of all segments that overlap it, of both streams', async () => {
    const end = new Date(Date.parse(START) + 8 * SECOND).toISOString();
    expect(await covered({ end })).toEqual({ segments: 4, bytes: 4000 });
    expect(await covered({ start: '2026-05-01T00:00:00Z', end: '2026-05-02T00:00:00Z' })).toEqual({
      segments: 0,
      bytes: 0,
    });
  });

  it('includes a file named after its end that contains earlier pictures', async () => {
    const at = (second: number) => new Date(Date.parse(START) + second * SECOND).toISOString();
    expect(await covered({ camera_id: door, start: at(-8), end: at(-5) }, admin)).toEqual({ segments: 0, bytes: 0 });
    const lead = (second: number) =>
      test.db
        .updateTable('segment')
        .set({ preciseStartTs: at(second) })
        .where('cameraId', '=', door)
        .execute();
    await lead(-6);
    expect(await covered({ camera_id: door, start: at(-8), end: at(-5) }, admin)).toEqual({ segments: 1, bytes: 1000 });
    expect(await covered({ camera_id: door, start: at(-8), end: at(-6) }, admin)).toEqual({ segments: 0, bytes: 0 });
    await lead(0);
  });

  it('of all cameras counts only those that the caller may see', async () => {
    expect(await covered({ camera_id: null })).toEqual({ segments: 5, bytes: 5000 });
    expect(await covered({ camera_id: null }, tokens.neighbour)).toEqual({ segments: 1, bytes: 1000 });
    expect(await covered({ camera_id: null }, admin)).toEqual({ segments: 6, bytes: 6000 });
  });

  it('is not shown to users who may not see the bookmark', async () => {
    const { id } = (await mark({}, admin)).body;
    expect((await test.call('GET', `/bookmarks/${id}/footage`, { token: tokens.neighbour as string })).status).toBe(
      404,
    );
  });
});

describe('the list of bookmarks', () => {
  it('is newest first, in pages that are stable under inserts and deletes', async () => {
    const at = (hour: number) => `2026-06-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
    for (let hour = 0; hour < 5; hour += 1) await mark({ start: at(hour), end: at(hour + 1), label: `Hour ${hour}` });
    const first = await list('?limit=2');
    expect(first.items.map(({ label }: { label: string }) => label)).toEqual(['Hour 4', 'Hour 3']);
    await mark({ start: at(9), end: at(10), label: 'Hour 9' });
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect(second.items.map(({ label }: { label: string }) => label)).toEqual(['Hour 2', 'Hour 1']);
    const third = await list(`?limit=2&cursor=${second.next_cursor}`);
    expect([third.items.map(({ label }: { label: string }) => label), third.next_cursor]).toEqual([['Hour 0'], null]);
  });

  it('is filtered by range and cameras', async () => {
    await mark({});
    const count = async (query: string) => (await list(query, admin)).items.length;
    expect(await count('?start=2026-06-01T00:59:00Z')).toBe(1);
    expect(await count('?start=2026-06-01T01:00:00Z')).toBe(0);
    expect(await count('?end=2026-06-01T00:00:00Z')).toBe(0);
    expect(await count(`?camera_ids=${gate}&camera_ids=${door}`)).toBe(1);
    expect(await count(`?camera_ids=${door}`)).toBe(0);
  });

  it('refuses a cursor that is not its own', async () => {
    const reply = await test.call('GET', '/bookmarks?cursor=nonsense', { token: admin });
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, '/query/cursor']);
  });
});

describe('protecting footage', () => {
  it('needs its own capability: without it a bookmark does not protect', async () => {
    const viewer = tokens.watcher as string;
    const marked = await mark({}, viewer);
    expect([marked.status, marked.body.protected]).toEqual([201, false]);
    expect((await mark({ protected: true }, viewer)).status).toBe(403);
    expect((await change(marked.body.id, { protected: true }, viewer)).status).toBe(403);
    expect((await change(marked.body.id, { label: 'Van', start: '2026-06-01T00:30:00Z' }, viewer)).status).toBe(200);
    // The owner may rename or delete a bookmark that an administrator protected, but not make it protect more.
    await change(marked.body.id, { protected: true }, admin);
    expect((await change(marked.body.id, { end: '2026-06-01T02:00:00Z' }, viewer)).status).toBe(403);
    expect((await change(marked.body.id, { label: 'Truck' }, viewer)).status).toBe(200);
    expect((await change(marked.body.id, { protected: false }, viewer)).status).toBe(200);
  });

  it('is limited to the past', async () => {
    const at = (ms: number) => new Date(test.clock.now() + ms).toISOString();
    const future = await mark({ start: at(-60_000), end: at(3_600_000) });
    expect([future.status, future.body.errors[0].pointer]).toEqual([422, '/end']);
    expect((await mark({ start: at(-60_000), end: at(30_000) })).status).toBe(201);
    const { id } = (await mark({})).body;
    expect((await change(id, { end: at(3_600_000) })).status).toBe(422);
  });

  it('shows administrators how much of each storage it takes, and warns when that is much', async () => {
    const storageId = await findDefaultStorageId(test.db);
    const segment = (second: number) => ({
      ...{ cameraId: gate, stream: 'main' as const, storageId, path: `protected/${second}`, parameterHash: '' },
      ...{ startTs: new Date(Date.parse(START) + second * 1000), durationMs: 4_000, sizeBytes: 1_000 },
      preciseStartTs: new Date(Date.parse(START) + second * 1000),
      endTs: new Date(Date.parse(START) + second * 1000 + 4_000),
    });
    await test.db.deleteFrom('segment').execute();
    await test.db
      .insertInto('segment')
      .values([segment(0), segment(4), segment(7_200)])
      .execute();
    await test.db
      .insertInto('storageStatus')
      .values({ storageId, state: 'ok', freeBytes: 1_000, totalBytes: 9_000, updatedAt: new Date() })
      .execute();
    await mark({});
    await mark({ camera_id: null }, admin);
    test.clock.step(61_000);
    const stats = async (token: string) => (await test.call('GET', '/stats/storage', { token })).body.storages[0];
    expect(await stats(admin)).toMatchObject({ bytes: 3_000, protected_bytes: 2_000, budget_bytes: 4_000 });
    expect(await stats(tokens.guard as string)).toMatchObject({ protected_bytes: null, budget_bytes: null });

    const read = createProtectedSpace(test);
    const watch = createProtectedSpaceWatch({ ...test, read });
    await watch();
    await watch();
    const events = (await test.call('GET', '/system-events?event_keys=protected_space', { token: admin })).body.items;
    expect(events).toMatchObject([
      {
        detail: 'Protected footage takes 50 % of what Default may hold.',
        data: { storage_id: storageId, protected_bytes: 2_000, budget_bytes: 4_000 },
      },
    ]);
  });
});
