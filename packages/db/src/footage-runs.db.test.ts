import { type Interval, mergeIntervals, spanOf } from '@holdfast/domain';
import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Conn, connect, type Database } from './connect.ts';
import { createPool } from './create-pool.ts';
import { insertCamera } from './repositories/cameras.ts';
import { findDefaultPolicyId } from './repositories/policies.ts';
import { findDefaultStorageId } from './repositories/storages.ts';

const DAY_MS = Date.UTC(2026, 9, 25);
const TOLERANCES_MS = { footage: 1_000, motion: 1_000, wide_footage: 900_000, wide_motion: 900_000 };
const KINDS = Object.keys(TOLERANCES_MS) as (keyof typeof TOLERANCES_MS)[];
const STREAMS = ['main', 'sub'] as const;

let database: TestDatabase;
let db: Database;
let cameraId: string;
let storageId: string;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 4 }));
  storageId = await findDefaultStorageId(db);
  const policyId = await findDefaultPolicyId(db);
  cameraId = (await insertCamera(db, { name: 'Gate', mainUrl: 'rtsp://127.0.0.1/x', policyId })).id;
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(() => db.deleteFrom('segment').execute());

interface Row {
  stream: (typeof STREAMS)[number];
  second: number;
  /** Between the second in the name and the first picture: clocks are sometimes adjusted. */
  offsetMs: number;
  durationMs: number;
  hasMotion: boolean;
}

const columns = ({ stream, second, offsetMs, durationMs, hasMotion }: Row) => ({
  cameraId,
  stream,
  startTs: new Date(DAY_MS + second * 1000),
  preciseStartTs: new Date(DAY_MS + second * 1000 + offsetMs),
  durationMs,
  endTs: new Date(DAY_MS + second * 1000 + Math.max(0, offsetMs) + durationMs),
  storageId,
  path: `${stream}/${second}`,
  sizeBytes: 1,
  parameterHash: '',
  hasMotion,
});
const insert = (conn: Conn, rows: Row[]) =>
  conn
    .insertInto('segment')
    .values(rows.map(columns))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Recomputed from the segments, by the rules of the domain. */
async function recomputed() {
  const segments = await db.selectFrom('segment').selectAll().execute();
  return STREAMS.flatMap((stream) =>
    KINDS.map((kind) => ({
      stream,
      kind,
      runs: mergeIntervals(
        segments
          .filter((one) => one.stream === stream && (kind.endsWith('footage') || one.hasMotion))
          .map((one) => spanOf({ startMs: one.preciseStartTs.getTime(), durationMs: one.durationMs })),
        { toleranceMs: TOLERANCES_MS[kind] },
      ),
    })),
  );
}

async function kept() {
  const rows = await db.selectFrom('footageRun').selectAll().orderBy('startTs').execute();
  return STREAMS.flatMap((stream) =>
    KINDS.map((kind) => ({
      stream,
      kind,
      runs: rows
        .filter((run) => run.stream === stream && run.kind === kind)
        .map((run): Interval => ({ startMs: run.startTs.getTime(), endMs: run.endTs.getTime() })),
    })),
  );
}

// Close to each other for plain runs, and far enough apart for wide ones.
const someSecond = fc.oneof(
  { weight: 3, arbitrary: fc.nat(40) },
  fc.nat(20).map((i) => i * 400),
);
const row: fc.Arbitrary<Row> = fc.record({
  stream: fc.constantFrom(...STREAMS),
  second: someSecond,
  offsetMs: fc.oneof({ weight: 5, arbitrary: fc.nat(999) }, fc.integer({ min: -9_000, max: 9_000 })),
  durationMs: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 3_000 }) }, fc.nat(30_000)),
  hasMotion: fc.boolean(),
});
const few = { maxLength: 6 };
type Step = (conn: Conn) => Promise<unknown>;
const seconds = fc.array(someSecond, { minLength: 1, maxLength: 6 });
const startsAt = (second: number) => new Date(DAY_MS + second * 1000);
const chosen = (conn: Conn, among: number[]) => conn.updateTable('segment').where('startTs', 'in', among.map(startsAt));

