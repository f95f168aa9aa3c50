import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp(inject('postgresUrl'));
});
afterEach(() => test.close());

const login = (username: string, password: string, more: object = {}) =>
  test.call('POST', '/auth/login', { body: { username, password, ...more } });

/** A user with their own role, signed in. */
async function addUser(admin: string, username: string, role: object = { capabilities: [] }) {
  const roleId = (
    await test.call('POST', '/config/roles', {
      token: admin,
      body: { name: `role of ${username}`, capabilities: [], ...role },
    })
  ).body.id;
  const user = await test.call('POST', '/config/users', {
    token: admin,
    body: { username, password: 'long enough', role_id: roleId },
  });
  return {
    id: user.body.id as string,
    roleId: roleId as string,
    token: (await login(username, 'long enough')).body.token as string,
  };
}
const statusOfMe = async (token: string) => (await test.call('GET', '/me', { token })).status;

describe('bootstrap', () => {
  it('creates exactly one admin in 50 parallel calls', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        test.call('POST', '/auth/bootstrap', { body: { username: `admin${i}`, password: 'correct horse' } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49);
    const token = replies.find(({ status }) => status === 201)?.body.token;
    const users = await test.call('GET', '/config/users', { token });
    expect(users.body.items).toHaveLength(1);
  });

  it('reports whether it is still to be done', async () => {
    expect((await test.call('GET', '/auth/setup')).body).toEqual({ needs_bootstrap: true });
    await test.bootstrap();
    expect((await test.call('GET', '/auth/setup')).body).toEqual({ needs_bootstrap: false });
  });

  it('refuses a password of fewer than 8 characters', async () => {
    const reply = await test.call('POST', '/auth/bootstrap', { body: { username: 'admin', password: '1234567' } });
    expect(reply.status).toBe(422);
    expect(reply.body.errors[0].pointer).toBe('/password');
  });
});

