import {
  connect,
  createPool,
  type Database,
  findDefaultPolicyId,
  insertCamera,
  insertUser,
  listStateSpans,
} from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import { createTestDatabase, fakeClock, type TestDatabase, until } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createStreamBoard } from '../status/stream-board.ts';
import { clockWatch } from './clock-watch.ts';
import { createLedger } from './ledger.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let database: TestDatabase;
let db: Database;
let cameraId: string;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 2 }));
  const policyId = await findDefaultPolicyId(db);
  const role = await db
    .selectFrom('role')
    .select('id')
    .where('allCameras', '=', true)
    .limit(1)
    .executeTakeFirstOrThrow();
  userId = (await insertUser(db, { username: 'ann', passwordHash: '', roleId: role.id })).id;
  cameraId = (await insertCamera(db, { name: 'Gate', mainUrl: 'rtsp://cam/', policyId })).id;
});
beforeEach(() => db.deleteFrom('streamStateChange').execute());
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const written = async () => {
  const rows = await db.selectFrom('streamStateChange').selectAll().orderBy('id').execute();
  return rows.map(({ ts, reason }) => [ts.getTime(), reason]);
};
/** What the timeline reads from it. */
const explained = async ({ startMs, endMs }: { startMs: number; endMs: number }) => {
  const range = { userId, cameraIds: [cameraId], start: new Date(startMs), end: new Date(endMs) };
  const within = [{ cameraId, startMs, endMs }];
  const spans = await listStateSpans(db, range, { within, toleranceMs: 0 });
  return spans.map(({ reason, startMs: from, endMs: to }) => [reason, from, to]);
};
const ref = () => ({ cameraId, stream: 'main' }) as const;

describe('line 23: every second of every enabled camera is recorded or explained', () => {
  it('one row whenever the reason changes, and none when it does not', async () => {
    const ledger = createLedger({ db, log });
    for (const [state, atMs] of [
      ['connecting', 1_000],
      ['offline', 2_000],
      ['rejected', 3_000],
      ['recording', 4_000],
      ['recording', 5_000],
      ['disk_full', 6_000],
      ['storage_missing', 7_000],
      ['stalled', 8_000],
      ['off', 9_000],
    ] as const)
      ledger.note(ref(), state, atMs);
    await ledger.flush();
    await ledger.flush();
    expect(await written()).toEqual([
      [1_000, 'offline'],
      [4_000, null],
      [6_000, 'disk_full'],
      [7_000, 'storage_missing'],
      [8_000, 'stalled'],
      [9_000, 'off'],
    ]);
  });

  it('drops only the oldest when its queue overflows while the database is slow', async () => {
    const ledger = createLedger({ db, log, maxWaiting: 2 });
    ledger.note(ref(), 'offline', 1_000);
    ledger.note(ref(), 'recording', 2_000);
    const flushing = ledger.flush();
    // The queue is full of rows that are being written: these two displace them.
    ledger.note(ref(), 'stalled', 3_000);
    ledger.note(ref(), 'recording', 4_000);
    await flushing;
    await ledger.flush();
    expect(await written()).toEqual([
      [1_000, 'offline'],
      [2_000, null],
      [3_000, 'stalled'],
      [4_000, null],
    ]);
  });

  it('a missing camera is maintenance during announced maintenance, and has its real state afterwards', async () => {
    const ledger = createLedger({ db, log, maintenanceUntilMs: 5_000 });
    ledger.note(ref(), 'offline', 1_000);
    await ledger.flush();
    // The board only reports changes: there are none of a camera that stays offline.
    expect(await explained({ startMs: 1_000, endMs: 60_000_000 })).toEqual([
      ['maintenance', 1_000, 5_000],
      ['offline', 5_000, 60_000_000],
    ]);
  });

  it('maintenance explains neither faults of our own nor a camera that came back', async () => {
    const ledger = createLedger({ db, log, maintenanceUntilMs: 50_000 });
    ledger.note(ref(), 'offline', 1_000);
    ledger.note(ref(), 'disk_full', 10_000);
    ledger.note(ref(), 'stalled', 20_000);
    ledger.note(ref(), 'off', 30_000);
    ledger.note(ref(), 'connecting', 40_000);
    ledger.note(ref(), 'recording', 45_000);
    ledger.note(ref(), 'offline', 60_000);
    await ledger.flush();
    expect(await explained({ startMs: 1_000, endMs: 70_000 })).toEqual([
      ['maintenance', 1_000, 10_000],
      ['disk_full', 10_000, 20_000],
      ['maintenance', 20_000, 30_000],
      ['off', 30_000, 40_000],
      ['maintenance', 40_000, 45_000],
      [null, 45_000, 60_000],
      ['offline', 60_000, 70_000],
    ]);
  });

  it('a clock that jumps past the end of maintenance ends it', async () => {
    const ledger = createLedger({ db, log, maintenanceUntilMs: 50_000 });
    ledger.note(ref(), 'offline', 10_000);
    ledger.noteClockStep({ fromMs: 20_000, toMs: 30_000 });
    ledger.noteClockStep({ fromMs: 40_000, toMs: 60_000 });
    await ledger.flush();
    expect(await explained({ startMs: 10_000, endMs: 70_000 })).toEqual([
      ['maintenance', 10_000, 20_000],
      ['clock_step', 20_000, 30_000],
      ['maintenance', 30_000, 40_000],
      ['clock_step', 40_000, 60_000],
      ['offline', 60_000, 70_000],
    ]);
  });

  it('a clock set forward leaves skipped time, and the state before it continues after it', async () => {
    const ledger = createLedger({ db, log });
    ledger.note(ref(), 'recording', 1_000);
    ledger.noteClockStep({ fromMs: 2_000, toMs: 3_602_000 });
    await ledger.flush();
    expect(await written()).toEqual([
      [1_000, null],
      [2_000, 'clock_step'],
      [3_602_000, null],
    ]);
  });

  it('changes of a camera that was deleted meanwhile do not hold up the others', async () => {
    const ledger = createLedger({ db, log });
    ledger.note({ cameraId: '00000000-0000-4000-8000-000000000009', stream: 'main' }, 'offline', 1_000);
    ledger.note(ref(), 'offline', 2_000);
    await ledger.flush();
    expect(await written()).toEqual([[2_000, 'offline']]);
  });

  it('what could not be written is written later, once', async () => {
    const ledger = createLedger({ db, log });
    ledger.note(ref(), 'offline', 1_000);
    await db.schema.alterTable('streamStateChange').renameTo('elsewhere').execute();
    await expect(ledger.flush()).rejects.toThrow();
    ledger.note(ref(), 'recording', 2_000);
    await expect(ledger.flush()).rejects.toThrow();
    await db.schema.alterTable('elsewhere').renameTo('streamStateChange').execute();
    await ledger.flush();
    await ledger.flush();
    expect(await written()).toEqual([
      [1_000, 'offline'],
      [2_000, null],
    ]);
  });
});

