import { connect, createPool } from '@holdfast/db';
import { reasonCode, reasonText } from '@holdfast/domain';
import { createLogger } from '@holdfast/kit';
import { createTestDatabase } from '@holdfast/testkit';
import { expect, inject, it } from 'vitest';
import { createMotionAlarms } from './motion-alarms.ts';

it('raises one event with the cause as a code when motion detection fails for a minute', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const pool = createPool({ connectionString: database.connectionString, poolSize: 1 });
  const db = connect(pool);
  try {
    let nowMs = Date.UTC(2026, 0, 1);
    const reason = reasonCode('detector-silent');
    const { rows } = await pool.query<{ id: string }>(
      `insert into camera (name, name_key, main_url, policy_id)
        select 'Gate', 'gate', 'rtsp://127.0.0.1:1/x', id from recording_policy returning id`,
    );
    const cameraId = rows[0]?.id ?? '';
    const alarms = createMotionAlarms({
      db,
      failingOpen: () => [{ cameraId, reason }],
      nameOf: () => 'Gate',
      clock: { now: () => nowMs },
      log: createLogger({ name: 'test', level: 'fatal' }),
      bootGraceMs: 0,
    });
    const raised = () => db.selectFrom('raisedEvent').select(['eventKey', 'detail', 'data']).execute();
    await alarms.check();
    expect(await raised()).toEqual([]);
    nowMs += 61_000;
    await alarms.check();
    await alarms.check();
    expect(await raised()).toEqual([
      {
        eventKey: 'motion_detector_unhealthy',
        detail: `Motion detection of Gate is not working. ${reasonText(reason)} Everything is recorded meanwhile.`,
        data: { reason, since: '2026-01-01T00:00:00.000Z' },
      },
    ]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
