import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let admin: string;
beforeEach(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
});
afterEach(() => test.close());

interface Policy {
  id: string;
  name: string;
  is_default: boolean;
  origin: string;
  mode: string;
  members: { name: string }[];
}

const addCamera = async (name: string) =>
  (await test.call('POST', '/config/cameras', { token: admin, body: { name, main_url: 'rtsp://10.0.0.5/x' } }))
    .body as { id: string; policy_id: string };
const edit = (cameraId: string, body: unknown) =>
  test.call('PUT', `/config/cameras/${cameraId}/policy`, { token: admin, body });
const policies = async () => (await test.call('GET', '/config/policies', { token: admin })).body.items as Policy[];
const named = async (name: string) => (await policies()).find((policy) => policy.name === name) as Policy;

describe('a new camera', () => {
  it('joins Default and copies no policy', async () => {
    const gate = await addCamera('Gate');
    expect((await policies()).map(({ name }) => name)).toEqual(['Default']);
    expect(gate.policy_id).toBe((await named('Default')).id);
  });
});

describe('a camera-scoped edit', () => {
  it('creates a deviation named after the camera, and the next edit changes it in place', async () => {
    const gate = await addCamera('Gate');
    const created = await edit(gate.id, { mode: 'motion' });
    expect(created.body).toMatchObject({
      name: 'Gate',
      origin: 'deviation',
      mode: 'motion',
      members: [{ name: 'Gate' }],
    });
    const again = await edit(gate.id, { motion_pre_seconds: 9 });
    expect(again.body).toMatchObject({ id: created.body.id, mode: 'motion', motion_pre_seconds: 9 });
    expect(await policies()).toHaveLength(2);
  });

  it('joins a policy with exactly these values', async () => {
    const [gate, door] = [await addCamera('Gate'), await addCamera('Door')];
    const first = await edit(gate.id, { mode: 'motion' });
    const second = await edit(door.id, { mode: 'motion' });
    expect(second.body.id).toBe(first.body.id);
    expect(second.body.members.map(({ name }: { name: string }) => name)).toEqual(['Door', 'Gate']);
  });

  it('rejoins Default when reverted, and the empty deviation is deleted', async () => {
    const gate = await addCamera('Gate');
    await edit(gate.id, { live_max_bytes: 1_000_000 });
    const back = await edit(gate.id, { live_max_bytes: null });
    expect(back.body).toMatchObject({ name: 'Default', is_default: true });
    expect((await policies()).map(({ name }) => name)).toEqual(['Default']);
  });

  it('accepts the id of a storage in any case', async () => {
    const gate = await addCamera('Gate');
    const { live_storage_id } = (await edit(gate.id, {})).body;
    const same = await edit(gate.id.toUpperCase(), { live_storage_id: live_storage_id.toUpperCase() });
    expect(same.body).toMatchObject({ name: 'Default', live_storage_id });
    const created = await test.call('POST', '/config/policies', {
      token: admin,
      body: { name: 'Shouted', live_storage_id: live_storage_id.toUpperCase() },
    });
    expect(created.body.live_storage_id).toBe(live_storage_id);
    expect((await policies()).map(({ name }) => name)).toEqual(['Default', 'Shouted']);
  });

  it('rejoins Default from a deviation that Default now equals', async () => {
    const gate = await addCamera('Gate');
    await edit(gate.id, { mode: 'motion' });
    const { id } = await named('Default');
    await test.call('PUT', `/config/policies/${id}`, { token: admin, body: { mode: 'motion' } });
    expect((await edit(gate.id, { mode: 'motion' })).body).toMatchObject({ id, name: 'Default' });
    expect((await policies()).map(({ name }) => name)).toEqual(['Default']);
  });

  it('without a change leaves the camera on its assigned policy', async () => {
    const gate = await addCamera('Gate');
    const twin = (await test.call('POST', '/config/policies', { token: admin, body: { name: 'Twin' } })).body;
    await edit(gate.id, { policy_id: twin.id });
    expect((await edit(gate.id, { mode: twin.mode })).body.name).toBe('Twin');
    expect((await edit(gate.id, {})).body.name).toBe('Twin');
  });

  it('leaves the shared policy as it was for the others', async () => {
    const [gate, door] = [await addCamera('Gate'), await addCamera('Door')];
    await edit(gate.id, { mode: 'motion' });
    await edit(door.id, { mode: 'motion' });
    const alone = await edit(door.id, { mode: 'off' });
    expect(alone.body).toMatchObject({ name: 'Door', origin: 'deviation', mode: 'off' });
    expect(await named('Gate')).toMatchObject({ mode: 'motion', members: [{ name: 'Gate' }] });
  });

  it('assigns a policy directly, and null means Default', async () => {
    const gate = await addCamera('Gate');
    const night = (
      await test.call('POST', '/config/policies', { token: admin, body: { name: 'Night', mode: 'motion' } })
    ).body;
    expect((await edit(gate.id, { policy_id: night.id })).body.name).toBe('Night');
    expect((await edit(gate.id, { policy_id: null })).body.name).toBe('Default');
    expect((await edit(gate.id, { policy_id: gate.id })).body.errors[0].pointer).toBe('/policy_id');
    expect((await edit(gate.id, { policy_id: night.id, mode: 'off' })).status).toBe(422);
  });

  it.each([
    [{ mode: 'sometimes' }, '/mode'],
    [{ live_retention_hours: 0 }, '/live_retention_hours'],
    [{ live_retention_hours: null }, '/live_retention_hours'],
    [{ archive_enabled: true }, '/archive_storage_id'],
    [{ motion_sensitivity: 'manual' }, '/motion_threshold'],
    [{ live_storage_id: '00000000-0000-4000-8000-000000000000' }, '/live_storage_id'],
    [{ schedule: ['1'] }, '/schedule'],
    [{ moed: 'motion' }, '/moed'],
  ])('refuses %j and changes nothing', async (body, pointer) => {
    const gate = await addCamera('Gate');
    const reply = await edit(gate.id, body);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, pointer]);
    expect(await policies()).toHaveLength(1);
  });

  it('is 404 for a camera that does not exist', async () => {
    expect((await edit('00000000-0000-4000-8000-000000000000', { mode: 'off' })).status).toBe(404);
  });

  it('ends 50 parallel edits of 10 cameras with no orphan, no duplicate and every camera on exactly one', async () => {
    const cameras = await Promise.all(Array.from({ length: 10 }, (_, i) => addCamera(`Camera ${i}`)));
    const variants = [
      { mode: 'motion' },
      { mode: 'off' },
      { mode: 'continuous' },
      { record_audio: true },
      { record_audio: false },
      { live_retention_hours: 24 },
    ];
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => edit(cameras[i % 10]?.id ?? '', variants[(i * 7) % variants.length])),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const after = await policies();
    expect(after.filter(({ origin, members }) => origin === 'deviation' && members.length === 0)).toEqual([]);
    const behaviors = after.map(({ id: _, name: __, is_default: ___, origin: ____, members: _____, ...behavior }) => {
      const { created_at: ______, ...rest } = behavior as Record<string, unknown>;
      return JSON.stringify(rest);
    });
    expect(new Set(behaviors).size).toBe(behaviors.length);
    expect(after.flatMap(({ members }) => members.map(({ name }) => name)).sort()).toEqual(
      cameras.map((_, i) => `Camera ${i}`),
    );
  });
});

