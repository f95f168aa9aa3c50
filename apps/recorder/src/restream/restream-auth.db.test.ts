import { createHash } from 'node:crypto';
import { connect, createPool, type Database, findDefaultPolicyId, insertCamera, insertSession } from '@holdfast/db';
import { createLogger, createSecretBox, createTokens, type Tokens } from '@holdfast/kit';
import type { StreamCredentials, StreamPurpose } from '@holdfast/media';
import { createTestDatabase, fakeClock, type TestDatabase } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadReaderAccount } from './reader-account.ts';
import { createRestreamAuth, type RestreamAuth } from './restream-auth.ts';

const clock = fakeClock();
const secrets = createSecretBox(Buffer.alloc(32, 1));
const log = createLogger({ name: 'test', level: 'silent' });
let database: TestDatabase;
let db: Database;
let tokens: Tokens;
let auth: RestreamAuth;
let gate: string;
let yard: string;
let userId: string;
let sessionId: string;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 2 }));
  tokens = createTokens(Buffer.alloc(32, 2), clock);
  auth = createRestreamAuth({ db, tokens, clock });
  const policyId = await findDefaultPolicyId(db);
  const add = async (name: string) => (await insertCamera(db, { name, mainUrl: 'rtsp://cam/', policyId })).id;
  [gate, yard] = [await add('Gate'), await add('Yard')];
  const role = await db
    .insertInto('role')
    .values({ name: 'Watcher', nameKey: 'watcher', capabilities: [], allCameras: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const user = await db
    .insertInto('appUser')
    .values({ username: 'walt', usernameKey: 'walt', passwordHash: 'none', roleId: role.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  userId = user.id;
  await db.insertInto('userCamera').values({ userId, cameraId: gate }).execute();
  const expiresAt = new Date(clock.now() + 3_600_000);
  const times = { createdAt: new Date(clock.now()), expiresAt };
  const session = { userId, passwordHash: 'none', remember: false, ...times, clientAddress: null, userAgent: null };
  sessionId = (await insertSession(db, session))?.id ?? '';
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const opens = (shown: StreamCredentials, cameraId: string, purpose: StreamPurpose = 'read', isOwn = true) =>
  auth.authorize(shown, { cameraId, stream: 'main', purpose, isOwnProcess: async () => isOwn });
const basic = (username: string, password: string): StreamCredentials => ({ kind: 'basic', username, password });
const mediaToken = async (
  cameraId: string,
  expiresAt = new Date(clock.now() + 900_000),
): Promise<StreamCredentials> => ({
  kind: 'token',
  token: await tokens.signMedia({ userId, sessionId, cameraId, expiresAt }),
});

describe('line 24: access to the restream', () => {
  it('a child process may use its ticket once, for what it was issued for', async () => {
    const ticket = (purpose: StreamPurpose) =>
      ({ kind: 'token', token: auth.issueTicket({ cameraId: gate, stream: 'main', purpose }) }) as const;
    for (const purpose of ['read', 'publish'] as const) {
      const shown = ticket(purpose);
      expect(await opens(shown, gate, purpose)).toBe('own');
      expect(await opens(shown, gate, purpose)).toBe(false);
      expect(await opens(ticket(purpose), yard, purpose)).toBe(false);
      expect(await opens(ticket(purpose), gate, purpose === 'read' ? 'publish' : 'read')).toBe(false);
    }
  });

  it('a ticket is of no use to other users of the machine', async () => {
    const token = auth.issueTicket({ cameraId: gate, stream: 'main', purpose: 'publish' });
    expect(await opens({ kind: 'token', token }, gate, 'publish', false)).toBe(false);
    expect(await opens({ kind: 'token', token }, gate, 'publish')).toBe('own');
  });

  it('the account created at the first start may only read, and stays the same', async () => {
    const account = await loadReaderAccount({ db, secrets, log });
    expect(await opens(basic(account.username, account.password), gate)).toBe(false);
    auth.setReaderAccount(account);
    expect(await opens(basic(account.username, account.password), gate)).toBe(true);
    expect(await opens(basic(account.username, account.password), gate, 'publish')).toBe(false);
    const matches = (password: string) => password === account.password;
    expect(await opens({ kind: 'digest', username: account.username, matches }, gate)).toBe(true);
    expect(await opens({ kind: 'digest', username: 'somebody', matches }, gate)).toBe(false);
    expect(await loadReaderAccount({ db, secrets, log })).toEqual(account);
    const stored = await db.selectFrom('restreamAccount').select('password').executeTakeFirstOrThrow();
    expect(stored.password.includes(account.password)).toBe(false);
  });

  it('two concurrent starts end up with the same account', async () => {
    await db.deleteFrom('restreamAccount').execute();
    const both = await Promise.all([1, 2].map(() => loadReaderAccount({ db, secrets, log })));
    expect(both[0]).toEqual(both[1]);
  });

  it('an account encrypted with a lost key is replaced', async () => {
    const other = createSecretBox(Buffer.alloc(32, 9));
    const before = await loadReaderAccount({ db, secrets, log });
    const after = await loadReaderAccount({ db, secrets: other, log });
    expect(after.password).not.toBe(before.password);
    expect(await loadReaderAccount({ db, secrets: other, log })).toEqual(after);
  });

  it('a media token allows reading its own camera while its session is valid and its user may see the camera', async () => {
    expect(await opens(await mediaToken(gate), gate)).toEqual({ stillAllowed: expect.any(Function) });
    expect(await opens(await mediaToken(gate), yard)).toBe(false);
    expect(await opens(await mediaToken(gate), gate, 'publish')).toBe(false);
    expect(await opens(await mediaToken(yard), yard)).toBe(false);
    expect(await opens(await mediaToken(gate, new Date(clock.now() - 1_000)), gate)).toBe(false);
    expect(await opens({ kind: 'token', token: 'nonsense' }, gate)).toBe(false);
    const expiresAt = new Date(clock.now() + 900_000);
    const user = await tokens.signUser({ userId, sessionId, expiresAt });
    expect(await opens({ kind: 'token', token: user }, gate)).toBe(false);
    const still = await mediaToken(gate);
    await db.updateTable('camera').set({ removedAt: new Date(), footageFate: 'keep' }).where('id', '=', gate).execute();
    expect(await opens(still, gate)).toBe(false);
    await db.updateTable('camera').set({ removedAt: null, footageFate: null }).where('id', '=', gate).execute();
    const admission = await opens(still, gate);
    if (typeof admission !== 'object') throw new Error('not let in');
    // The token expires; its session stays valid.
    clock.step(901_000);
    expect(await admission.stillAllowed()).toBe(true);
    await db.deleteFrom('userCamera').where('cameraId', '=', gate).execute();
    expect(await admission.stillAllowed()).toBe(false);
    await db.insertInto('userCamera').values({ userId, cameraId: gate }).execute();
    expect(await admission.stillAllowed()).toBe(true);
    await db.deleteFrom('session').where('id', '=', sessionId).execute();
    expect(await admission.stillAllowed()).toBe(false);
    expect(await opens(still, gate)).toBe(false);
  });

  it('the token of a plate worker allows reading its own camera until the worker has ended', async () => {
    const token = 'made by the launcher';
    const tokenDigest = createHash('sha256').update(token).digest();
    await db.insertInto('plateWorker').values({ cameraId: yard, tokenDigest }).execute();
    const shown: StreamCredentials = { kind: 'token', token };
    const admission = await opens(shown, yard);
    expect(admission).toEqual({ stillAllowed: expect.any(Function) });
    expect(await opens(shown, gate)).toBe(false);
    expect(await opens(shown, yard, 'publish')).toBe(false);
    await db.deleteFrom('plateWorker').where('tokenDigest', '=', tokenDigest).execute();
    expect(await opens(shown, yard)).toBe(false);
    expect(typeof admission === 'object' && (await admission.stillAllowed())).toBe(false);
  });
});