describe('the board of streams', () => {
  it('dates a fault back to where the footage ended', () => {
    const clock = fakeClock(100_000);
    const changes: [string, number][] = [];
    const board = createStreamBoard({ clock, onChange: (_, { state, atMs }) => changes.push([state, atMs]) });
    board.setStreams([{ ...ref(), off: null }]);
    board.published(ref(), { preciseStartMs: 96_000, endMs: 100_000, summary: { tracks: [] } });
    board.state(ref(), 'recording', null);
    clock.step(30_000);
    board.state(ref(), 'stalled', 'No footage.');
    expect(changes).toEqual([
      ['connecting', 100_000],
      ['recording', 100_000],
      ['stalled', 100_000],
    ]);
    expect(board.rows()).toMatchObject([{ state: 'stalled', detail: 'No footage.', segmentLagMs: 30_000 }]);
  });

  it('shows streams that are off, and forgets removed ones', () => {
    const clock = fakeClock();
    const forgotten: string[] = [];
    const board = createStreamBoard({
      clock,
      onChange: () => {},
      onForgotten: (gone) => forgotten.push(gone.cameraId),
    });
    board.setStreams([{ ...ref(), off: 'The camera is disabled.' }]);
    expect(board.rows()).toMatchObject([{ state: 'off', detail: 'The camera is disabled.' }]);
    board.setStreams([{ ...ref(), off: null }]);
    expect(board.rows()).toMatchObject([{ state: 'connecting' }]);
    board.setStreams([]);
    expect(board.rows()).toEqual([]);
    expect(forgotten).toEqual([cameraId]);
  });
});

describe('the clock watch', () => {
  it('reports a step once, and no passing time', async () => {
    const clock = fakeClock(1_000_000);
    let steadyMs = 0;
    const steps: number[] = [];
    const task = clockWatch({
      clock,
      log,
      hasStreams: () => true,
      monotonicMs: () => steadyMs,
      onStep: ({ fromMs, toMs }) => steps.push(toMs - fromMs),
    });
    const stop = new AbortController();
    const running = task.run(stop.signal);
    steadyMs += 1_000;
    clock.step(1_000 + 3_600_000);
    await until(() => steps.length > 0);
    stop.abort();
    await running;
    expect(steps).toEqual([3_600_000]);
  });
});