describe('login', () => {
  it('lives 24 hours, or 30 days with remember', async () => {
    await test.bootstrap();
    const hours = async (more: object) =>
      (Date.parse((await login('admin', 'correct horse', more)).body.expires_at) - test.clock.now()) / 3_600_000;
    expect(await hours({})).toBe(24);
    expect(await hours({ remember: true })).toBe(720);
  });

  it('ignores the case of the name', async () => {
    await test.bootstrap();
    expect((await login('ADMIN', 'correct horse')).status).toBe(200);
  });

  it('ignores case and Unicode composition of a name outside ASCII', async () => {
    const first = await test.call('POST', '/auth/bootstrap', { body: { username: 'Ägir', password: 'correct horse' } });
    expect(first.status).toBe(201);
    for (const name of ['Ägir', 'ägir', 'ÄGIR', 'A\u0308gir', ' Ägir '])
      expect((await login(name, 'correct horse')).status, name).toBe(200);
  });

  it('counts failures of a name together, in any case', async () => {
    await test.call('POST', '/auth/bootstrap', { body: { username: 'Ägir', password: 'correct horse' } });
    for (const name of ['Ägir', 'ägir', 'ÄGIR', 'A\u0308gir', 'äGIR'])
      expect((await login(name, 'wrong one')).status).toBe(401);
    expect((await login('ägir', 'correct horse')).status).toBe(429);
  });

  it.each(['admin', 'nobody'])('makes %s wait 2 s doubling from the 5th failure, known or not', async (username) => {
    await test.bootstrap();
    for (let i = 0; i < 5; i += 1) expect((await login(username, 'wrong one')).status).toBe(401);
    const blocked = await login(username, 'correct horse');
    expect(blocked.status).toBe(429);
    expect(blocked.headers['retry-after']).toBe('2');
    test.clock.step(2_001);
    expect((await login(username, 'wrong one')).status).toBe(401);
    expect((await login(username, 'wrong one')).headers['retry-after']).toBe('4');
  });

  it('forgets failures after a success', async () => {
    await test.bootstrap();
    for (let i = 0; i < 4; i += 1) await login('admin', 'wrong one');
    expect((await login('admin', 'correct horse')).status).toBe(200);
    for (let i = 0; i < 4; i += 1) expect((await login('admin', 'wrong one')).status).toBe(401);
    expect((await login('admin', 'correct horse')).status).toBe(200);
  });

  it('checks no more concurrent guesses than sequential ones', async () => {
    await test.close();
    let verified = 0;
    test = await startTestApp(inject('postgresUrl'), {
      aroundPasswords: (real) => ({
        ...real,
        verify: (...args) => {
          verified += 1;
          return real.verify(...args);
        },
      }),
    });
    await test.bootstrap();
    const replies = await Promise.all(Array.from({ length: 18 }, () => login('admin', 'wrong one')));
    expect(verified).toBe(5);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(13);
    expect((await login('admin', 'correct horse')).status).toBe(429);
  });

  it('lets one user sign in many times at once', async () => {
    await test.bootstrap();
    const replies = await Promise.all(Array.from({ length: 12 }, () => login('admin', 'correct horse')));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });

  it('counts wrong guesses at the current password like failed sign-ins', async () => {
    const token = await test.bootstrap();
    const guess = (current_password: string) =>
      test.call('PUT', '/me/password', { token, body: { current_password, new_password: 'new password' } });
    for (let i = 0; i < 3; i += 1) expect((await guess('wrong one')).status).toBe(403);
    for (let i = 0; i < 2; i += 1) expect((await login('ADMIN', 'wrong one')).status).toBe(401);
    const blocked = await guess('correct horse');
    expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '2']);
    test.clock.step(2_001);
    expect((await guess('correct horse')).status).toBe(200);
  });

  it('limits a whole network, of which one host can have many addresses', async () => {
    await test.bootstrap();
    const from = async (remoteAddress: string, n: number) =>
      (
        await test.app.inject({
          method: 'POST',
          url: '/auth/login',
          remoteAddress,
          payload: { username: `name${n}`, password: 'wrong one' },
        })
      ).statusCode;
    for (let n = 0; n < 20; n += 1) expect(await from(`2001:db8:1:2::${n.toString(16)}`, n)).toBe(401);
    expect(await from('2001:db8:1:2:ffff::1', 20)).toBe(429);
    expect(await from('2001:db8:1:3::1', 21)).toBe(401);
  });

  it('limits one address over many names', async () => {
    await test.bootstrap();
    const replies = [];
    for (let i = 0; i < 25; i += 1) replies.push((await login(`name${i}`, 'wrong one')).status);
    expect(replies.slice(0, 20).every((status) => status === 401)).toBe(true);
    expect(replies.slice(20).every((status) => status === 429)).toBe(true);
  });

  it('answers a flood of random names and passwords without a 5xx', async () => {
    await test.bootstrap();
    for (const password of ['\u0000', 'x'.repeat(256), '💥'.repeat(40)]) {
      const { status } = await login('admin', password);
      expect(status).toBeLessThan(500);
    }
  });
});

