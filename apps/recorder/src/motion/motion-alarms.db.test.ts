import { connect, createPool } from '@holdfast/db';
import { reasonCode, reasonText } from '@holdfast/domain';
import { createLogger } from '@holdfast/kit';
import { createTestDatabase } from '@holdfast/testkit';
import { expect, inject, it } from 'vitest';
import { createMotionAlarms } from './motion-alarms.ts';

const reason = reasonCode('detector-silent');

/** Motion detection of one camera that has failed. */
async function failedDetection() {
  const database = await createTestDatabase(inject('postgresUrl'));
  const pool = createPool({ connectionString: database.connectionString, poolSize: 1 });
  const db = connect(pool);
  const { rows } = await pool.query<{ id: string }>(
    `insert into camera (name, name_key, main_url, policy_id)
      select 'Gate', 'gate', 'rtsp://127.0.0.1:1/x', id from recording_policy returning id`,
  );
  const cameraId = rows[0]?.id ?? '';
  const world = { nowMs: Date.UTC(2026, 0, 1), isRecorded: true };
  const alarms = createMotionAlarms({
    db,
    failingOpen: () => [{ cameraId, reason }],
    isRecorded: (id) => id === cameraId && world.isRecorded,
    nameOf: () => 'Gate',
    clock: { now: () => world.nowMs },
    log: createLogger({ name: 'test', level: 'fatal' }),
    bootGraceMs: 0,
  });
  return {
    world,
    async checkAfter(ms: number) {
      world.nowMs += ms;
      await alarms.check();
    },
    raised: () => db.selectFrom('raisedEvent').select(['eventKey', 'detail', 'data']).execute(),
    async close() {
      await db.destroy();
      await database.drop();
    },
  };
}

it('raises one event with the cause as a code when motion detection fails for a minute', async () => {
  const { checkAfter, raised, close } = await failedDetection();
  try {
    await checkAfter(0);
    expect(await raised()).toEqual([]);
    await checkAfter(61_000);
    await checkAfter(0);
    expect(await raised()).toEqual([
      {
        eventKey: 'motion_detector_unhealthy',
        detail: `Motion detection of Gate is not working. ${reasonText(reason)} Everything is recorded meanwhile.`,
        data: { reason, since: '2026-01-01T00:00:00.000Z' },
      },
    ]);
  } finally {
    await close();
  }
});

it('raises nothing while the camera is not recorded, and waits for a minute after it is', async () => {
  const { world, checkAfter, raised, close } = await failedDetection();
  try {
    world.isRecorded = false;
    await checkAfter(0);
    await checkAfter(300_000);
    world.isRecorded = true;
    await checkAfter(0);
    await checkAfter(59_000);
    expect(await raised()).toEqual([]);
    await checkAfter(1_000);
    expect(await raised()).toMatchObject([
      { eventKey: 'motion_detector_unhealthy', data: { reason, since: '2026-01-01T00:05:00.000Z' } },
    ]);
  } finally {
    await close();
  }
});

it('counts only the time in which the camera is recorded, and raises nothing again when it returns', async () => {
  const { world, checkAfter, raised, close } = await failedDetection();
  try {
    const flap = async () => {
      world.isRecorded = true;
      await checkAfter(0);
      await checkAfter(25_000);
      world.isRecorded = false;
      await checkAfter(0);
      await checkAfter(300_000);
    };
    await flap();
    await flap();
    expect(await raised()).toEqual([]);
    for (let i = 0; i < 5; i += 1) await flap();
    expect(await raised()).toHaveLength(1);
  } finally {
    await close();
  }
});
