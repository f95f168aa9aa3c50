import { createHmac } from 'node:crypto';
import { type Access, type Route, routes, statusOf } from '@holdfast/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { examples, urlOf } from './test-access-examples.ts';
import { startTestApp } from './test-app.ts';
import type { Example, Installation } from './test-example-things.ts';
import { addTestFootage } from './test-footage.ts';

const CAPABILITIES = ['view_plates', 'playback', 'clips', 'export', 'protect'];
const everyRoute = Object.entries(routes).flatMap(([feature, table]) =>
  Object.entries(table).map(([name, route]) => ({ feature, name, route: route as Route })),
);

let installation: Installation;
/** Tokens by holder. */
const held: Record<string, string> = {};

const unsigned = (token: string) => {
  const [, payload] = token.split('.');
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
};

const claimsOf = (token: string) => {
  const { sub, sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return { userId: sub as string, sessionId: sid as string };
};
const secondsFromNow = (seconds: number) => new Date(installation.test.clock.now() + seconds * 1000);

/** Signed with HMAC over the header of another algorithm: a confused verifier would accept it. */
const confused = (token: string) => {
  const [, payload] = token.split('.');
  const head = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${payload}`;
  return `${head}.${createHmac('sha256', Buffer.alloc(32, 7)).update(head).digest('base64url')}`;
};

async function signedIn(username: string, role: { capabilities: string[]; camera_ids?: string[] }): Promise<string> {
  const { test, admin } = installation;
  const made = await test.call('POST', '/config/roles', { token: admin, body: { name: username, ...role } });
  await test.call('POST', '/config/users', {
    token: admin,
    body: { username, password: 'long enough', role_id: made.body.id },
  });
  const login = await test.call('POST', '/auth/login', { body: { username, password: 'long enough' } });
  return login.body.token as string;
}

beforeAll(async () => {
  const test = await startTestApp(inject('postgresUrl'), {
    boundToLoopback: false,
    metricsToken: 'metrics-token-of-ours',
  });
  const admin = await test.bootstrap();
  installation = { test, admin, capable: '', cameraId: '', segmentId: 0 };
  const camera = await test.call('POST', '/config/cameras', {
    token: admin,
    body: { name: 'Seen', main_url: 'rtsp://127.0.0.1:1/none' },
  });
  installation.cameraId = camera.body.id;
  const [segmentId = 0] = await addTestFootage(test, {
    cameraId: installation.cameraId,
    startMs: Date.UTC(2026, 0, 1),
    seconds: 4,
  });
  installation.segmentId = segmentId;
  await test.call('PUT', '/config/lpr', { token: admin, body: { enabled: true } });
  held['plain user'] = await signedIn('plain', { capabilities: [], camera_ids: [installation.cameraId] });
  held['out-of-scope user'] = await signedIn('outside', { capabilities: CAPABILITIES });
  held['user lacking the capability'] = await signedIn('lacking', {
    capabilities: [],
    camera_ids: [installation.cameraId],
  });
  held['capable user'] = await signedIn('capable', { capabilities: CAPABILITIES, camera_ids: [installation.cameraId] });
  installation.capable = held['capable user'];
  // User and session are valid; only the expiry in the token has passed.
  held.expired = await test.tokens.signUser({ ...claimsOf(held['plain user']), expiresAt: secondsFromNow(-1) });
  // The reverse: the token is valid, but its session has expired.
  const over = claimsOf(await login('plain', 'long enough'));
  held['session that has run out'] = await test.tokens.signUser({ ...over, expiresAt: secondsFromNow(3_600_000) });
  await test.db
    .updateTable('session')
    .set({ expiresAt: secondsFromNow(-1) })
    .where('id', '=', over.sessionId)
    .execute();
  held['garbage token'] = 'not.a.token';
  held['alg:none'] = unsigned(held['plain user']);
  held['alg confusion'] = confused(held['plain user']);
});

afterAll(() => installation?.test.close());

const needsUser = (access: Access) =>
  access !== 'public' && access !== 'share' && access !== 'ingest' && access !== 'metrics';
const needsCapability = (access: Access) =>
  needsUser(access) && access !== 'user' && access !== 'media' && access !== 'download';

/** Without a user: anybody, or anybody with the cookie of a link, which its example has. */
const isOpen = ({ access }: Route) => access === 'public' || access === 'share';

/** The expected status for each kind of caller, derived from the route's access. */
const expectations: Record<string, (route: Route, success: number) => number> = {
  'no token': (route, success) => (isOpen(route) ? success : 401),
  'garbage token': (route, success) => (isOpen(route) ? success : 401),
  expired: (route, success) => (isOpen(route) ? success : 401),
  'session that has run out': (route, success) => (isOpen(route) ? success : 401),
  'alg:none': (route, success) => (isOpen(route) ? success : 401),
  'alg confusion': (route, success) => (isOpen(route) ? success : 401),
  'plain user': (route, success) => forUser(route, success, { capable: false, inScope: true }),
  'user lacking the capability': (route, success) => forUser(route, success, { capable: false, inScope: true }),
  'capable user': (route, success) => forUser(route, success, { capable: true, inScope: true }),
  'out-of-scope user': (route, success) => forUser(route, success, { capable: true, inScope: false }),
  'ingest token': (route, success) => (isOpen(route) || route.access === 'ingest' ? success : 401),
  'media token as bearer': (route, success) => (isOpen(route) ? success : 401),
  'media token in the address': (route, success) => {
    if (route.access === 'media' || isOpen(route)) return success;
    return 401;
  },
  // The token is for the export that all examples use; it does not apply to routes without an export in the path.
  'download token in the address': (route, success) => {
    if (route.access === 'download' || isOpen(route)) return success;
    return 401;
  },
  'user token in the address': (route, success) => (isOpen(route) ? success : 401),
  'metrics token': (route, success) => (isOpen(route) || route.access === 'metrics' ? success : 401),
  admin: (route, success) => (route.access === 'ingest' || route.access === 'metrics' ? 401 : success),
};

function forUser(route: Route, success: number, { capable, inScope }: { capable: boolean; inScope: boolean }): number {
  if (isOpen(route)) return success;
  if (!needsUser(route.access)) return 401;
  if (route.access === 'admin' || ((needsCapability(route.access) || route.capability) && !capable)) return 403;
  return route.scope === 'camera' && !inScope ? 404 : success;
}

/** Routes that end their own session get a separate one. */
const consumesSession = new Set(['auth.logout']);

async function tokenFor(caller: string, key: string): Promise<string | undefined> {
  if (caller === 'ingest token') return newIngestToken();
  if (caller === 'media token as bearer') return newMediaToken();
  if (caller === 'metrics token') return 'metrics-token-of-ours';
  if (caller === 'admin') return consumesSession.has(key) ? login('admin', 'correct horse') : installation.admin;
  if (consumesSession.has(key) && caller.includes('user') && held[caller])
    return login(
      { 'plain user': 'plain', 'user lacking the capability': 'lacking', 'capable user': 'capable' }[caller] ??
        'outside',
      'long enough',
    );
  return held[caller];
}

// Short-lived or rotated by the sweep itself, so each use gets its own.
const newIngestToken = async () =>
  (await installation.test.call('POST', '/config/lpr/rotate-token', { token: installation.admin })).body
    .token as string;
const newMediaToken = async () =>
  (
    await installation.test.call('GET', `/media-token?camera_id=${installation.cameraId}`, {
      token: held['capable user'] as string,
    })
  ).body.token as string;

async function newDownloadToken(): Promise<string> {
  const { params } = await examples.exports.link(installation);
  const made = await installation.test.call('POST', `/exports/${params?.id}/link`, {
    token: held['capable user'] as string,
  });
  return made.body.url.split('token=')[1] as string;
}

async function login(username: string, password: string): Promise<string> {
  installation.test.clock.step(60_000); // Lets the address bucket refill.
  return (await installation.test.call('POST', '/auth/login', { body: { username, password } })).body.token;
}

const inAddress: Record<string, () => string | Promise<string>> = {
  'media token in the address': () => newMediaToken(),
  'download token in the address': () => newDownloadToken(),
  'user token in the address': () => held['capable user'] ?? '',
};

describe.each(everyRoute)('$route.method $route.path', ({ feature, name, route }) => {
  const make = (examples as Record<string, Record<string, (installation: Installation) => Example | Promise<Example>>>)[
    feature
  ]?.[name];

  /** The request of all who are refused before anybody looks whether its objects exist: to make them costs more than to ask. */
  let unread: Example | undefined;
  const exampleFor = async (caller: string): Promise<Example> => {
    if (!make) throw new Error(`${feature}.${name} has no example`);
    const refusal = expectations[caller]?.(route, 0);
    if (refusal !== 401 && refusal !== 403) return make(installation);
    unread ??= await make(installation);
    return unread;
  };

  it.each(Object.keys(expectations))('answers %s according to its access', async (caller) => {
    installation.test.clock.step(3_000);
    const example = await exampleFor(caller);
    const token = await inAddress[caller]?.();
    const url = urlOf(route, token === undefined ? example : { ...example, query: { ...example.query, token } });
    const bearer = token === undefined ? await tokenFor(caller, `${feature}.${name}`) : undefined;
    // A public route with a strict query refuses the stray parameter; none of ours has one.
    const reply = await installation.test.call(route.method, url, {
      ...(bearer !== undefined && { token: bearer }),
      ...(example.body !== undefined && { body: example.body }),
      ...(example.headers && { headers: example.headers }),
    });
    const expected = expectations[caller]?.(route, example.succeedsWith ?? statusOf(route));
    expect(reply.status, JSON.stringify(reply.body).slice(0, 300)).toBe(expected);
    if (reply.status >= 400) {
      expect(reply.headers['content-type']).toBe('application/problem+json');
      expect(reply.body).toMatchObject({ status: reply.status, type: expect.stringMatching(/^\/problems\//) });
    }
  });
});

it('rotates: the old ingest token stops at once', async () => {
  const { test, admin } = installation;
  const fresh = (await test.call('POST', '/config/lpr/rotate-token', { token: admin })).body.token;
  expect((await test.call('GET', '/lpr/worker-config', { headers: { 'x-ingest-token': fresh } })).status).toBe(200);
  await test.call('POST', '/config/lpr/rotate-token', { token: admin });
  expect((await test.call('GET', '/lpr/worker-config', { headers: { 'x-ingest-token': fresh } })).status).toBe(401);
});

it('answers the right ingest token 403 while plates are disabled', async () => {
  const { test, admin } = installation;
  const fresh = (await test.call('POST', '/config/lpr/rotate-token', { token: admin })).body.token;
  await test.call('PUT', '/config/lpr', { token: admin, body: { enabled: false } });
  expect((await test.call('GET', '/lpr/worker-config', { headers: { 'x-ingest-token': fresh } })).status).toBe(403);
});