describe('a session', () => {
  it('ends with logout', async () => {
    const token = await test.bootstrap();
    expect((await test.call('POST', '/auth/logout', { token })).status).toBe(204);
    expect(await statusOfMe(token)).toBe(401);
  });

  it('is extended by refresh', async () => {
    const token = await test.bootstrap();
    test.clock.step(23 * 3_600_000);
    const fresh = await test.call('POST', '/auth/refresh', { token });
    expect(fresh.status).toBe(200);
    test.clock.step(2 * 3_600_000);
    expect(await statusOfMe(token)).toBe(401);
    expect(await statusOfMe(fresh.body.token)).toBe(200);
  });

  it('can be listed and ended from another session', async () => {
    const first = await test.bootstrap();
    const second = (await login('admin', 'correct horse')).body.token;
    const { items } = (await test.call('GET', '/auth/sessions', { token: second })).body;
    expect(items).toHaveLength(2);
    const other = items.find((session: { current: boolean }) => !session.current);
    expect((await test.call('DELETE', `/auth/sessions/${other.id}`, { token: second })).status).toBe(204);
    expect(await statusOfMe(first)).toBe(401);
    expect(await statusOfMe(second)).toBe(200);
  });

  it('of another user does not exist', async () => {
    const admin = await test.bootstrap();
    const { token } = await addUser(admin, 'ann');
    const { items } = (await test.call('GET', '/auth/sessions', { token: admin })).body;
    expect((await test.call('DELETE', `/auth/sessions/${items[0].id}`, { token })).status).toBe(404);
    expect(await statusOfMe(admin)).toBe(200);
  });

  it('ends at once when the user changes their password, and a new one begins', async () => {
    const admin = await test.bootstrap();
    const { token } = await addUser(admin, 'ann');
    expect(await statusOfMe(token)).toBe(200);
    const changed = await test.call('PUT', '/me/password', {
      token,
      body: { current_password: 'long enough', new_password: 'even longer' },
    });
    expect(changed.status).toBe(200);
    expect(await statusOfMe(token)).toBe(401);
    expect(await statusOfMe(changed.body.token)).toBe(200);
    expect((await login('ann', 'long enough')).status).toBe(401);
    expect((await login('ann', 'even longer')).status).toBe(200);
  });

  it('ends at once when an admin sets a new password', async () => {
    const admin = await test.bootstrap();
    const { id, token } = await addUser(admin, 'ann');
    await test.call('PUT', `/config/users/${id}`, { token: admin, body: { password: 'set by admin' } });
    expect(await statusOfMe(token)).toBe(401);
  });

  it('ends at once when the user is deleted', async () => {
    const admin = await test.bootstrap();
    const { id, token } = await addUser(admin, 'ann');
    expect(await statusOfMe(token)).toBe(200);
    expect((await test.call('DELETE', `/config/users/${id}`, { token: admin })).status).toBe(204);
    expect(await statusOfMe(token)).toBe(401);
  });

  it('loses a capability at once when the role loses it', async () => {
    const admin = await test.bootstrap();
    const { roleId, token } = await addUser(admin, 'ann', { capabilities: ['admin'] });
    expect((await test.call('GET', '/config/users', { token })).status).toBe(200);
    await test.call('PUT', `/config/roles/${roleId}`, { token: admin, body: { capabilities: ['playback'] } });
    expect((await test.call('GET', '/config/users', { token })).status).toBe(403);
  });

  it('is dropped from the cache when another process changes the database, too', async () => {
    const admin = await test.bootstrap();
    const { id, token } = await addUser(admin, 'ann');
    expect(await statusOfMe(token)).toBe(200);
    await test.db.deleteFrom('appUser').where('id', '=', id).execute();
    await expect.poll(() => statusOfMe(token)).toBe(401);
  });
});

describe('the last administrator', () => {
  it('can be neither removed, nor demoted, nor lose their role’s capability', async () => {
    const admin = await test.bootstrap();
    const me = (await test.call('GET', '/me', { token: admin })).body;
    const viewer = (await test.call('GET', '/config/roles', { token: admin })).body.items.find(
      (role: { name: string }) => role.name === 'Viewer',
    );
    const attempts = [
      await test.call('DELETE', `/config/users/${me.id}`, { token: admin }),
      await test.call('PUT', `/config/users/${me.id}`, { token: admin, body: { role_id: viewer.id } }),
      await test.call('PUT', `/config/roles/${me.role.id}`, { token: admin, body: { capabilities: [] } }),
    ];
    expect(attempts.map(({ status, body }) => [status, body.type])).toEqual(
      attempts.map(() => [409, '/problems/last-admin']),
    );
    expect(await statusOfMe(admin)).toBe(200);
  });

  it('survives two admins removing each other at the same moment', async () => {
    const admin = await test.bootstrap();
    const other = await addUser(admin, 'other', { capabilities: ['admin'] });
    const me = (await test.call('GET', '/me', { token: admin })).body;
    await Promise.all([
      test.call('DELETE', `/config/users/${other.id}`, { token: admin }),
      test.call('DELETE', `/config/users/${me.id}`, { token: other.token }),
    ]);
    const left = await test.db.selectFrom('appUser').select('id').execute();
    expect(left).toHaveLength(1);
  });
});

