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
const remove = (id: string, footage: 'keep' | 'delete') => call('DELETE', `/config/cameras/${id}?footage=${footage}`);
const tombstone = (id: string) => test.db.selectFrom('camera').selectAll().where('id', '=', id).executeTakeFirst();
const named = async (name: string) =>
  (await call('GET', '/config/policies')).body.items.find((policy: { name: string }) => policy.name === name);

describe('removing a camera', () => {
  it('keeps its footage under a tombstone, without the camera’s password', async () => {
    const id = await addCamera('Gate');
    await record(id);
    expect((await remove(id, 'keep')).status).toBe(204);
    expect(await tombstone(id)).toMatchObject({ footageFate: 'keep', mainPassword: null });
    expect((await tombstone(id))?.removedAt).not.toBeNull();
    expect(await test.db.selectFrom('segment').selectAll().execute()).toHaveLength(1);
  });

  it('removes one that never recorded for good', async () => {
    const id = await addCamera('Gate');
    await remove(id, 'keep');
    expect(await tombstone(id)).toBeUndefined();
  });

  it('leaves a tombstone while the recorder may still bring its last segment', async () => {
    const id = await addCamera('Gate');
    const now = new Date(test.clock.now());
    await test.db
      .insertInto('streamStatus')
      .values({ cameraId: id, stream: 'main', state: 'recording', since: now, updatedAt: now })
      .execute();
    await remove(id, 'delete');
    expect(await tombstone(id)).toMatchObject({ footageFate: 'delete' });
  });

  it('takes it from every list and from everybody’s scope, and frees its name', async () => {
    const id = await addCamera('Gate');
    await record(id);
    await call('POST', '/config/roles', { name: 'Guard', capabilities: [], camera_ids: [id] });
    const group = (await call('POST', '/config/groups', { name: 'Front' })).body.id;
    await call('PUT', `/config/groups/${group}/members`, { camera_ids: [id] });
    await remove(id, 'keep');

    for (const path of [
      '/cameras',
      '/config/cameras',
      '/config/groups',
      '/config/roles',
      '/status',
      '/config/restream',
    ])
      expect(JSON.stringify((await call('GET', path)).body), path).not.toContain(id);
    expect((await named('Default')).members).toEqual([]);
    const range = 'start=2026-01-01T00:00:00Z&end=2026-01-02T00:00:00Z';
    const replies = await Promise.all([
      call('GET', `/config/cameras/${id}`),
      call('PUT', `/config/cameras/${id}`, { name: 'Back' }),
      call('PUT', `/config/cameras/${id}/policy`, { mode: 'off' }),
      call('GET', `/config/cameras/${id}/lpr`),
      call('GET', `/media-token?camera_id=${id}`),
      call('GET', `/timeline?camera_ids=${id}&${range}`),
      remove(id, 'delete'),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
    expect((await call('POST', '/config/roles', { name: 'X', capabilities: [], camera_ids: [id] })).status).toBe(422);
    expect((await call('POST', '/config/cameras', { name: 'GATE', main_url: 'rtsp://10.0.0.6/x' })).status).toBe(201);
  });

  it('keeps the policy that its footage is kept by: not reaped, not edited in place, not deleted', async () => {
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

  it('with its footage also gives up what was bookmarked; keeping it keeps the bookmarks, for administrators to see', async () => {
    const [gate, door] = [await addCamera('Gate'), await addCamera('Door')];
    for (const camera_id of [gate, door]) {
      await record(camera_id);
      await call('POST', '/bookmarks', {
        camera_id,
        label: 'Parcel',
        start: '2026-01-01T00:00:00Z',
        end: '2026-01-01T01:00:00Z',
      });
    }
    await remove(gate, 'delete');
    await remove(door, 'keep');
    const { items } = (await call('GET', '/bookmarks')).body;
    expect(items.map(({ camera_id }: { camera_id: string }) => camera_id)).toEqual([door]);
    expect((await call('DELETE', `/bookmarks/${items[0].id}`)).status).toBe(204);
  });

  it('shows administrators how much its footage still takes', async () => {
    const gate = await addCamera('Gate');
    await record(gate);
    await remove(gate, 'keep');
    expect((await call('GET', '/stats/storage')).body.cameras).toMatchObject([{ name: 'Gate', removed: true }]);
  });
});
