import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp, type TestReply } from '../test-app.ts';

const ADMIN = { username: 'admin', password: 'correct horse' };
const HERE = { host: 'nvr.lan:8080', origin: 'http://nvr.lan:8080' };
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  await test.bootstrap();
});
afterAll(() => test?.close());
beforeEach(() => test.clock.step(60_000));

const cookiesOf = ({ headers }: TestReply): string[] => [headers['set-cookie'] ?? []].flat() as string[];
/** What a browser sends back. */
const sent = (reply: TestReply) =>
  cookiesOf(reply)
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const signIn = (body: object = {}, headers: Record<string, string> = HERE) =>
  test.call('POST', '/auth/login', { body: { ...ADMIN, cookie: true, ...body }, headers });
const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) => test.call(method, path, { headers: { ...HERE, ...headers }, ...(body !== undefined && { body }) });

describe('the session of a browser', () => {
  it('is in a cookie that no script and no other site can use, and nowhere in the reply', async () => {
    const reply = await signIn();
    expect(reply.body.token).toBe('');
    expect(cookiesOf(reply)[0]).toMatch(
      /^holdfast_device_8080=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
    );
    expect(cookiesOf(reply)[1]).toMatch(/^holdfast_session_8080=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await call('GET', '/me', { cookie: sent(reply) })).body.username).toBe('admin');
  });

  it('outlives the browser with remember, and belongs to this port only', async () => {
    const reply = await signIn({ remember: true });
    expect(cookiesOf(reply)[1]).toContain(`Max-Age=${30 * 86_400}`);
    expect((await call('GET', '/me', { cookie: sent(reply), host: 'nvr.lan:9090' })).status).toBe(401);
  });

  it('refuses changes from another site, and from requests without an origin', async () => {
    const cookie = sent(await signIn());
    const write = async (headers: Record<string, string | undefined>) => {
      const asked = Object.fromEntries(
        Object.entries({ ...HERE, cookie, ...headers }).filter(([, value]) => value !== undefined),
      );
      return (await test.call('PUT', '/system-events/seen', { headers: asked as Record<string, string>, body: {} }))
        .status;
    };
    expect(await write({})).toBe(204);
    expect(await write({ 'sec-fetch-site': 'same-origin' })).toBe(204);
    expect(await write({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await write({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await write({ origin: 'http://nvr.lan:9090' })).toBe(403);
    expect(await write({ origin: 'http://evil.example' })).toBe(403);
    expect(await write({ origin: undefined })).toBe(403);
    // Any page can open a WebSocket, which is a GET.
    expect(
      (await call('GET', '/me', { cookie, origin: 'http://evil.example', connection: 'upgrade', upgrade: 'websocket' }))
        .status,
    ).toBe(403);
  });

  it('does not affect programs: a bearer token needs no origin', async () => {
    const { token } = (await test.call('POST', '/auth/login', { body: ADMIN })).body;
    const reply = await test.call('PUT', '/system-events/seen', {
      token,
      body: {},
      headers: { origin: 'http://evil.example' },
    });
    expect(reply.status).toBe(204);
  });

  it('is renewed in its cookie, and removed at sign-out', async () => {
    const cookie = sent(await signIn());
    const renewed = await call('POST', '/auth/refresh', { cookie });
    expect([renewed.body.token, cookiesOf(renewed).length]).toEqual(['', 1]);
    const out = await call('POST', '/auth/logout', { cookie: sent(renewed) });
    expect(cookiesOf(out)[0]).toMatch(/^holdfast_session_8080=; .*Max-Age=0$/);
    expect((await call('GET', '/me', { cookie: sent(renewed) })).status).toBe(401);
  });

  it('continues in a new cookie when the password is changed', async () => {
    const cookie = sent(await signIn());
    const change = (current_password: string, new_password: string, by: string) =>
      call('PUT', '/me/password', { cookie: by }, { current_password, new_password });
    const changed = await change(ADMIN.password, 'another horse', cookie);
    expect([changed.status, changed.body.token]).toEqual([200, '']);
    expect((await call('GET', '/me', { cookie: sent(changed) })).status).toBe(200);
    expect((await change('another horse', ADMIN.password, sent(changed))).status).toBe(200);
  });
});

describe('a session', () => {
  it('ends a week after the password was typed, however often it is refreshed', async () => {
    let { token } = (await test.call('POST', '/auth/login', { body: ADMIN })).body;
    for (let day = 0; day < 6; day += 1) {
      test.clock.step(23 * 3_600_000);
      token = (await test.call('POST', '/auth/refresh', { token })).body.token;
    }
    test.clock.step(23 * 3_600_000);
    const last = (await test.call('POST', '/auth/refresh', { token })).body;
    expect(Date.parse(last.expires_at) - test.clock.now()).toBe(7 * 3_600_000);
    test.clock.step(7 * 3_600_000);
    expect((await test.call('POST', '/auth/refresh', { token: last.token })).status).toBe(401);
  });
});

describe('guesses at a name', () => {
  const from = (remoteAddress: string, password: string, headers: Record<string, string> = {}) =>
    test.app
      .inject({
        method: 'POST',
        url: '/auth/login',
        remoteAddress,
        headers: { ...HERE, ...headers },
        payload: { ...ADMIN, password, cookie: true },
      })
      .then(({ statusCode, headers: { 'retry-after': wait } }) => [statusCode, wait && Number(wait)]);

  it('from one address delay that address, not the owner elsewhere', async () => {
    for (let i = 0; i < 5; i += 1) await from('198.51.100.1', 'wrong one');
    expect(await from('198.51.100.1', ADMIN.password)).toEqual([429, 2]);
    expect(await from('198.51.100.2', ADMIN.password)).toEqual([200, undefined]);
  });

  it('from many addresses delay the owner by seconds at a new address, and not at all at a known device', async () => {
    const device = sent(await signIn());
    for (let i = 0; i < 40; i += 1) await from(`203.0.113.${i}`, 'wrong one');
    expect(await from('192.0.2.7', ADMIN.password)).toEqual([429, 3]);
    expect(await from('192.0.2.8', ADMIN.password, { cookie: device })).toEqual([200, undefined]);
    test.clock.step(3_000);
    for (let i = 0; i < 40; i += 1) await from(`203.0.113.${i}`, 'wrong one');
    expect(await from('192.0.2.7', ADMIN.password)).toEqual([200, undefined]);
  });

  it('by a known device are slowed like any others', async () => {
    const device = { cookie: sent(await signIn()) };
    for (let i = 0; i < 5; i += 1) expect((await from('192.0.2.9', 'wrong one', device))[0]).toBe(401);
    expect(await from('192.0.2.10', ADMIN.password, device)).toEqual([429, 2]);
  });
});

it.each(['password123', 'QWERTZUIOP', 'bartholomew'])('refuses the password %s for bartholomew', async (password) => {
  const { token } = (await test.call('POST', '/auth/login', { body: ADMIN })).body;
  const role_id = (await test.call('GET', '/config/roles', { token })).body.items[0].id;
  const reply = await test.call('POST', '/config/users', {
    token,
    body: { username: 'Bartholomew', password, role_id },
  });
  expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, '/password']);
});

it('refuses to create the first administrator before the start is complete', async () => {
  let isSetUp = false;
  const starting = await startTestApp(inject('postgresUrl'), { isSetUp: () => isSetUp });
  try {
    const bootstrap = () => starting.call('POST', '/auth/bootstrap', { body: ADMIN });
    expect([(await bootstrap()).status, (await starting.call('GET', '/auth/setup')).status]).toEqual([503, 503]);
    expect((await starting.call('GET', '/health')).body).toMatchObject({
      status: 'degraded',
      reasons: ['The server is starting.'],
    });
    isSetUp = true;
    expect((await bootstrap()).status).toBe(201);
  } finally {
    await starting.close();
  }
});
