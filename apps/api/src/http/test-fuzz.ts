import { type Method, type Route, routes } from '@holdfast/contract';
import fc from 'fast-check';
import { expect } from 'vitest';
import { examples, urlOf } from '../test-access-examples.ts';
import { startTestApp } from '../test-app.ts';
import type { Example, Installation } from '../test-example-things.ts';
import { addTestFootage } from '../test-footage.ts';

// Fixed, so that a failure is reproducible; change it to widen the search.
const SEED = 20_261_115;
type Maker = (installation: Installation) => Example | Promise<Example>;
/** A valid request for every route. */
export const makers = new Map<Route, Maker>(
  Object.entries(routes).flatMap(([feature, table]) =>
    Object.entries(table).map(
      ([name, route]) =>
        [route, (examples as unknown as Record<string, Record<string, Maker>>)[feature]?.[name] as Maker] as const,
    ),
  ),
);
const everyRoute = [...makers.keys()];

/** Signing out, or changing the administrator, would only turn the rest into 401s. */
export const harmless = ({ path, method }: Route) =>
  !['/auth/logout', '/me/password'].includes(path) && !(method === 'PUT' && path === '/config/roles/{id}');

/** A server with an administrator and a camera that has footage. */
export async function startFuzzed(postgresUrl: string): Promise<Installation> {
  const test = await startTestApp(postgresUrl);
  const admin = await test.bootstrap();
  const camera = await test.call('POST', '/config/cameras', {
    token: admin,
    body: { name: 'Seen', main_url: 'rtsp://127.0.0.1:1/none' },
  });
  const cameraId = camera.body.id as string;
  const [segmentId = 0] = await addTestFootage(test, { cameraId, startMs: Date.UTC(2026, 0, 1), seconds: 4 });
  return { test, admin, capable: admin, cameraId, segmentId };
}

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
async function plain(installation: Installation, drawn: typeof request extends fc.Arbitrary<infer R> ? R : never) {
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

/** Sends random requests. A smaller number sends the first ones of the same sequence. */
export async function expectProblemsOnly(installation: Installation, requests: number): Promise<void> {
  const { test, admin } = installation;
  const seen = new Map<number, number>();
  for (const drawn of fc.sample(request, { numRuns: requests, seed: SEED })) {
    const { verb, path, type, body, signedIn } = await plain(installation, drawn);
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
}