describe('named policies', () => {
  it('include one Default, which cannot be deleted', async () => {
    const reply = await test.call('DELETE', `/config/policies/${(await named('Default')).id}`, { token: admin });
    expect(reply.body.type).toBe('/problems/default-policy');
  });

  it('with members cannot be deleted, and the error names them', async () => {
    const gate = await addCamera('Gate');
    const { body } = await edit(gate.id, { mode: 'motion' });
    const reply = await test.call('DELETE', `/config/policies/${body.id}`, { token: admin });
    expect(reply.body).toMatchObject({
      status: 409,
      type: '/problems/policy-in-use',
      detail: expect.stringContaining('Gate'),
      members: [{ id: gate.id, name: 'Gate' }],
    });
  });

  it('become operator policies by a rename, and are then kept without members', async () => {
    const gate = await addCamera('Gate');
    const { body } = await edit(gate.id, { mode: 'motion' });
    const renamed = await test.call('PUT', `/config/policies/${body.id}`, { token: admin, body: { name: 'Night' } });
    expect(renamed.body).toMatchObject({ name: 'Night', origin: 'operator' });
    await edit(gate.id, { mode: 'continuous' });
    expect((await policies()).map(({ name }) => name)).toEqual(['Default', 'Night']);
  });

  it('have unique names regardless of case', async () => {
    const create = (name: string) => test.call('POST', '/config/policies', { token: admin, body: { name } });
    expect((await create('Night')).status).toBe(201);
    expect((await create('NIGHT')).body.type).toBe('/problems/name-taken');
  });

  it('change for all their cameras', async () => {
    const gate = await addCamera('Gate');
    const defaultPolicy = await named('Default');
    await test.call('PUT', `/config/policies/${defaultPolicy.id}`, {
      token: admin,
      body: { live_max_bytes: 5_000_000_000_000 },
    });
    const effective = await test.db
      .selectFrom('effectivePolicy')
      .select(['id', 'liveMaxBytes'])
      .where('cameraId', '=', gate.id)
      .executeTakeFirst();
    expect(effective).toEqual({ id: defaultPolicy.id, liveMaxBytes: 5_000_000_000_000 });
  });
});

