import { MAX_UNREAD } from '@holdfast/contract';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let admin: string;
let guard: string;
let gate: string;
let door: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const add = async (name: string) =>
    (await test.call('POST', '/config/cameras', { token: admin, body: { name, main_url: 'rtsp://127.0.0.1:1/x' } }))
      .body.id as string;
  [gate, door] = [await add('Gate'), await add('Door')];
  const role = { name: 'Guard', capabilities: [], camera_ids: [gate] };
  const { id: role_id } = (await test.call('POST', '/config/roles', { token: admin, body: role })).body;
  const user = { username: 'guard', password: 'seven gates' };
  await test.call('POST', '/config/users', { token: admin, body: { ...user, role_id } });
  guard = (await test.call('POST', '/auth/login', { body: user })).body.token;
  await test.db
    .updateTable('appUser')
    .set({ createdAt: new Date(test.clock.now()) })
    .execute();
});
afterAll(() => test?.close());

const raise = (cameraId: string | null, { count = 1, agoMs = 0 } = {}) => {
  test.clock.step(1_000);
  const now = test.clock.now();
  const event = {
    eventKey: 'camera_offline',
    cameraId,
    detail: '',
    recordedAt: new Date(now),
    ts: new Date(now - agoMs),
  };
  return test.db
    .insertInto('systemEvent')
    .values(Array.from({ length: count }, () => event))
    .execute();
};
const unread = async (token: string) => (await test.call('GET', '/system-events/unread', { token })).body.count;
const look = (token: string, body: object = {}) => test.call('PUT', '/system-events/seen', { token, body });

it('counts the unseen events that each user may see', async () => {
  expect([await unread(admin), await unread(guard)]).toEqual([0, 0]);
  await raise(gate);
  await raise(door);
  await raise(null);
  expect([await unread(admin), await unread(guard)]).toEqual([3, 1]);
  expect((await look(guard)).status).toBe(204);
  expect([await unread(admin), await unread(guard)]).toEqual([3, 0]);
});

it('counts late events, and marks only shown events as seen', async () => {
  await look(admin);
  await raise(gate, { agoMs: 3_600_000 });
  expect(await unread(admin)).toBe(1);
  const shown = (await test.call('GET', '/system-events', { token: admin })).body.items
    .map((event: { recorded_at: string }) => event.recorded_at)
    .sort()
    .at(-1);
  await raise(gate);
  await look(admin, { seen_until: shown });
  expect(await unread(admin)).toBe(1);
});

it('never goes backwards, nor ahead of the present', async () => {
  await look(admin);
  await look(admin, { seen_until: '2001-01-01T00:00:00Z' });
  expect(await unread(admin)).toBe(0);
  await look(admin, { seen_until: '2099-01-01T00:00:00Z' });
  await raise(gate);
  expect(await unread(admin)).toBe(1);
});

it('stops counting at the limit of the badge', async () => {
  await raise(gate, { count: MAX_UNREAD + 20 });
  expect(await unread(admin)).toBe(MAX_UNREAD);
});
