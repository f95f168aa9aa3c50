import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect, type Database } from '../connect.ts';
import { createPool } from '../create-pool.ts';
import { clearLoginBackoff, reserveLoginAttempt } from './login-backoffs.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 8 }));
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const from = (usernameKey: string, source = '10.0.0.1') => ({ usernameKey, source });
const at = (seconds: number) => new Date(Date.parse('2026-11-15T12:00:00Z') + seconds * 1000);

it('admits five of many concurrent attempts', async () => {
  const attempts = await Promise.all(Array.from({ length: 40 }, () => reserveLoginAttempt(db, from('ann'), at(0))));
  expect(attempts.filter(({ kind }) => kind === 'reserved')).toHaveLength(5);
  expect(attempts.find(({ kind }) => kind === 'blocked')).toEqual({ kind: 'blocked', until: at(2) });
});

it('admits one after each wait, which doubles up to 15 minutes', async () => {
  for (let i = 0; i < 4; i += 1) await reserveLoginAttempt(db, from('bob'), at(0));
  let now = 0;
  for (const wait of [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]) {
    expect(await reserveLoginAttempt(db, from('bob'), at(now))).toEqual({ kind: 'reserved' });
    expect(await reserveLoginAttempt(db, from('bob'), at(now))).toEqual({ kind: 'blocked', until: at(now + wait) });
    now += wait;
  }
});

it('starts from nothing when cleared', async () => {
  for (let i = 0; i < 5; i += 1) await reserveLoginAttempt(db, from('eve'), at(0));
  await clearLoginBackoff(db, from('eve'));
  expect(await reserveLoginAttempt(db, from('eve'), at(0))).toEqual({ kind: 'reserved' });
});

it('counts each source separately: guesses elsewhere do not delay this one', async () => {
  for (let i = 0; i < 5; i += 1) await reserveLoginAttempt(db, from('kim'), at(0));
  expect((await reserveLoginAttempt(db, from('kim'), at(0))).kind).toBe('blocked');
  expect((await reserveLoginAttempt(db, from('kim', '10.0.0.2'), at(0))).kind).toBe('reserved');
});
