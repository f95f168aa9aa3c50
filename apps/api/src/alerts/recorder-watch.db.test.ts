import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { recorderBeats } from '../test-recorder-beat.ts';
import { createRecorderWatch } from './recorder-watch.ts';

let test: TestApp;
let ticksMs = 0;
beforeEach(async () => {
  test = await startTestApp(inject('postgresUrl'));
});
afterEach(() => test.close());

const pass = (ms: number) => {
  ticksMs += ms;
  test.clock.step(ms);
};
const watching = () =>
  createRecorderWatch({ db: test.db, alerts: test.alerts, clock: test.clock, ticksMs: () => ticksMs });
const heart = () => recorderBeats(test);
const raised = async () =>
  (await test.db.selectFrom('systemEvent').select(['eventKey', 'detail']).execute()).map(
    ({ eventKey, detail }) => `${eventKey}: ${detail}`,
  );
const GONE = 'recorder_offline: The recorder is not running.';

describe('a recorder that died', () => {
  it('is reported once, also over a restart of the API, and again when it dies again', async () => {
    const look = watching();
    await heart();
    await look();
    pass(59_000);
    await look();
    expect(await raised()).toEqual([]);
    pass(2_000);
    await Promise.all([look(), look(), look()]);
    expect(await raised()).toEqual([GONE]);
    const restarted = watching();
    await restarted();
    pass(61_000);
    await restarted();
    expect(await raised()).toEqual([GONE]);
    await heart();
    await restarted();
    pass(61_000);
    await restarted();
    expect(await raised()).toEqual([GONE, GONE]);
  });

  it('is reported when it has never run', async () => {
    const look = watching();
    await look();
    pass(61_000);
    await look();
    await look();
    expect(await raised()).toEqual([GONE]);
  });

  it('is given time to start after a power cut', async () => {
    await heart();
    pass(3_600_000);
    await watching()();
    expect(await raised()).toEqual([]);
  });

  it('is not reported for heartbeats missed while the database was unavailable', async () => {
    const look = watching();
    await heart();
    await look();
    pass(300_000);
    await sql`alter table process_heartbeat rename to away`.execute(test.db);
    await expect(look()).rejects.toThrow();
    await sql`alter table away rename to process_heartbeat`.execute(test.db);
    await look();
    expect(await raised()).toEqual([]);
  });

  it('is not reported when the clock is set', async () => {
    const look = watching();
    await heart();
    await look();
    test.clock.step(7_200_000);
    await look();
    expect(await raised()).toEqual([]);
  });
});
