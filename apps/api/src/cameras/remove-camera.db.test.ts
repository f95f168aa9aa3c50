import { findDefaultStorageId } from '@holdfast/db';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let admin: string;
beforeEach(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
});
afterEach(() => test.close());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  test.call(method, path, { token: admin, body });
const addCamera = async (name: string) =>
  (await call('POST', '/config/cameras', { name, main_url: 'rtsp://root:s3cret@10.0.0.5/x' })).body.id as string;
const record = async (cameraId: string) =>
  test.db
    .insertInto('segment')
    .values({
      cameraId,
      stream: 'main',
      startTs: new Date(0),
      preciseStartTs: new Date(0),
      durationMs: 4_000,
      endTs: new Date(4_000),
      storageId: await findDefaultStorageId(test.db),
      path: cameraId,
      sizeBytes: 1_000,
      parameterHash: '',
    })
    .execute();
const remove = (id: string, footage: 'keep' | 'delete', more = '') =>
  call('DELETE', `/config/cameras/${id}?footage=${footage}${more}`);
const protect = async (camera_id: string | null) =>
  (await call('POST', '/bookmarks', { camera_id, label: 'Parcel', start: at(1_000), end: at(2_000) })).body
    .id as string;
const at = (ms: number) => new Date(ms).toISOString();
const range = `start=${at(0)}&end=${at(60_000)}`;
/** A user who sees only these cameras. */
async function signIn(username: string, camera_ids: string[]): Promise<string> {
  const role = { name: username, capabilities: ['playback', 'export'], camera_ids };
  const { id: role_id } = (await call('POST', '/config/roles', role)).body;
  const user = { username, password: 'seven gates' };
  await call('POST', '/config/users', { ...user, role_id });
  return (await test.call('POST', '/auth/login', { body: user })).body.token as string;
}
const tombstone = (id: string) => test.db.selectFrom('camera').selectAll().where('id', '=', id).executeTakeFirst();
const named = async (name: string) =>
  (await call('GET', '/config/policies')).body.items.find((policy: { name: string }) => policy.name === name);

