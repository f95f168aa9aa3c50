import { type Method, type Route, routes } from '@holdfast/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { examples, urlOf } from '../test-access-examples.ts';
import { startTestApp } from '../test-app.ts';
import type { Example, Installation } from '../test-example-things.ts';
import { addTestFootage } from '../test-footage.ts';

const REQUESTS = 5_000;
// Fixed, so that a failure is reproducible; change it to widen the search.
const SEED = 20_261_115;
type Maker = (installation: Installation) => Example | Promise<Example>;
const makers = new Map<Route, Maker>(
  Object.entries(routes).flatMap(([feature, table]) =>
    Object.entries(table).map(
      ([name, route]) =>
        [route, (examples as unknown as Record<string, Record<string, Maker>>)[feature]?.[name] as Maker] as const,
    ),
  ),
);
const everyRoute = [...makers.keys()];

let installation: Installation;
beforeAll(async () => {
  const test = await startTestApp(inject('postgresUrl'));
  const admin = await test.bootstrap();
  const camera = await test.call('POST', '/config/cameras', {
    token: admin,
    body: { name: 'Seen', main_url: 'rtsp://127.0.0.1:1/none' },
  });
  const cameraId = camera.body.id as string;
  const [segmentId = 0] = await addTestFootage(test, { cameraId, startMs: Date.UTC(2026, 0, 1), seconds: 4 });
  installation = { test, admin, capable: admin, cameraId, segmentId };
});
afterAll(() => installation?.test.close());

const uglyText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '\u0000',
    '%00',
    '../../etc/passwd',
    "'; drop table camera; --",
    '\ud800',
    'x'.repeat(5_000),
    '-1',
    '1e999',
    'null',
    '00000000-0000-4000-8000-000000000000',
    'urn:uuid:00000000-0000-4000-8000-000000000000',
  ),
);
const uglyValue = fc.oneof(
  uglyText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.integer(),
  fc.constantFrom(Number.MAX_VALUE, -0, 2 ** 53, 2 ** 31),
);
const bodyFields = [
  ...new Set(
    everyRoute.flatMap(({ body }) => Object.keys((body as { properties?: object } | undefined)?.properties ?? {})),
  ),
];
const uglyBody = fc.oneof(
  uglyValue,
  fc.dictionary(
    fc.oneof(fc.constantFrom(...bodyFields), uglyText, fc.constantFrom('__proto__', 'constructor')),
    uglyValue,
    { maxKeys: 6 },
  ),
);
const rawBody = fc.oneof(
  uglyBody.map((value) => JSON.stringify(value) ?? ''),
  fc.constantFrom(
    '{',
    '[',
    '{"a":',
    'nul',
    '{"a":1}}',
    '{"__proto__":{"x":1}}',
    '',
    '"',
    `{"name":"${'x'.repeat(70_000)}"}`,
    '[['.repeat(5_000),
  ),
);
const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/sdp',
  'application/xml',
  'multipart/form-data',
  '',
  'garbage',
);
const pathPart = fc.oneof(
  uglyText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%zz', '%c0%af', '..', '.', '%2e%2e', '%00', 'a'.repeat(500), ''),
);
const querySuffix = fc.oneof(
  fc.constant(''),
  fc
    .array(fc.tuple(fc.constantFrom('footage', 'camera_id', 'width', 'token', 'limit', 'x'), pathPart), {
      maxLength: 3,
    })
    .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
);

/** Signing out, or changing the administrator, would only turn the rest into 401s. */
const harmless = ({ path, method }: Route) =>
  !['/auth/logout', '/me/password'].includes(path) && !(method === 'PUT' && path === '/config/roles/{id}');

const request = fc.record({
  route: fc.constantFrom(...everyRoute.filter(harmless)),
  method: fc.option(
    fc.constantFrom<Method | 'PATCH' | 'OPTIONS' | 'HEAD'>('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
    { nil: undefined, freq: 8 },
  ),
  parts: fc.array(pathPart, { minLength: 2, maxLength: 2 }),
  realId: fc.boolean(),
  query: querySuffix,
  body: rawBody,
  type: contentType,
  signedIn: fc.boolean(),
  /** A request that would succeed but for one field. */
  nearMiss: fc.option(fc.tuple(fc.nat(), fc.option(uglyValue, { nil: undefined })), { nil: undefined, freq: 2 }),
});

/** A random request, or a valid one with one bad field. */
async function plain(drawn: typeof request extends fc.Arbitrary<infer R> ? R : never) {
  const { route, method, parts, realId, query, body, type, signedIn, nearMiss } = drawn;
  if (nearMiss) {
    // Earlier requests may interfere: an install full of exports accepts no more.
    const example = (await Promise.resolve(makers.get(route)?.(installation)).catch(() => undefined)) ?? {};
    const fields = Object.keys((example.body as object | undefined) ?? {});
    const [index, value] = nearMiss;
    const field = fields[index % Math.max(1, fields.length)];
    const spoiled = {
      ...(example.body as object),
      ...(field !== undefined && value !== undefined && { [field]: value }),
    };
    return {
      verb: route.method,
      path: urlOf(route, example),
      type: 'application/json',
      body: JSON.stringify(spoiled),
      signedIn: true,
    };
  }
  let next = 0;
  const path = route.path.replaceAll(/\{\w+\}/g, () => (realId ? installation.cameraId : (parts[next++ % 2] ?? '')));
  return { verb: method ?? route.method, path: `${path}${query}`, type, body, signedIn };
}

it(`answers ${REQUESTS} random requests with problems, never with a 500`, async () => {
  const { test, admin } = installation;
  const seen = new Map<number, number>();
  for (const drawn of fc.sample(request, { numRuns: REQUESTS, seed: SEED })) {
    const { verb, path, type, body, signedIn } = await plain(drawn);
    const reply = await test.app.inject({
      method: verb,
      url: path,
      headers: { ...(signedIn && { authorization: `Bearer ${admin}` }), ...(type !== '' && { 'content-type': type }) },
      ...(verb !== 'GET' && verb !== 'HEAD' && { payload: body }),
    });
    const context = `${verb} ${path} ${type} ${body.slice(0, 300)} -> ${reply.body.slice(0, 300)}`;
    seen.set(reply.statusCode, (seen.get(reply.statusCode) ?? 0) + 1);
    expect(reply.statusCode, context).not.toBe(500);
    expect(reply.statusCode, context).not.toBe(503);
    if (reply.statusCode < 400 || verb === 'HEAD') continue;
    expect(reply.headers['content-type'], context).toBe('application/problem+json');
    expect(reply.json(), context).toMatchObject({
      status: reply.statusCode,
      type: expect.stringMatching(/^\/problems\/[a-z-]+$/),
      instance: expect.stringMatching(/^\/requests\//),
    });
  }
  // The requests reach handlers, not only the validation.
  expect([...seen.keys()].sort()).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 404, 413, 415, 422]));
});

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
