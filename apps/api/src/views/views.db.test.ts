import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let admin: string;
let gate: string;
let door: string;
let guard: string;
let guardRole: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const camera = async (name: string) =>
    (await test.call('POST', '/config/cameras', { token: admin, body: { name, main_url: 'rtsp://127.0.0.1:1/x' } }))
      .body.id as string;
  gate = await camera('Gate');
  door = await camera('Door');
  const role = await test.call('POST', '/config/roles', {
    token: admin,
    body: { name: 'Guard', capabilities: [], camera_ids: [gate, door] },
  });
  guardRole = role.body.id;
  const user = { username: 'guard', password: 'long enough' };
  await test.call('POST', '/config/users', { token: admin, body: { ...user, role_id: guardRole } });
  guard = (await test.call('POST', '/auth/login', { body: user })).body.token;
});
afterAll(() => test.close());
beforeEach(() => test.db.deleteFrom('liveView').execute());

const save = (body: object, token = guard) =>
  test.call('POST', '/views', { token, body: { name: 'Night', layout: 'focus', camera_ids: [door, gate], ...body } });
const change = (id: string, body: object, token = guard) => test.call('PUT', `/views/${id}`, { token, body });
const list = async (token = guard) => (await test.call('GET', '/views', { token })).body.items;
const seeOnly = (camera_ids: string[]) =>
  test.call('PUT', `/config/roles/${guardRole}`, { token: admin, body: { camera_ids } });

describe('a view of the live wall', () => {
  it('keeps its layout and the order of its cameras', async () => {
    const { status, body } = await save({});
    expect([status, body]).toMatchObject([201, { name: 'Night', layout: 'focus', camera_ids: [door, gate] }]);
    expect(await list()).toEqual([body]);
  });

  it('can be edited in part: omitted fields stay', async () => {
    const { id } = (await save({})).body;
    expect((await change(id, { layout: 'two' })).body).toMatchObject({ layout: 'two', camera_ids: [door, gate] });
    expect((await change(id, { camera_ids: [gate, door] })).body.camera_ids).toEqual([gate, door]);
    expect((await change(id, { name: 'Day' })).body).toMatchObject({ name: 'Day', layout: 'two' });
    expect((await test.call('DELETE', `/views/${id}`, { token: guard })).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  it('is one of two concurrent edits, never a mix of both', async () => {
    const { id } = (await save({ camera_ids: [] })).body;
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([[gate], [door], [gate], [door]].map((camera_ids) => change(id, { camera_ids })));
      expect((await list())[0].camera_ids).toHaveLength(1);
    }
  });

  it('is private to its owner', async () => {
    const { id } = (await save({})).body;
    expect(await list(admin)).toEqual([]);
    expect((await change(id, { name: 'Mine' }, admin)).status).toBe(404);
    expect((await test.call('DELETE', `/views/${id}`, { token: admin })).status).toBe(404);
    expect((await save({}, admin)).status).toBe(201);
  });

  it('hides cameras its owner may not see, and shows them again with access', async () => {
    const { id } = (await save({})).body;
    await seeOnly([gate]);
    expect((await list())[0].camera_ids).toEqual([gate]);
    expect((await save({ name: 'Other' })).body.camera_ids).toEqual([gate]);
    await seeOnly([gate, door]);
    expect((await list()).find((view: { id: string }) => view.id === id).camera_ids).toEqual([door, gate]);
  });

  it('loses a camera that is removed', async () => {
    const created = await test.call('POST', '/config/cameras', {
      token: admin,
      body: { name: 'Passing', main_url: 'rtsp://127.0.0.1:1/x' },
    });
    await save({ camera_ids: [created.body.id, gate] }, admin);
    await test.call('DELETE', `/config/cameras/${created.body.id}?footage=delete`, { token: admin });
    expect((await list(admin))[0].camera_ids).toEqual([gate]);
  });

  it('is deleted with its owner', async () => {
    const user = { username: 'passing', password: 'long enough' };
    const { id } = (await test.call('POST', '/config/users', { token: admin, body: { ...user, role_id: guardRole } }))
      .body;
    await save({}, (await test.call('POST', '/auth/login', { body: user })).body.token);
    await test.call('DELETE', `/config/users/${id}`, { token: admin });
    expect(await test.db.selectFrom('liveView').selectAll().execute()).toEqual([]);
  });

  it('has a name that is unique for its owner', async () => {
    await save({});
    expect((await save({ name: 'NIGHT' })).body.type).toBe('/problems/name-taken');
  });

  it('is limited to fifty per user', async () => {
    for (let i = 0; i < 50; i += 1) expect((await save({ name: `View ${i}` })).status).toBe(201);
    expect((await save({ name: 'One too many' })).status).toBe(422);
  });

  it.each([
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ layout: 'five' }, '/layout'],
    [{ camera_ids: ['gate'] }, '/camera_ids/0'],
    [{ colour: 'red' }, '/colour'],
  ])('refuses %j', async (body, pointer) => {
    const reply = await save(body);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, pointer]);
  });
});

describe('a group of cameras on the live wall', () => {
  it('has only the cameras that the caller may see, and is left out without any', async () => {
    const group = async (name: string, camera_ids: string[]) => {
      const { id } = (await test.call('POST', '/config/groups', { token: admin, body: { name } })).body;
      await test.call('PUT', `/config/groups/${id}/members`, { token: admin, body: { camera_ids } });
      return { id, name, camera_ids: [...camera_ids].sort() };
    };
    const all = await group('Outside', [gate, door]);
    const doors = await group('Doors', [door]);
    await group('Empty', []);
    const listed = async (token: string) => (await test.call('GET', '/groups', { token })).body.items;
    expect(await listed(admin)).toEqual([doors, all]);
    await seeOnly([gate]);
    expect(await listed(guard)).toEqual([{ ...all, camera_ids: [gate] }]);
    await seeOnly([gate, door]);
    expect(await listed(guard)).toEqual([doors, all]);
    expect((await test.call('GET', '/groups', {})).status).toBe(401);
  });
});