describe('removing a camera', () => {
  it('keeps its footage under a tombstone', async () => {
    const id = await addCamera('Gate');
    await record(id);
    expect((await remove(id, 'keep')).status).toBe(204);
    expect((await tombstone(id))?.removedAt).not.toBeNull();
    expect(await test.db.selectFrom('segment').selectAll().execute()).toHaveLength(1);
    expect((await remove(id, 'keep')).status).toBe(204);
    const events = await test.db.selectFrom('systemEvent').select('eventKey').where('cameraId', '=', id).execute();
    expect(events.filter(({ eventKey }) => eventKey === 'camera_removed')).toHaveLength(1);
  });

  it('deletes a camera that never recorded', async () => {
    const id = await addCamera('Gate');
    await remove(id, 'keep');
    expect(await tombstone(id)).toBeUndefined();
  });

  it('leaves a tombstone while the recorder may still index its last segment', async () => {
    const id = await addCamera('Gate');
    const now = new Date(test.clock.now());
    await test.db
      .insertInto('streamStatus')
      .values({ cameraId: id, stream: 'main', state: 'recording', since: now, updatedAt: now })
      .execute();
    await remove(id, 'delete');
    expect(await tombstone(id)).toMatchObject({ footageFate: 'delete', mainPassword: null });
  });

  it('removes it from every list of devices and frees its name', async () => {
    const id = await addCamera('Gate');
    await record(id);
    const group = (await call('POST', '/config/groups', { name: 'Front' })).body.id;
    await call('PUT', `/config/groups/${group}/members`, { camera_ids: [id] });
    await call('POST', '/views', { name: 'All', layout: 'auto', camera_ids: [id] });
    await remove(id, 'keep');

    for (const path of ['/cameras', '/config/cameras', '/config/groups', '/status', '/config/restream', '/views'])
      expect(JSON.stringify((await call('GET', path)).body), path).not.toContain(id);
    expect((await named('Default')).members).toEqual([]);
    const replies = await Promise.all([
      call('GET', `/config/cameras/${id}`),
      call('PUT', `/config/cameras/${id}`, { name: 'Back' }),
      call('PUT', `/config/cameras/${id}/policy`, { mode: 'off' }),
      call('GET', `/config/cameras/${id}/lpr`),
      call('GET', `/cameras/${id}/frame.jpg`),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
    expect((await call('PUT', `/config/groups/${group}/members`, { camera_ids: [id] })).status).toBe(422);
    expect((await call('POST', '/config/cameras', { name: 'GATE', main_url: 'rtsp://10.0.0.6/x' })).status).toBe(201);
  });

  it('keeps the policy of its footage: it is not deleted and not edited in place', async () => {
    const [gate, door] = [await addCamera('Gate'), await addCamera('Door')];
    await call('PUT', `/config/cameras/${gate}/policy`, { live_retention_hours: 24 });
    await call('PUT', `/config/cameras/${door}/policy`, { live_retention_hours: 24 });
    await record(gate);
    await remove(gate, 'keep');
    const kept = await named('Gate');
    expect(kept.members).toEqual([{ id: door, name: 'Door' }]);

    const edited = (await call('PUT', `/config/cameras/${door}/policy`, { live_retention_hours: 48 })).body;
    expect(edited).toMatchObject({ name: 'Door', live_retention_hours: 48 });
    expect(await named('Gate')).toMatchObject({ id: kept.id, live_retention_hours: 24, members: [] });

    const refused = await call('DELETE', `/config/policies/${kept.id}`);
    expect(refused.body).toMatchObject({ type: '/problems/policy-in-use', detail: expect.stringContaining('Gate') });
  });

  it('shows how much its footage still takes', async () => {
    const gate = await addCamera('Gate');
    await record(gate);
    await remove(gate, 'keep');
    expect((await call('GET', '/stats/storage')).body.cameras).toMatchObject([{ name: 'Gate', removed: true }]);
  });
});

describe('the footage of a removed camera', () => {
  it('stays in timeline, playback and exports for users who could see the camera, and no others', async () => {
    const [gate, door] = [await addCamera('Gate'), await addCamera('Door')];
    await record(gate);
    const [guard, stranger] = [await signIn('guard', [gate]), await signIn('stranger', [door])];
    await remove(gate, 'keep');

    const asked = (token: string) =>
      Promise.all([
        test.call('GET', `/timeline?camera_ids=${gate}&${range}`, { token }),
        test.call('GET', `/media-token?camera_id=${gate}`, { token }),
        test.call('GET', `/hls/${gate}/0-60000.m3u8`, { token }),
        test.call('POST', '/exports', { token, body: { camera_ids: [gate], start: at(0), end: at(4_000) } }),
        test.call('POST', '/bookmarks', {
          token,
          body: { camera_id: gate, label: 'Parcel', start: at(0), end: at(4_000), protected: false },
        }),
      ]);
    expect((await asked(guard)).map(({ status }) => status)).toEqual([200, 200, 200, 201, 201]);
    expect((await asked(stranger)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);

    const removed = async (token: string) => (await test.call('GET', '/cameras/removed', { token })).body.items;
    expect(await removed(guard)).toMatchObject([
      {
        id: gate,
        name: 'Gate',
        deleting: false,
        segments: 1,
        bytes: 1_000,
        first_footage: at(0),
        last_footage: at(4_000),
      },
    ]);
    expect(await removed(admin)).toHaveLength(1);
    expect(await removed(stranger)).toEqual([]);
    const [timeline] = (await test.call('GET', `/timeline?camera_ids=${gate}&${range}`, { token: guard })).body.cameras;
    expect(timeline.runs).toMatchObject([{ start: at(0), end: at(4_000) }]);
    // An administrator can still revoke it.
    const role = (await call('GET', '/config/roles')).body.items.find((one: { name: string }) => one.name === 'guard');
    expect(role.camera_ids).toEqual([gate]);
    await call('PUT', `/config/roles/${role.id}`, { camera_ids: [] });
    expect(await removed(guard)).toEqual([]);
  });

  it('has no gaps to explain after the camera was removed', async () => {
    const id = await addCamera('Gate');
    await record(id);
    await remove(id, 'keep');
    const removedAt = test.clock.now();
    test.clock.step(3_600_000);
    const asked = `start=${at(removedAt - 1_000)}&end=${at(removedAt + 3_600_000)}`;
    const [timeline] = (await call('GET', `/timeline?camera_ids=${id}&${asked}`)).body.cameras;
    expect(timeline.known_until).toBe(at(removedAt));
  });

  it('can be restored with its camera, its password and its place in a view', async () => {
    const id = await addCamera('Gate');
    await record(id);
    await call('POST', '/views', { name: 'All', layout: 'auto', camera_ids: [id] });
    await remove(id, 'keep');
    const other = await addCamera('Gate');
    const restore = (body: object) => call('POST', `/config/cameras/${id}/restore`, body);
    expect((await restore({})).body.type).toBe('/problems/name-taken');
    expect((await restore({ name: 'Old gate' })).body).toMatchObject({ id, name: 'Old gate', main_has_password: true });
    expect((await restore({})).status).toBe(404);
    const { items } = (await call('GET', '/system-events?event_keys=camera_restored')).body;
    expect(items).toMatchObject([{ camera_id: id, detail: 'admin restored Old gate.', data: { by: 'admin' } }]);
    expect((await call('GET', '/cameras')).body.items.map((one: { id: string }) => one.id)).toEqual([other, id]);
    expect((await call('GET', '/views')).body.items[0].camera_ids).toEqual([id]);
    expect((await call('GET', '/cameras/removed')).body.items).toEqual([]);
  });

  it('can be deleted later', async () => {
    const id = await addCamera('Gate');
    await record(id);
    await remove(id, 'keep');
    const { removedAt } = (await tombstone(id)) ?? {};
    test.clock.step(3_600_000);
    expect((await remove(id, 'delete')).status).toBe(204);
    expect(await tombstone(id)).toMatchObject({ footageFate: 'delete', removedAt });
    expect((await call('GET', '/cameras/removed')).body.items).toMatchObject([{ id, deleting: true }]);
  });
});

describe('removing a camera with its footage', () => {
  it('keeps protected footage, and shows beforehand what would be deleted', async () => {
    const id = await addCamera('Gate');
    await record(id);
    const everywhere = await protect(null);
    const own = await protect(id);
    const hours = 4 / 3600;
    const { body } = await call('GET', `/config/cameras/${id}/footage`);
    expect(body).toMatchObject({
      segments: 1,
      bytes: 1_000,
      protected: { segments: 1, bytes: 1_000, bookmark_count: 2 },
    });
    expect(body.hours).toBeCloseTo(hours);
    expect(body.protected.hours).toBeCloseTo(hours / 4);
    expect(body.protected.bookmarks.map((one: { id: string }) => one.id).sort()).toEqual([everywhere, own].sort());
    await remove(id, 'delete');
    expect((await call('GET', '/bookmarks')).body.items).toHaveLength(2);
    expect(await tombstone(id)).toMatchObject({ footageFate: 'delete' });
    // Nothing more would be deleted, and the same request has the same answer.
    expect((await call('GET', `/config/cameras/${id}/footage`)).body.protected.bytes).toBe(1_000);
  });

  it('deletes protected footage only on request, with the camera’s own bookmarks', async () => {
    const [gate, door] = [await addCamera('Gate'), await addCamera('Door')];
    for (const id of [gate, door]) await record(id);
    await protect(gate);
    const others = [await protect(door), await protect(null)];
    expect((await remove(gate, 'keep', '&protected=delete')).status).toBe(422);
    expect((await remove(gate, 'delete', '&protected=delete')).status).toBe(204);
    expect(await tombstone(gate)).toMatchObject({ footageFate: 'delete_protected' });
    const left = (await call('GET', '/bookmarks')).body.items.map((one: { id: string }) => one.id);
    expect(left.sort()).toEqual(others.sort());
  });

  it('raises an event with the user and what was deleted', async () => {
    const id = await addCamera('Gate');
    await record(id);
    await protect(id);
    await remove(id, 'delete', '&protected=delete');
    const [event] = (await call('GET', '/system-events?event_keys=camera_removed')).body.items;
    expect(event).toMatchObject({
      camera_id: id,
      camera_name: 'Gate',
      detail: 'admin removed Gate with 0.0 hours of footage, protected footage included.',
      data: { by: 'admin', footage: 'delete', protected: 'delete', bytes: 1_000, bookmarks: 1 },
    });
  });
});

describe('the events of a removed camera', () => {
  it('remain under its name', async () => {
    const id = await addCamera('Gate');
    await call('PUT', `/config/cameras/${id}/policy`, { live_retention_hours: 24 });
    await test.db
      .insertInto('systemEvent')
      .values({ eventKey: 'camera_offline', cameraId: id, ts: new Date(0), detail: 'Gate is offline.' })
      .execute();
    await remove(id, 'delete');
    const { items } = (await call('GET', '/system-events')).body;
    expect(items.map((one: { event_key: string; camera_name: string }) => [one.event_key, one.camera_name])).toEqual([
      ['camera_removed', 'Gate'],
      ['camera_offline', 'Gate'],
    ]);
    // It recorded nothing, so only the name is left.
    expect((await call('GET', '/cameras/removed')).body.items).toEqual([]);
    expect(await named('Gate')).toBeUndefined();
  });
});