const step: fc.Arbitrary<{ name: string; run: Step }> = fc.oneof(
  fc.array(row, { ...few, minLength: 1 }).map((rows) => ({
    name: `insert ${JSON.stringify(rows)}`,
    run: (conn: Conn) => insert(conn, rows),
  })),
  seconds.map((among) => ({
    name: `delete ${among}`,
    run: (conn: Conn) => conn.deleteFrom('segment').where('startTs', 'in', among.map(startsAt)).execute(),
  })),
  someSecond.map((until) => ({
    name: `delete the oldest to ${until}`,
    run: (conn: Conn) => conn.deleteFrom('segment').where('startTs', '<', startsAt(until)).execute(),
  })),
  fc.tuple(seconds, fc.boolean()).map(([among, hasMotion]) => ({
    name: `motion of ${among} is ${hasMotion}`,
    run: (conn: Conn) => chosen(conn, among).set({ hasMotion }).execute(),
  })),
  fc
    .tuple(seconds, fc.integer({ min: -4_000, max: 4_000 }), fc.integer({ min: 0, max: 4_000 }))
    .map(([among, byMs, durationMs]) => ({
      name: `move ${among} by ${byMs} to last ${durationMs}`,
      run: (conn: Conn) =>
        chosen(conn, among)
          .set({ preciseStartTs: sql<Date>`precise_start_ts + ${byMs} * interval '1 millisecond'`, durationMs })
          .execute(),
    })),
  seconds.map((among) => ({
    name: `archive ${among}`,
    run: (conn: Conn) => chosen(conn, among).set({ tier: 'archive' }).execute(),
  })),
  fc.tuple(seconds, fc.array(row, { ...few, minLength: 1 })).map(([among, rows]) => ({
    name: `delete ${among} and insert ${JSON.stringify(rows)} in one statement`,
    run: (conn: Conn) =>
      conn
        .with('gone', (with_) =>
          with_.deleteFrom('segment').where('startTs', 'in', among.map(startsAt)).returning('id'),
        )
        .insertInto('segment')
        .values(rows.map((one) => ({ ...columns(one), path: `new/${one.stream}/${one.second}` })))
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  })),
);

describe('the merged runs of a stream', () => {
  it('equal a recomputation from the segments, after any inserts, deletes and updates in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await db.deleteFrom('segment').execute();
        expect((await kept()).flatMap(({ runs }) => runs)).toEqual([]);
        for (const { run } of steps) {
          await run(db);
          expect(await kept()).toEqual(await recomputed());
        }
      }),
      { numRuns: 250 },
    );
  });

  it('grow in place while the recorder appends: a day of segments is one row', async () => {
    const rows = Array.from(
      { length: 2_000 },
      (_, i): Row => ({ stream: 'main', second: i * 4, offsetMs: 20, durationMs: 3_990, hasMotion: i % 100 < 3 }),
    );
    await insert(db, rows);
    expect((await kept()).map(({ runs }) => runs.length)).toEqual([1, 20, 1, 1, 0, 0, 0, 0]);
    expect(await kept()).toEqual(await recomputed());
  });

  it('are right when two connections write neighbouring segments at the same time', async () => {
    const one = (second: number): Row => ({ stream: 'main', second, offsetMs: 0, durationMs: 4_000, hasMotion: true });
    const order = Array.from({ length: 40 }, (_, i) => ((i * 17) % 40) * 4);
    await Promise.all(order.map((second) => db.transaction().execute((tx) => insert(tx, [one(second)]))));
    expect((await kept())[0]?.runs).toEqual([{ startMs: DAY_MS, endMs: DAY_MS + 160_000 }]);
    await Promise.all(
      order
        .filter((_, i) => i % 3 === 0)
        .map((second) => db.deleteFrom('segment').where('startTs', '=', startsAt(second)).execute()),
    );
    expect(await kept()).toEqual(await recomputed());
  });
});
