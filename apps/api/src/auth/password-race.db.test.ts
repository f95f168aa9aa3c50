import { insertSession } from '@holdfast/db';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp, type TestReply } from '../test-app.ts';
import type { PasswordHasher } from './passwords.ts';

let test: TestApp;
afterEach(() => test.close());

/** Blocks callers after a step of the real hasher until released. */
function holdAfter(step: 'verify' | 'hash') {
  let armed = false;
  let reached = Promise.withResolvers<void>();
  let released = Promise.withResolvers<void>();
  const hold = async <T>(done: Promise<T>): Promise<T> => {
    const result = await done;
    if (!armed) return result;
    reached.resolve();
    await released.promise;
    return result;
  };
  return {
    around: (real: PasswordHasher): PasswordHasher => ({
      hash: (password) => (step === 'hash' ? hold(real.hash(password)) : real.hash(password)),
      verify: (hash, password) => (step === 'verify' ? hold(real.verify(hash, password)) : real.verify(hash, password)),
    }),
    /** Runs `meanwhile` while `call` is blocked after the step, then releases it. */
    async during(call: () => Promise<TestReply>, meanwhile: () => Promise<unknown>): Promise<TestReply> {
      armed = true;
      reached = Promise.withResolvers<void>();
      released = Promise.withResolvers<void>();
      const reply = call();
      // One that is answered before would be waited for in vain.
      await Promise.race([
        reached.promise,
        reply.then(({ status }) => Promise.reject(new Error(`answered ${status}`))),
      ]);
      armed = false;
      await meanwhile();
      released.resolve();
      return reply;
    },
  };
}

async function setUp(step: 'verify' | 'hash') {
  const held = holdAfter(step);
  test = await startTestApp(inject('postgresUrl'), { aroundPasswords: held.around });
  const admin = await test.bootstrap();
  const role = (await test.call('POST', '/config/roles', { token: admin, body: { name: 'R', capabilities: [] } })).body;
  const user = await test.call('POST', '/config/users', {
    token: admin,
    body: { username: 'ann', password: 'long enough', role_id: role.id },
  });
  const login = (password = 'long enough') => test.call('POST', '/auth/login', { body: { username: 'ann', password } });
  return { admin, held, login, userId: user.body.id as string };
}
const sessionsOf = (userId: string) => test.db.selectFrom('session').selectAll().where('userId', '=', userId).execute();
const change = (token: string, new_password: string, current_password = 'long enough') =>
  test.call('PUT', '/me/password', { token, body: { current_password, new_password } });

describe('a login whose password was checked just before', () => {
  it('the user changed it makes no session', async () => {
    const { held, login, userId } = await setUp('verify');
    const token = (await login()).body.token;
    let fresh: TestReply | undefined;
    // The change checks a password of the same name and would queue behind: so it is done as by another process.
    const reply = await held.during(login, async () => {
      await test.db.transaction().execute(async (tx) => {
        await tx.updateTable('appUser').set({ passwordHash: 'changed' }).where('id', '=', userId).execute();
        await tx.deleteFrom('session').where('userId', '=', userId).execute();
      });
      fresh = await test.call('GET', '/me', { token });
    });
    expect([reply.status, reply.body.type, fresh?.status]).toEqual([401, '/problems/wrong-credentials', 401]);
    expect(await sessionsOf(userId)).toEqual([]);
  });

  it('an admin set another makes no session', async () => {
    const { admin, held, login, userId } = await setUp('verify');
    const reply = await held.during(login, () =>
      test.call('PUT', `/config/users/${userId}`, { token: admin, body: { password: 'set by admin' } }),
    );
    expect(reply.status).toBe(401);
    expect(await sessionsOf(userId)).toEqual([]);
    expect((await login('set by admin')).status).toBe(200);
  });

  it('the user was deleted makes no session', async () => {
    const { admin, held, login, userId } = await setUp('verify');
    const reply = await held.during(login, () => test.call('DELETE', `/config/users/${userId}`, { token: admin }));
    expect([reply.status, reply.body.type]).toEqual([401, '/problems/wrong-credentials']);
  });

  it('a change waits for is ended by that change', async () => {
    const { login, userId } = await setUp('verify');
    await login();
    // The login's row is written but not committed when the password is changed: the change must wait and then find it.
    const { passwordHash } = await test.db
      .selectFrom('appUser')
      .select('passwordHash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    let changing: Promise<unknown> | undefined;
    await test.db.transaction().execute(async (tx) => {
      const expiresAt = new Date(test.clock.now() + 60_000);
      await insertSession(tx, {
        userId,
        passwordHash,
        remember: false,
        createdAt: new Date(test.clock.now()),
        expiresAt,
        clientAddress: null,
        userAgent: null,
      });
      changing = test.db.transaction().execute(async (other) => {
        await other.updateTable('appUser').set({ passwordHash: 'changed' }).where('id', '=', userId).execute();
        await other.deleteFrom('session').where('userId', '=', userId).execute();
      });
      await expect.poll(() => waitingForLocks()).toBe(1);
    });
    await changing;
    expect(await sessionsOf(userId)).toEqual([]);
  });
});

async function waitingForLocks(): Promise<number> {
  const client = new pg.Client({ connectionString: test.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].n;
  } finally {
    await client.end();
  }
}

describe('a change of password', () => {
  it('is refused when another one came first', async () => {
    const { held, login, userId } = await setUp('hash');
    const token = (await login()).body.token;
    const late = await held.during(
      () => change(token, 'came too late'),
      async () => expect((await change(token, 'came first')).status).toBe(200),
    );
    expect([late.status, late.body.type]).toEqual([401, '/problems/unauthenticated']);
    expect((await login('came first')).status).toBe(200);
    expect((await login('came too late')).status).toBe(401);
    expect(await sessionsOf(userId)).toHaveLength(2);
  });

  it('is refused when its session was ended meanwhile', async () => {
    const { held, login } = await setUp('hash');
    const token = (await login()).body.token;
    const late = await held.during(
      () => change(token, 'never taken'),
      () => test.call('POST', '/auth/logout', { token }),
    );
    expect(late.status).toBe(401);
    expect((await login()).status).toBe(200);
  });
});
