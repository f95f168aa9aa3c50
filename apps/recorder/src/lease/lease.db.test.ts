import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, insertRecorderSession } from '@holdfast/db';
import { createLogger, ExitWith } from '@holdfast/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type LeaseDatabase, openLeaseDatabase } from '../testing/lease-database.ts';
import { nameHolder } from './holder.ts';
import { takeLease } from './take-lease.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const mine = '00000000-0000-4000-8000-000000000001';
const yours = '00000000-0000-4000-8000-000000000002';
let database: LeaseDatabase;
let db: Database;

beforeAll(async () => {
  database = await openLeaseDatabase(inject('postgresUrl'));
  ({ db } = database);
});
afterAll(() => database?.drop());
beforeEach(() => database.clear());

const schema = async () => ({ kind: 'current' }) as const;
const take = (holder: string, lengthMs = 60_000) =>
  takeLease({ db, schema, holder, log, signal: new AbortController().signal, lengthMs });

describe('line 9: the lease', () => {
  it('is refused with one sentence while another recorder keeps renewing it', async () => {
    // Much longer than the second one waits, however slow the machine is.
    const first = await take(mine, 3_600_000);
    await expect(take(yours, 400)).rejects.toThrow(/^Another recorder is recording with this database/);
    await first?.renew();
  });

  it('is refused while it is renewed, even if it is shorter than the patience of the second recorder', async () => {
    const lengthMs = 5_000;
    const first = await take(mine, lengthMs);
    // Renewed before every query of the second: a stall between two heartbeats cannot let it expire.
    const renewFirst = async () => {
      await first?.renew();
      return schema();
    };
    const { signal } = new AbortController();
    const second = takeLease({ db, schema: renewFirst, holder: yours, log, signal, lengthMs });
    await expect(second).rejects.toThrow(/^Another recorder is recording with this database/);
    await first?.renew();
  });

  it('passes to the next recorder when it expires, and the first is fenced', async () => {
    const first = await take(mine, 300);
    const second = await take(yours, 300);
    expect(second?.epoch).toBe((first?.epoch ?? 0) + 1);
    await expect(first?.renew()).rejects.toThrow('Another recorder has taken over the cameras: this one stops.');
    await second?.renew();
  });

  it('is renewed by a heartbeat, of which a fenced recorder writes nothing', async () => {
    const [first, startedAt] = [await take(mine, 1), new Date()];
    const beatAt = (ms: number) => new Date(startedAt.getTime() + ms);
    const sessionId = await insertRecorderSession(db, startedAt);
    const written = () =>
      db
        .selectFrom(['recorderRun', 'processHeartbeat', 'recorderLease'])
        .select(['recorderRun.beatAt as sessionBeatAt', 'processHeartbeat.beatAt', 'version', 'expiresAt'])
        .where('recorderRun.id', '=', sessionId)
        .execute();
    await first?.beat({ sessionId, startedAt, beatAt: beatAt(5_000), version: '1' });
    const second = await take(mine);
    const before = await written();
    expect(before).toMatchObject([{ sessionBeatAt: beatAt(5_000), beatAt: beatAt(5_000), version: '1' }]);
    const late = first?.beat({ sessionId, startedAt, beatAt: beatAt(10_000), version: '1' });
    await expect(late).rejects.toThrow('Another recorder has taken over the cameras: this one stops.');
    expect(await written()).toEqual(before);
    await second?.beat({ sessionId, startedAt, beatAt: beatAt(15_000), version: '2' });
    const [after] = await written();
    expect(after).toMatchObject({ sessionBeatAt: beatAt(15_000), beatAt: beatAt(15_000), version: '2' });
    expect(Number(after?.expiresAt)).toBeGreaterThan(Number(before[0]?.expiresAt));
  });

  it('can be renewed after it has expired if no other recorder took it', async () => {
    const lease = await take(mine, 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await lease?.renew();
  });

  it('passes at once to the successor of a killed recorder', async () => {
    const first = await take(mine);
    const second = await take(mine);
    expect(second?.epoch).toBe((first?.epoch ?? 0) + 1);
    await expect(first?.renew()).rejects.toThrow('taken over');
  });

  it('is free at once when released, but not by a fenced recorder', async () => {
    const first = await take(mine);
    const second = await take(mine);
    await first?.giveUp();
    await second?.renew();
    await second?.giveUp();
    expect((await take(yours))?.epoch).toBe((second?.epoch ?? 0) + 1);
  });

  it('is given to exactly one of many concurrent recorders', async () => {
    const patient = new AbortController();
    const asks = Array.from({ length: 20 }, (_, i) =>
      takeLease({
        db,
        schema,
        holder: `00000000-0000-4000-8000-0000000001${String(i).padStart(2, '0')}`,
        log,
        signal: patient.signal,
        lengthMs: 60_000,
      }),
    );
    const first = await Promise.race(asks);
    patient.abort();
    const got = (await Promise.all(asks)).filter((lease) => lease !== undefined);
    expect(got).toEqual([first]);
  });
});

describe('a database of another version', () => {
  const leaseRow = () => db.selectFrom('recorderLease').selectAll().execute();

  it('ends the recorder with one sentence, and is not changed', async () => {
    const before = await leaseRow();
    const refused = takeLease({
      db,
      schema: async () => ({ kind: 'refuse', reason: 'The database is newer.' }),
      holder: mine,
      log,
      signal: new AbortController().signal,
    });
    await expect(refused).rejects.toThrow(new ExitWith(78, 'The database is newer.'));
    expect(await leaseRow()).toEqual(before);
  });

  it('that is being migrated is waited for, and not changed meanwhile', async () => {
    const before = await leaseRow();
    const rows: unknown[] = [];
    const lease = await takeLease({
      db,
      schema: async () => {
        rows.push(await leaseRow());
        return rows.length < 3 ? { kind: 'behind', pending: ['0002_more.sql'] } : { kind: 'current' };
      },
      holder: mine,
      log,
      signal: new AbortController().signal,
    });
    expect(rows).toEqual([before, before, before]);
    await lease?.renew();
  });
});

describe('the name of the holder', () => {
  it('stays the same in one place, and differs outside the scope of the lock', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holder-'));
    const name = await nameHolder(folder);
    expect(await nameHolder(folder)).toBe(name);
    await writeFile(join(folder, 'lease-holder.json'), JSON.stringify({ holder: name, place: 'another machine' }));
    expect(await nameHolder(folder)).not.toBe(name);
    await writeFile(join(folder, 'lease-holder.json'), 'torn');
    expect(await nameHolder(folder)).toMatch(/^[0-9a-f-]{36}$/);
    await rm(folder, { recursive: true });
  });
});