describe('removing a camera', () => {
  it('deletes its deviation', async () => {
    const gate = await addCamera('Gate');
    await edit(gate.id, { mode: 'motion' });
    expect((await test.call('DELETE', `/config/cameras/${gate.id}?footage=delete`, { token: admin })).status).toBe(204);
    expect((await policies()).map(({ name }) => name)).toEqual(['Default']);
  });
});

describe('groups', () => {
  it('assign a policy to each member once, without binding them to it', async () => {
    const [gate, door] = [await addCamera('Gate'), await addCamera('Door')];
    await edit(gate.id, { mode: 'off' });
    const group = (await test.call('POST', '/config/groups', { token: admin, body: { name: 'Front' } })).body;
    const night = (
      await test.call('POST', '/config/policies', { token: admin, body: { name: 'Night', mode: 'motion' } })
    ).body;
    await test.call('PUT', `/config/groups/${group.id}/members`, {
      token: admin,
      body: { camera_ids: [gate.id, door.id] },
    });
    expect(
      (await test.call('PUT', `/config/groups/${group.id}/policy`, { token: admin, body: { policy_id: night.id } }))
        .status,
    ).toBe(200);
    expect((await named('Night')).members.map(({ name }) => name)).toEqual(['Door', 'Gate']);
    expect(await named('Gate')).toBeUndefined();
    expect((await edit(door.id, { policy_id: null })).body.name).toBe('Default');
    expect((await test.call('DELETE', `/config/groups/${group.id}`, { token: admin })).status).toBe(204);
    expect((await named('Night')).members.map(({ name }) => name)).toEqual(['Gate']);
  });

  it('have no policy: cameras that join later keep their own', async () => {
    const [gate, door] = [await addCamera('Gate'), await addCamera('Door')];
    const group = (await test.call('POST', '/config/groups', { token: admin, body: { name: 'Front' } })).body;
    const members = (camera_ids: string[]) =>
      test.call('PUT', `/config/groups/${group.id}/members`, { token: admin, body: { camera_ids } });
    const night = (
      await test.call('POST', '/config/policies', { token: admin, body: { name: 'Night', mode: 'motion' } })
    ).body;
    await members([gate.id]);
    await test.call('PUT', `/config/groups/${group.id}/policy`, { token: admin, body: { policy_id: night.id } });
    await members([gate.id, door.id]);
    expect((await named('Night')).members.map(({ name }) => name)).toEqual(['Gate']);
    await members([]);
    expect((await named('Night')).members.map(({ name }) => name)).toEqual(['Gate']);
  });

  it('accept 24 equal concurrent member lists', async () => {
    const cameras = await Promise.all(Array.from({ length: 6 }, (_, i) => addCamera(`Camera ${i}`)));
    const group = (await test.call('POST', '/config/groups', { token: admin, body: { name: 'Front' } })).body;
    const camera_ids = cameras.map(({ id }) => id);
    const replies = await Promise.all(
      Array.from({ length: 24 }, () =>
        test.call('PUT', `/config/groups/${group.id}/members`, { token: admin, body: { camera_ids } }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(replies[0]?.body.camera_ids).toEqual([...camera_ids].sort());
  });
});
