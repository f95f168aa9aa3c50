import { afterEach, describe, expect, inject, it } from 'vitest';
import { type PlateHouse, startPlateHouse } from '../test-plate-house.ts';

let house: PlateHouse;
afterEach(() => house?.close());

const start = async (options: Parameters<typeof startPlateHouse>[1] = {}) => {
  house = await startPlateHouse(inject('postgresUrl'), options);
  await house.watch('HIT0001', { label: 'Stolen' });
  await channel({ name: 'All', kind: 'webhook', base_url: 'http://127.0.0.1:1/' });
};
const channel = (body: Record<string, unknown>) =>
  house.test.call('POST', '/config/notifications/channels', { token: house.admin, body });
const rule = (body: Record<string, unknown>) =>
  house.test.call('PUT', '/config/notifications/rules/plate_watchlist_hit', { token: house.admin, body });
const hit = (cameraId = house.cameraId) => house.post({ plate: 'HIT0001', camera_id: cameraId });
const events = async () =>
  (await house.test.db.selectFrom('systemEvent').select('mutedBy').orderBy('ts').execute()).map(
    ({ mutedBy }) => mutedBy,
  );
const heard = async () =>
  (
    await house.test.db
      .selectFrom('alertDelivery')
      .innerJoin('notificationChannel', 'notificationChannel.id', 'alertDelivery.channelId')
      .select('notificationChannel.name')
      .orderBy('notificationChannel.name')
      .execute()
  ).map(({ name }) => name);

describe('an alert', () => {
  it('has a cooldown per event and camera, which muted alerts do not extend', async () => {
    await start();
    const yard = await house.newCamera('Yard');
    await hit();
    house.test.clock.step(200_000);
    await hit();
    await hit(yard);
    house.test.clock.step(100_001);
    await hit();
    expect(await events()).toEqual([null, 'cooldown', null, null]);
    expect(await heard()).toEqual(['All', 'All', 'All']);
  });

  it('sends one message for many different concurrent reads', async () => {
    await start();
    await Promise.all(Array.from({ length: 40 }, () => hit()));
    expect((await events()).filter((muted) => muted === null)).toHaveLength(1);
    expect(await heard()).toEqual(['All']);
  });

  it.each([
    ['across midnight in RECORDER_TZ', 'Europe/Berlin', '22:00', '06:00', '2026-11-15T02:00:00Z', 'quiet-hours'],
    ['ends on time', 'Europe/Berlin', '22:00', '06:00', '2026-11-15T05:00:00Z', null],
    ['not in UTC', 'America/New_York', '08:00', '09:00', '2026-11-15T13:30:00Z', 'quiet-hours'],
  ])('keeps quiet hours: %s', async (_title, timeZone, quiet_start, quiet_end, now, expected) => {
    await start({ alerts: { timeZone } });
    await rule({ quiet_start, quiet_end });
    house.test.clock.step(Date.parse(now) - house.test.clock.now());
    expect((await hit()).status).toBe(201);
    expect(await events()).toEqual([expected]);
    expect(await heard()).toEqual(expected === null ? ['All'] : []);
  });

  it('ignores quiet hours if its rule allows, and is not sent if the rule is off', async () => {
    await start();
    await rule({ quiet_start: '00:00', quiet_end: '23:59', bypass_quiet_hours: true });
    house.test.clock.step(Date.parse('2026-11-15T12:00:00Z') - house.test.clock.now());
    await hit();
    await rule({ enabled: false, cooldown_seconds: 0 });
    await hit();
    expect((await events()).toSorted()).toEqual(['disabled', null].toSorted());
  });

  it('is muted until MAINTENANCE_UNTIL, but still recorded', async () => {
    await start({ alerts: { maintenanceUntilMs: Date.now() + 60_000 } });
    await hit();
    house.test.clock.step(120_000);
    await hit();
    expect(await events()).toEqual(['maintenance', null]);
  });
});

describe('a channel owned by a user', () => {
  it('receives only what that user may see, and system events only for an admin', async () => {
    await start();
    const yard = await house.newCamera('Yard');
    const owners = {
      Sees: { capabilities: ['view_plates'], camera_ids: [house.cameraId] },
      'No plates': { capabilities: ['playback'], camera_ids: [house.cameraId] },
      Elsewhere: { capabilities: ['view_plates'], camera_ids: [yard] },
      Boss: { capabilities: ['admin'] },
    };
    for (const [name, role] of Object.entries(owners)) {
      const { id } = await house.signIn(name, role);
      await channel({ name, kind: 'webhook', base_url: 'http://127.0.0.1:1/', owner_user_id: id });
    }
    await hit();
    expect(await heard()).toEqual(['All', 'Boss', 'Sees']);
    await house.test.db.deleteFrom('alertDelivery').execute();
    await house.test.db.transaction().execute((tx) =>
      house.test.alerts.raise(tx, {
        eventKey: 'low_disk',
        cameraId: null,
        tsMs: house.test.clock.now(),
        detail: 'full',
        data: {},
        plateReadId: null,
      }),
    );
    expect(await heard()).toEqual(['All', 'Boss']);
  });

  it('receives nothing once disabled, or removed with its user', async () => {
    await start();
    const { id } = await house.signIn('gone', { capabilities: ['view_plates'], camera_ids: [house.cameraId] });
    await channel({ name: 'Gone', kind: 'webhook', base_url: 'http://127.0.0.1:1/', owner_user_id: id });
    await channel({ name: 'Off', kind: 'webhook', base_url: 'http://127.0.0.1:1/', enabled: false });
    await house.test.call('DELETE', `/config/users/${id}`, { token: house.admin });
    await hit();
    expect(await heard()).toEqual(['All']);
  });
});
