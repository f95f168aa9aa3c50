import type { Database, SchemaState } from '@holdfast/db';
import { createLogger, ExitWith } from '@holdfast/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { MemoryReading } from '../settings/last-known-settings.ts';
import { type LeaseDatabase, openLeaseDatabase } from '../testing/lease-database.ts';
import { wantedCamera } from '../testing/wanted-camera.ts';
import { beginRecording } from './begin-recording.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const mine = '00000000-0000-4000-8000-000000000001';
const yours = '00000000-0000-4000-8000-000000000002';
const HOUR_MS = 3_600_000;
const current = { kind: 'current' } as const;
const memory = {
  read: async (): Promise<MemoryReading> => ({
    kind: 'known',
    remembered: { cameras: [wantedCamera], storages: [], readerAccount: { username: 'viewer', password: 'looking' } },
  }),
};
let database: LeaseDatabase;
let db: Database;

beforeAll(async () => {
  database = await openLeaseDatabase(inject('postgresUrl'));
  ({ db } = database);
});
afterAll(() => database?.drop());
beforeEach(() => database.clear());

/** Called before each query for the lease, to simulate every way in which a database can fail to answer. */
const begin = (
  schema: (asked: number, stop: () => void) => Promise<SchemaState>,
  { lengthMs = HOUR_MS }: { lengthMs?: number } = {},
) => {
  const stop = new AbortController();
  let asked = 0;
  const ask = () => {
    asked += 1;
    return schema(asked, () => stop.abort());
  };
  const beginning = beginRecording({ db, schema: ask, holder: mine, memory, log, signal: stop.signal, lengthMs });
  return { beginning, stop: () => stop.abort(), asked: () => asked };
};
const anotherRecords = () =>
  db
    .updateTable('recorderLease')
    .set({ holder: yours, expiresAt: new Date(Date.now() + HOUR_MS) })
    .execute();
const leaseRow = () => db.selectFrom('recorderLease').select(['holder', 'epoch']).executeTakeFirstOrThrow();

describe('the start of recording', () => {
  it('happens under the lease when the database answers', async () => {
    const { beginning } = begin(async () => current);
    const began = await beginning;
    expect(began?.remembered).toBeUndefined();
    expect((await leaseRow()).holder).toBe(mine);
  });

  it('does not happen next to another recorder because one query failed', async () => {
    await anotherRecords();
    const { beginning } = begin(async (asked, stop) => {
      // Later than the patience at the start.
      if (asked === 7) throw new Error('Connection terminated unexpectedly');
      if (asked === 10) stop();
      return current;
    });
    expect(await beginning).toBeUndefined();
  });

  it('uses the last known settings when the database stays away for longer than that lease', async () => {
    await anotherRecords();
    const { beginning, stop, asked } = begin(
      async (question) => {
        if (question > 1) throw new Error('Connection terminated unexpectedly');
        return current;
      },
      { lengthMs: 2_500 },
    );
    const began = await beginning;
    expect(began?.remembered?.cameras).toHaveLength(1);
    expect(asked()).toBeGreaterThan(1);
    stop();
    await began?.leasing;
  });

  it('uses the last known settings while the database is being migrated, and changes nothing in it before that is done', async () => {
    const before = await leaseRow();
    let isMigrated = false;
    const { beginning } = begin(async () => (isMigrated ? current : { kind: 'behind', pending: ['0002_more.sql'] }));
    const began = await beginning;
    expect(began?.remembered?.cameras).toHaveLength(1);
    expect(await leaseRow()).toEqual(before);
    isMigrated = true;
    expect((await began?.leasing)?.epoch).toBe(before.epoch + 1);
  });

  it('never happens with a database of a newer version, which is not changed', async () => {
    const before = await leaseRow();
    const { beginning } = begin(async () => ({ kind: 'refuse', reason: 'The database is newer.' }));
    await expect(beginning).rejects.toThrow(new ExitWith(78, 'The database is newer.'));
    expect(await leaseRow()).toEqual(before);
  });
});
