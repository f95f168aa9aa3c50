import type { Route } from '@holdfast/contract';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { urlOf } from '../test-access-examples.ts';
import type { Example, Installation } from '../test-example-things.ts';
import { expectProblemsOnly, harmless, makers, startFuzzed } from './test-fuzz.ts';

// The soak test sends more.
const REQUESTS = 500;

let installation: Installation;
beforeAll(async () => {
  installation = await startFuzzed(inject('postgresUrl'));
});
afterAll(() => installation?.test.close());

it(`answers ${REQUESTS} random requests with problems, never with a 500`, () =>
  expectProblemsOnly(installation, REQUESTS));

it('refuses an unknown field on every route that takes a body', async () => {
  for (const [route, make] of makers) {
    if (!route.body || route.bodyMediaType) continue;
    const example = await make(installation);
    const body = { ...(example.body as object), no_such_field: 1 };
    const reply = await send(route, urlOf(route, example), { body });
    expect([route.path, reply.status, reply.body.errors?.[0].pointer]).toEqual([route.path, 422, '/no_such_field']);
  }
});

const shouted = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => id.toUpperCase()));
/** With the token that the route takes; a rotation may have revoked the last one. */
async function send({ method, access }: Route, url: string, { body }: Example) {
  const { test, admin } = installation;
  const rotated =
    access === 'ingest' ? await test.call('POST', '/config/lpr/rotate-token', { token: admin }) : undefined;
  return test.call(method, url, { token: rotated?.body.token ?? admin, ...(body !== undefined && { body }) });
}

it('accepts every id in upper case', async () => {
  for (const [route, make] of [...makers].filter(([entry]) => harmless(entry))) {
    const plainly = await make(installation);
    const expected = (await send(route, urlOf(route, plainly), plainly)).status;
    const capitals = shouted(await make(installation));
    const reply = await send(route, urlOf(route, capitals), capitals);
    expect([route.path, reply.status], JSON.stringify(reply.body).slice(0, 300)).toEqual([route.path, expected]);
  }
});

it.each([
  ['POST', '/config/roles', (camera_ids: string[]) => ({ name: 'Twice', capabilities: [], camera_ids })],
  ['PUT', '/config/groups/{id}/members', (camera_ids: string[]) => ({ camera_ids })],
] as const)('refuses one camera in two cases: %s %s', async (method, path, body) => {
  const { test, admin, cameraId } = installation;
  const group = (await test.call('POST', '/config/groups', { token: admin, body: { name: `For ${path}` } })).body;
  const reply = await test.call(method, path.replace('{id}', group.id), {
    token: admin,
    body: body([cameraId, cameraId.toUpperCase()]),
  });
  expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([422, '/camera_ids']);
});

it('answers 12 identical concurrent requests without a 5xx of its own', async () => {
  const slow = new Set(['/config/cameras/test', '/cameras/{id}/frame.jpg']);
  for (const [route, make] of [...makers].filter(([entry]) => harmless(entry) && !slow.has(entry.path))) {
    const example = await make(installation);
    const replies = await Promise.all(Array.from({ length: 12 }, () => send(route, urlOf(route, example), example)));
    // 502 is the fault of a camera, not ours.
    for (const { status, body } of replies.filter((reply) => reply.status !== 502))
      expect(status, `${route.method} ${route.path} ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500);
  }
});

it('answers without a 500 when cameras are deleted while lists of them are saved', async () => {
  const { test, admin } = installation;
  const add = async (path: string, body: object) =>
    (await test.call('POST', path, { token: admin, body })).body.id as string;
  for (let round = 0; round < 8; round += 1) {
    const ids = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        add('/config/cameras', { name: `Going ${round} ${i}`, main_url: 'rtsp://127.0.0.1:1/none' }),
      ),
    );
    const role = await add('/config/roles', { name: `Going ${round}`, capabilities: [], camera_ids: ids });
    const group = await add('/config/groups', { name: `Going ${round}` });
    const put = (path: string, camera_ids: string[]) => test.call('PUT', path, { token: admin, body: { camera_ids } });
    const replies = await Promise.all(
      ids.flatMap((id, i) => [
        put(`/config/roles/${role}`, i % 2 ? ids : ids.toReversed()),
        put(`/config/groups/${group}/members`, i % 2 ? ids.toReversed() : ids),
        test.call('DELETE', `/config/cameras/${id}?footage=delete`, { token: admin }),
      ]),
    );
    for (const { status, body } of replies) expect([200, 204, 422], JSON.stringify(body)).toContain(status);
  }
});
