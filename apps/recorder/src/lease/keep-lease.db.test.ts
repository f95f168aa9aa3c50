import { createLogger, systemClock } from '@holdfast/kit';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type LeaseDatabase, openLeaseDatabase } from '../testing/lease-database.ts';
import { keepLease } from './keep-lease.ts';
import { takeLease } from './take-lease.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let database: LeaseDatabase;
beforeAll(async () => {
  database = await openLeaseDatabase(inject('postgresUrl'));
});
afterAll(() => database?.drop());

const sessions = () =>
  database.db.selectFrom('recorderRun').select(['startedAt', 'beatAt', 'endedAt']).orderBy('id').execute();

it('a recorder that was frozen does not count as running for that time', async () => {
  const { db } = database;
  const schema = async () => ({ kind: 'current' }) as const;
  const stopping = new AbortController();
  const { signal } = stopping;
  const holder = '00000000-0000-4000-8000-000000000001';
  const lease = await takeLease({ db, schema, holder, log, signal, lengthMs: 60_000 });
  if (lease === undefined) throw new Error('The lease was not free.');
  const timing = { beatMs: 20, frozenMs: 60_000 };
  const kept = keepLease({ db, lease, clock: systemClock, log, version: '1', startedAt: new Date(), signal, timing });
  await expect.poll(async () => (await sessions()).length).toBe(1);
  timing.frozenMs = 500;
  // Nothing of this process runs meanwhile, as after SIGSTOP.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  await expect.poll(async () => (await sessions()).length).toBeGreaterThan(1);
  const [first, second] = await sessions();
  expect(Number(second?.startedAt) - Number(first?.endedAt)).toBeGreaterThan(500);
  stopping.abort();
  await kept;
});