describe('users and roles', () => {
  it('refuse names that are taken, unknown roles and cameras', async () => {
    const admin = await test.bootstrap();
    const { roleId } = await addUser(admin, 'ann');
    const create = (body: object) =>
      test.call('POST', '/config/users', {
        token: admin,
        body: { username: 'bob', password: 'long enough', role_id: roleId, ...body },
      });
    expect((await create({ username: 'ANN' })).body.type).toBe('/problems/name-taken');
    expect((await create({ username: 'Ζεύς' })).status).toBe(201);
    expect((await create({ username: 'ΖΕΎΣ' })).body.type).toBe('/problems/name-taken');
    expect((await create({ role_id: crypto.randomUUID() })).body.errors[0].pointer).toBe('/role_id');
    expect((await create({ camera_ids: [roleId] })).body.errors[0].pointer).toBe('/camera_ids/0');
    expect((await test.call('DELETE', `/config/roles/${roleId}`, { token: admin })).body).toMatchObject({
      type: '/problems/role-in-use',
      reason: { code: 'role-has-users' },
    });
  });

  it('never return a password or its hash', async () => {
    const admin = await test.bootstrap();
    const text = JSON.stringify((await test.call('GET', '/config/users', { token: admin })).body);
    expect(text).not.toMatch(/password|argon/i);
  });

  it('show only the cameras of the role and the user’s own', async () => {
    const admin = await test.bootstrap();
    const add = async (name: string) =>
      (await test.call('POST', '/config/cameras', { token: admin, body: { name, main_url: 'rtsp://10.0.0.5/x' } })).body
        .id as string;
    const [a, b] = [await add('A'), await add('B'), await add('C')];
    const ann = await addUser(admin, 'ann', { camera_ids: [a] });
    const names = async () =>
      (await test.call('GET', '/cameras', { token: ann.token })).body.items.map(
        (camera: { name: string }) => camera.name,
      );
    expect(await names()).toEqual(['A']);
    await test.call('PUT', `/config/users/${ann.id}`, { token: admin, body: { camera_ids: [b] } });
    expect(await names()).toEqual(['A', 'B']);
    await test.call('PUT', `/config/roles/${ann.roleId}`, { token: admin, body: { all_cameras: true } });
    expect(await names()).toEqual(['A', 'B', 'C']);
  });
});

describe('a media token', () => {
  it('opens its own camera for 15 minutes, and stops when the user loses the camera', async () => {
    const admin = await test.bootstrap();
    const add = async (name: string) =>
      (await test.call('POST', '/config/cameras', { token: admin, body: { name, main_url: 'rtsp://127.0.0.1:1/x' } }))
        .body.id as string;
    const [a, b] = [await add('A'), await add('B')];
    const ann = await addUser(admin, 'ann', { camera_ids: [a, b] });
    const { token, expires_at } = (await test.call('GET', `/media-token?camera_id=${a}`, { token: ann.token })).body;
    expect(Date.parse(expires_at) - test.clock.now()).toBe(15 * 60_000);
    // 502: access was granted, and there is no camera at the address.
    expect((await test.call('GET', `/cameras/${a}/frame.jpg?token=${token}`)).status).toBe(502);
    expect((await test.call('GET', `/cameras/${b}/frame.jpg?token=${token}`)).status).toBe(404);
    await test.call('PUT', `/config/roles/${ann.roleId}`, { token: admin, body: { camera_ids: [b] } });
    expect((await test.call('GET', `/cameras/${a}/frame.jpg?token=${token}`)).status).toBe(404);
    await test.call('PUT', `/config/roles/${ann.roleId}`, { token: admin, body: { camera_ids: [a] } });
    test.clock.step(15 * 60_000 + 1_000);
    expect((await test.call('GET', `/cameras/${a}/frame.jpg?token=${token}`)).status).toBe(401);
  });

  it('ends with the session it was created in', async () => {
    const admin = await test.bootstrap();
    const id = (
      await test.call('POST', '/config/cameras', {
        token: admin,
        body: { name: 'A', main_url: 'rtsp://127.0.0.1:1/x' },
      })
    ).body.id;
    const { token } = (await test.call('GET', `/media-token?camera_id=${id}`, { token: admin })).body;
    await test.call('POST', '/auth/logout', { token: admin });
    expect((await test.call('GET', `/cameras/${id}/frame.jpg?token=${token}`)).status).toBe(401);
  });
});
