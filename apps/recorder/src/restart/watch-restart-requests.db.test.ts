import { findRecorderRestart, requestRecorderRestart } from '@holdfast/db';
import { createLogger, createWakeUp, exitCodes, systemClock } from '@holdfast/kit';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { keepLease } from '../lease/keep-lease.ts';
import { takeLease } from '../lease/take-lease.ts';
import { type LeaseDatabase, openLeaseDatabase } from '../testing/lease-database.ts';
import { watchRestartRequests } from './watch-restart-requests.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let database: LeaseDatabase;
let stopping = new AbortController();
beforeAll(async () => {
  database = await openLeaseDatabase(inject('postgresUrl'));
});
afterAll(() => database?.drop());
afterEach(() => stopping.abort());

const ask = () => requestRecorderRestart(database.db, { requestedAt: new Date(), requestedBy: null });
const watch = () => {
  stopping = new AbortController();
  const startedAt = new Date();
  const [{ db }, requested] = [database, createWakeUp()];
  return watchRestartRequests({ db, clock: systemClock, log, startedAt, requested, intervalMs: 10 }).run(
    stopping.signal,
  );
};
const isTaken = async () => (await findRecorderRestart(database.db)).takenAt !== null;

it('a request from before the start is fulfilled by the start', async () => {
  await ask();
  const watching = watch();
  await expect.poll(isTaken).toBe(true);
  stopping.abort();
  await expect(watching).resolves.toBeUndefined();
});

it('a request ends the process with its own exit code, however often it was made', async () => {
  await ask();
  const watching = watch().catch((err: unknown) => err);
  // The first check fulfils earlier requests.
  await expect.poll(isTaken).toBe(true);
  await Promise.all(Array.from({ length: 20 }, ask));
  expect(await watching).toMatchObject({ name: 'ExitWith', exitCode: exitCodes.restart });
});

it('is noted at the end of the session, so that the gap has its own reason', async () => {
  const { db } = database;
  stopping = new AbortController();
  const { signal } = stopping;
  const schema = async () => ({ kind: 'current' }) as const;
  const holder = '00000000-0000-4000-8000-000000000002';
  const lease = await takeLease({ db, schema, holder, log, signal, lengthMs: 60_000 });
  if (lease === undefined) throw new Error('The lease was not free.');
  const kept = keepLease({
    db,
    lease,
    clock: systemClock,
    log,
    version: '1',
    startedAt: new Date(),
    signal,
    isRestart: () => true,
  });
  const sessions = () => db.selectFrom('recorderRun').select(['endedAt', 'restart']).execute();
  await expect.poll(async () => (await sessions()).length).toBe(1);
  expect(await sessions()).toEqual([{ endedAt: null, restart: false }]);
  stopping.abort();
  await kept;
  expect(await sessions()).toEqual([{ endedAt: expect.any(Date), restart: true }]);
});
