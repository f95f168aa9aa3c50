import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
let test: TestApp;
let admin: string;
let disk: string;
let counter = 0;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  disk = await mkdtemp(join(tmpdir(), 'holdfast-edit-'));
});
afterAll(async () => {
  await test?.close();
  await rm(disk, { recursive: true, force: true });
});

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  test.call(method, path, { token: admin, ...(body !== undefined && { body }) });
const newCameras = async (
  count: number,
  more: object = {},
): Promise<{ id: string; name: string; policy_id: string }[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      counter += 1;
      const name = `Camera ${counter}`;
      const reply = await call('POST', '/config/cameras', { name, main_url: 'rtsp://127.0.0.1:1/none', ...more });
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      return reply.body;
    }),
  );
const idsOf = (cameras: readonly { id: string }[]) => cameras.map(({ id }) => id);
const edit = (cameras: readonly { id: string }[], settings: object) =>
  call('PUT', '/config/cameras', { camera_ids: idsOf(cameras), settings });

describe('editing many cameras at once', () => {
  it('changes all of them in one request, and notes one line for it', async () => {
    const cameras = await newCameras(3);
    const { body: policy } = await call('POST', '/config/policies', { name: 'Night', mode: 'motion' });
    const { body: group } = await call('POST', '/config/groups', { name: 'Yard' });
    const settings = { enabled: false, record_audio: true, policy_id: policy.id, add_group_ids: [group.id] };
    const reply = await edit(cameras, settings);
    expect(reply.status).toBe(200);
    const changed = { enabled: false, record_audio: true, policy_id: policy.id };
    expect(reply.body.items).toMatchObject([changed, changed, changed]);
    const groups = (await call('GET', '/config/groups')).body.items;
    expect(groups[0].camera_ids.sort()).toEqual(idsOf(cameras).sort());
    test.clock.step(1_000);
    await edit(cameras.slice(1), { remove_group_ids: [group.id] });
    expect((await call('GET', '/config/groups')).body.items[0].camera_ids).toEqual([cameras[0]?.id]);
    const lines = (await call('GET', '/audit?actions=cameras-changed')).body.items;
    expect(lines).toHaveLength(2);
    expect(lines[1].details).toEqual({
      count: 3,
      settings: { enabled: false, record_audio: true, policy: 'Night', added_to: ['Yard'] },
    });
  });

  it('moves them to another storage by the rules of a single edit', async () => {
    const storage = (await call('POST', '/config/storages', { name: 'Second', path: disk })).body;
    const cameras = await newCameras(3);
    const reply = await edit(cameras, { live_storage_id: storage.id });
    const policyIds = new Set(reply.body.items.map(({ policy_id }: { policy_id: string }) => policy_id));
    expect(policyIds.size).toBe(1);
    const policies = (await call('GET', '/config/policies')).body.items;
    const created = policies.find(({ id }: { id: string }) => policyIds.has(id));
    expect(created).toMatchObject({ origin: 'deviation', live_storage_id: storage.id, name: cameras[0]?.name });
    // A new camera with this storage joins it.
    const [added] = await newCameras(1, { live_storage_id: storage.id });
    expect(added?.policy_id).toBe(created.id);
    await edit([...cameras, ...(added ? [added] : [])], { policy_id: null });
    const left = (await call('GET', '/config/policies')).body.items;
    expect(left.some(({ id }: { id: string }) => id === created.id)).toBe(false);
  });

  it('changes nothing if one of them, or anything else, does not exist', async () => {
    const [camera] = await newCameras(1);
    const both = [{ id: camera?.id ?? '' }, { id: UNKNOWN_ID }];
    const wrong: [typeof both, object, string][] = [
      [both, { enabled: false }, '/camera_ids/1'],
      [both.slice(0, 1), { enabled: false, policy_id: UNKNOWN_ID }, '/policy_id'],
      [both.slice(0, 1), { enabled: false, add_group_ids: [UNKNOWN_ID] }, '/settings/add_group_ids/0'],
      [both.slice(0, 1), { enabled: false, live_storage_id: UNKNOWN_ID }, '/live_storage_id'],
      [both.slice(0, 1), { policy_id: null, live_storage_id: UNKNOWN_ID }, '/settings/live_storage_id'],
    ];
    for (const [cameras, settings, pointer] of wrong) {
      const reply = await edit(cameras, settings);
      expect([reply.status, reply.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
    }
    expect((await call('GET', `/config/cameras/${camera?.id}`)).body.enabled).toBe(true);
  });

  it.each([
    ['no camera', { camera_ids: [], settings: {} }],
    ['a camera twice', { camera_ids: [UNKNOWN_ID, UNKNOWN_ID], settings: {} }],
    ['too many cameras', { camera_ids: Array.from({ length: 1_001 }, () => UNKNOWN_ID), settings: {} }],
    ['a name for all of them', { camera_ids: [UNKNOWN_ID], settings: { name: 'x' } }],
    ['no settings', { camera_ids: [UNKNOWN_ID] }],
  ])('refuses %s', async (_title, body) => expect((await call('PUT', '/config/cameras', body)).status).toBe(422));
});
