import {
  connect,
  createPool,
  type Database,
  findDefaultPolicyId,
  insertCamera,
  type StreamStatusRow,
} from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import { createTestDatabase, fakeClock, type TestDatabase } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createStreamAlarms } from './stream-alarms.ts';
import { createStreamBoard } from './stream-board.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let database: TestDatabase;
let db: Database;
let cameraId: string;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 2 }));
  const policyId = await findDefaultPolicyId(db);
  cameraId = (await insertCamera(db, { name: 'Gate', mainUrl: 'rtsp://cam/', policyId })).id;
});
beforeEach(async () => {
  await db.deleteFrom('raisedEvent').execute();
  await db.deleteFrom('streamStateChange').execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const events = async () =>
  (await db.selectFrom('raisedEvent').selectAll().orderBy('id').execute()).map(({ eventKey, detail }) => [
    eventKey,
    detail,
  ]);

function setUp(options: { maintenanceUntilMs?: number; upMs?: number } = {}) {
  const clock = fakeClock();
  const board = createStreamBoard({ clock, onChange: () => {} });
  board.setStreams([{ cameraId, stream: 'main', off: null }]);
  const { maintenanceUntilMs, upMs = 3_600_000 } = options;
  const alarms = createStreamAlarms({
    db,
    rows: (): StreamStatusRow[] => board.rows(),
    footageOf: board.footageOf,
    nameOf: () => 'Gate',
    clock,
    log,
    bootGraceMs: 180_000,
    maintenanceUntilMs,
    upMs: () => upMs,
  });
  const state = (...change: [Parameters<typeof board.state>[1], string | null]) =>
    board.state({ cameraId, stream: 'main' }, ...change);
  /** Records a segment that starts `agoMs` before now and ends a second after now. */
  const record = (agoMs = 0) => {
    state('recording', null);
    board.published(
      { cameraId, stream: 'main' },
      {
        preciseStartMs: clock.now() - agoMs,
        endMs: clock.now() + 1_000,
        summary: { tracks: [] },
      },
    );
    clock.step(1_000);
  };
  return { clock, state, record, alarms };
}

describe('line 7: a failing stream raises an event', () => {
  it('once, and again only after it has recorded', async () => {
    const { clock, state, record, alarms } = setUp();
    state('offline', 'The camera does not answer.');
    await alarms.check();
    expect(await events()).toEqual([]);
    clock.step(31_000);
    await alarms.check();
    await alarms.check();
    expect(await events()).toEqual([['camera_offline', 'Gate is offline. The camera does not answer.']]);
    record();
    await alarms.check();
    state('stalled', null);
    await alarms.check();
    record();
    await alarms.check();
    state('offline', 'The camera does not answer.');
    clock.step(31_000);
    await alarms.check();
    expect((await events()).map(([key]) => key)).toEqual([
      'camera_offline',
      'camera_back',
      'stream_no_segments',
      'camera_back',
      'camera_offline',
    ]);
  });

  it('and another one on its return, with the length of the outage, whatever happened meanwhile', async () => {
    const { clock, state, record, alarms } = setUp();
    for (const next of ['offline', 'connecting', 'offline', 'rejected', 'connecting'] as const) {
      state(next, null);
      clock.step(20_000);
      await alarms.check();
    }
    record();
    await alarms.check();
    await alarms.check();
    expect(await events()).toEqual([
      ['camera_offline', 'Gate is offline.'],
      ['camera_stream_rejected', 'Gate rejects our connection.'],
      ['camera_back', 'Recording of Gate works again. Nothing was recorded for 2 minutes.'],
    ]);
  });

  it('with the length of the footage that is missing, once that is known', async () => {
    const { clock, state, record, alarms } = setUp();
    record();
    state('stalled', null);
    await alarms.check();
    clock.step(32_000);
    state('recording', null);
    await alarms.check();
    expect((await events()).map(([key]) => key)).toEqual(['stream_no_segments']);
    // The camera sends what it has kept of the last seventeen seconds.
    record(17_000);
    await alarms.check();
    expect((await events()).at(-1)).toEqual([
      'camera_back',
      'Recording of Gate works again. Nothing was recorded for 15 seconds.',
    ]);
    const [{ data } = { data: null }] = await db
      .selectFrom('raisedEvent')
      .select('data')
      .where('eventKey', '=', 'camera_back')
      .execute();
    expect(data).toMatchObject({ outage_ms: 15_000 });
  });

  it('without blaming the camera for a storage that was missing, whose footage is written later', async () => {
    const { clock, state, record, alarms } = setUp();
    record();
    state('storage_missing', 'storage-not-found?path=%2Fa');
    clock.step(40_000);
    await alarms.check();
    record(41_000);
    await alarms.check();
    expect((await events()).at(-1)).toEqual(['camera_back', 'Recording of Gate works again. No footage is missing.']);
  });

  it('also when the recorder was restarted during the outage', async () => {
    const before = setUp();
    before.state('offline', null);
    before.clock.step(31_000);
    await before.alarms.check();
    const after = setUp();
    after.clock.step(before.clock.now() - after.clock.now() + 60_000);
    after.record();
    await after.alarms.check();
    expect((await events()).map(([key]) => key)).toEqual(['camera_offline', 'camera_back']);
    // A stream that recorded or was switched off since the alarm has no outage.
    await db
      .insertInto('streamStateChange')
      .values({ cameraId, stream: 'main', ts: new Date(), reason: null })
      .execute();
    const later = setUp();
    later.record();
    await later.alarms.check();
    expect(await events()).toHaveLength(2);
  });

  it('not during maintenance, nor shortly after the start', async () => {
    const quiet = setUp({ maintenanceUntilMs: Number.MAX_SAFE_INTEGER });
    quiet.state('rejected', null);
    await quiet.alarms.check();
    const early = setUp({ upMs: 60_000 });
    early.state('offline', null);
    early.clock.step(60_000);
    await early.alarms.check();
    expect(await events()).toEqual([]);
  });
});
