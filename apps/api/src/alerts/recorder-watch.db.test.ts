import { beat } from '@holdfast/db';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { createRecorderWatch } from './recorder-watch.ts';

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp(inject('postgresUrl'));
});
afterEach(() => test.close());

const watching = () => createRecorderWatch({ db: test.db, alerts: test.alerts, clock: test.clock });
const heart = () => {
  const now = new Date(test.clock.now());
  return beat(test.db, { process: 'recorder', startedAt: now, beatAt: now, version: '1' });
};
const told = async () =>
  (await test.db.selectFrom('systemEvent').select(['eventKey', 'cameraId', 'detail']).execute()).map(
    ({ eventKey, detail }) => `${eventKey}: ${detail}`,
  );
const GONE = 'recorder_offline: The recorder is not running.';

describe('a recorder that died', () => {
  it('is told of once, also by one that was restarted meanwhile, and again when it dies again', async () => {
    const look = watching();
    await heart();
    await look();
    test.clock.step(59_000);
    await look();
    expect(await told()).toEqual([]);
    test.clock.step(2_000);
    await Promise.all([look(), look(), look()]);
    expect(await told()).toEqual([GONE]);
    const restarted = watching();
    await restarted();
    test.clock.step(61_000);
    await restarted();
    expect(await told()).toEqual([GONE]);
    await heart();
    test.clock.step(61_000);
    await restarted();
    expect(await told()).toEqual([GONE, GONE]);
  });

  it('is given time after the house was without power', async () => {
    await heart();
    test.clock.step(3_600_000);
    const look = watching();
    await look();
    expect(await told()).toEqual([]);
  });

  it('is not thought dead for what the database could not hear', async () => {
    const look = watching();
    await heart();
    await look();
    test.clock.step(300_000);
    await sql`alter table process_heartbeat rename to away`.execute(test.db);
    await expect(look()).rejects.toThrow();
    await sql`alter table away rename to process_heartbeat`.execute(test.db);
    await look();
    expect(await told()).toEqual([]);
  });
});
