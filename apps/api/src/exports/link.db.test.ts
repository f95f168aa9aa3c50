import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';
import { exported, iso, newCamera } from './test-exports.ts';

const START = Date.UTC(2026, 0, 1, 12);
let test: TestApp;
let admin: string;
let user: { token: string; roleId: string };
let exportId: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const gate = await newCamera(test, admin, 'Gate');
  await addTestFootage(test, { cameraId: gate, startMs: START, seconds: 4 });
  const role = { name: 'Exporter', capabilities: ['export'], camera_ids: [gate] };
  const roleId = (await test.call('POST', '/config/roles', { token: admin, body: role })).body.id;
  const account = { username: 'ann', password: 'long enough' };
  await test.call('POST', '/config/users', { token: admin, body: { ...account, role_id: roleId } });
  user = { token: (await test.call('POST', '/auth/login', { body: account })).body.token, roleId };
  const order = { camera_ids: [gate], start: iso(START), end: iso(START + 60_000) };
  exportId = (await exported(test, user.token, order)).id;
});
afterAll(() => test?.close());

const newLink = async () => {
  const reply = await test.call('POST', `/exports/${exportId}/link`, { token: user.token });
  expect(reply.status).toBe(201);
  return reply.body as { url: string; manifest_url: string; expires_at: string };
};
/** Like a browser that follows a link: without our headers. */
const follow = (url: string, headers: Record<string, string> = {}) => test.call('GET', url, { headers });

describe('a link to an export', () => {
  it('serves file and manifest without a session, with ranges', async () => {
    const { url, manifest_url } = await newLink();
    const file = await follow(url);
    expect(file.status).toBe(200);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="Gate_/i);
    expect((await follow(url, { range: 'bytes=0-9' })).status).toBe(206);
    expect((await follow(manifest_url)).body).toMatchObject({
      manifest: expect.anything(),
      signature: expect.anything(),
    });
  });

  it('gives access to nothing else', async () => {
    const { url } = await newLink();
    const token = url.split('token=')[1] ?? '';
    const others = [
      `/exports/${exportId}?token=${token}`,
      `/exports?token=${token}`,
      `/exports/00000000-0000-4000-8000-000000000000/file?token=${token}`,
    ];
    expect((await Promise.all(others.map((other) => follow(other)))).map(({ status }) => status)).toEqual([
      401, 401, 404,
    ]);
    expect((await test.call('GET', `/exports/${exportId}/file`, { token })).status).toBe(401);
    expect((await test.call('GET', '/cameras', { token })).status).toBe(401);
  });

  it('is not a media token, and no other token is valid as one', async () => {
    const camera = (await test.call('GET', '/cameras', { token: user.token })).body.items[0].id;
    const media = (await test.call('GET', `/media-token?camera_id=${camera}`, { token: user.token })).body.token;
    for (const token of [media, user.token, 'x', `${(await newLink()).url.split('token=')[1]}x`])
      expect((await follow(`/exports/${exportId}/file?token=${token}`)).status).toBe(401);
  });

  it('ends after 15 minutes', async () => {
    const { url, expires_at } = await newLink();
    expect(Date.parse(expires_at)).toBeGreaterThan(test.clock.now() + 14 * 60_000);
    test.clock.step(15 * 60_000 + 1_000);
    expect((await follow(url)).status).toBe(401);
  });

  it('ends when its creator loses the capability, the cameras or the session', async () => {
    const { url } = await newLink();
    const role = (body: object) => test.call('PUT', `/config/roles/${user.roleId}`, { token: admin, body });
    await role({ capabilities: [] });
    expect((await follow(url)).status).toBe(403);
    await role({ capabilities: ['export'], camera_ids: [] });
    expect((await follow(url)).status).toBe(404);
    const camera_ids = [(await test.call('GET', '/config/cameras', { token: admin })).body.items[0].id];
    await role({ camera_ids });
    expect((await follow(url)).status).toBe(200);
    await test.call('POST', '/auth/logout', { token: user.token });
    expect((await follow(url)).status).toBe(401);
  });
});
