import { afterEach, describe, expect, inject, it } from 'vitest';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

let installation: PlateInstallation;
afterEach(() => installation?.close());

const start = async (options: Parameters<typeof startPlateInstallation>[1] = {}) => {
  installation = await startPlateInstallation(inject('postgresUrl'), options);
  await installation.watch('HIT0001', { label: 'Stolen' });
  await channel({ name: 'All', kind: 'webhook', base_url: 'http://127.0.0.1:1/' });
};
const channel = (body: Record<string, unknown>) =>
  installation.test.call('POST', '/config/notifications/channels', { token: installation.admin, body });
const rule = (body: Record<string, unknown>) =>
  installation.test.call('PUT', '/config/notifications/rules/plate_watchlist_hit', { token: installation.admin, body });
const hit = (cameraId = installation.cameraId) => installation.post({ plate: 'HIT0001', camera_id: cameraId });
const events = async () =>
  (await installation.test.db.selectFrom('systemEvent').select('mutedBy').orderBy('ts').execute()).map(
    ({ mutedBy }) => mutedBy,
  );
const heard = async () =>
  (
    await installation.test.db
      .selectFrom('alertDelivery')
      .innerJoin('notificationChannel', 'notificationChannel.id', 'alertDelivery.channelId')
      .select('notificationChannel.name')
      .orderBy('notificationChannel.name')
      .execute()
  ).map(({ name }) => name);

describe('an alert', () => {
  it('has a cooldown per event and camera, which muted alerts do not extend', async () => {
    await start();
    const yard = await installation.newCamera('Yard');
    await hit();
    installation.test.clock.step(200_000);
    await hit();
    // Later than the last, so that their order is known.
    installation.test.clock.step(1);
    await hit(yard);
    installation.test.clock.step(100_000);
    await hit();
    expect(await events()).toEqual([null, 'cooldown', null, null]);
    expect(await heard()).toEqual(['All', 'All', 'All']);
  });

  it('starts no cooldown if no channel received it', async () => {
    installation = await startPlateInstallation(inject('postgresUrl'), {});
    await installation.watch('HIT0001', { label: 'Stolen' });
    await hit();
    await channel({ name: 'All', kind: 'webhook', base_url: 'http://127.0.0.1:1/' });
    await hit();
    expect(await events()).toEqual([null, null]);
    expect(await heard()).toEqual(['All']);
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
    installation.test.clock.step(Date.parse(now) - installation.test.clock.now());
    expect((await hit()).status).toBe(201);
    expect(await events()).toEqual([expected]);
    expect(await heard()).toEqual(expected === null ? ['All'] : []);
  });

  it('ignores quiet hours if its rule allows, and is not sent if the rule is off', async () => {
    await start();
    await rule({ quiet_start: '00:00', quiet_end: '23:59', bypass_quiet_hours: true });
    installation.test.clock.step(Date.parse('2026-11-15T12:00:00Z') - installation.test.clock.now());
    await hit();
    await rule({ enabled: false, cooldown_seconds: 0 });
    await hit();
    expect((await events()).toSorted()).toEqual(['disabled', null].toSorted());
  });

  it('keeps quiet hours on some days of the week, and can be snoozed', async () => {
    await start();
    const { test, admin } = installation;
    const at = (iso: string) => test.clock.step(Date.parse(iso) - test.clock.now());
    const snooze = (snoozed_until: string | null) =>
      test.call('PUT', '/config/notifications/snooze', { token: admin, body: { snoozed_until } });
    /** Each a second after the last, so that their order is known. */
    const hitNext = async () => {
      test.clock.step(1_000);
      await hit();
    };
    await rule({ cooldown_seconds: 0, quiet_start: '22:00', quiet_end: '06:00', quiet_days: '1111100' });
    // Saturday morning belongs to the night of Friday, Sunday morning to that of Saturday.
    for (const now of ['2026-11-14T05:00:00Z', '2026-11-15T05:00:00Z']) {
      at(now);
      await hitNext();
    }
    await rule({ snoozed_until: '2026-11-15T13:00:00Z' });
    at('2026-11-15T12:00:00Z');
    await hitNext();
    at('2026-11-15T13:00:00Z');
    await hitNext();
    expect((await snooze('2026-11-15T14:00:00Z')).body).toEqual({ snoozed_until: '2026-11-15T14:00:00.000Z' });
    await hitNext();
    await snooze(null);
    await hitNext();
    expect(await events()).toEqual(['quiet-hours', null, 'snoozed', null, 'snoozed', null]);
    expect((await snooze('2026-11-15T13:00:00Z')).status).toBe(422);
    expect((await snooze('2027-01-01T00:00:00Z')).status).toBe(422);
    expect((await rule({ snoozed_until: '2027-01-01T00:00:00Z' })).status).toBe(422);
    expect((await rule({ quiet_days: '0000000' })).status).toBe(422);
    expect((await rule({ quiet_days: '11111' })).status).toBe(422);
  });

  it('is muted until MAINTENANCE_UNTIL, but still recorded', async () => {
    await start({ alerts: { maintenanceUntilMs: Date.now() + 60_000 } });
    await hit();
    installation.test.clock.step(120_000);
    await hit();
    expect(await events()).toEqual(['maintenance', null]);
  });
});

describe('a channel owned by a user', () => {
  it('receives only what that user may see, and system events only for an admin', async () => {
    await start();
    const yard = await installation.newCamera('Yard');
    const owners = {
      Sees: { capabilities: ['view_plates'], camera_ids: [installation.cameraId] },
      'No plates': { capabilities: ['playback'], camera_ids: [installation.cameraId] },
      Elsewhere: { capabilities: ['view_plates'], camera_ids: [yard] },
      Boss: { capabilities: ['admin'] },
    };
    for (const [name, role] of Object.entries(owners)) {
      const { id } = await installation.signIn(name, role);
      await channel({ name, kind: 'webhook', base_url: 'http://127.0.0.1:1/', owner_user_id: id });
    }
    await hit();
    expect(await heard()).toEqual(['All', 'Boss', 'Sees']);
    await installation.test.db.deleteFrom('alertDelivery').execute();
    await installation.test.db.transaction().execute((tx) =>
      installation.test.alerts.raise(tx, {
        eventKey: 'low_disk',
        cameraId: null,
        tsMs: installation.test.clock.now(),
        detail: 'full',
        data: {},
        plateReadId: null,
      }),
    );
    expect(await heard()).toEqual(['All', 'Boss']);
  });

  it('receives nothing once disabled, or removed with its user', async () => {
    await start();
    const { id } = await installation.signIn('gone', {
      capabilities: ['view_plates'],
      camera_ids: [installation.cameraId],
    });
    await channel({ name: 'Gone', kind: 'webhook', base_url: 'http://127.0.0.1:1/', owner_user_id: id });
    await channel({ name: 'Off', kind: 'webhook', base_url: 'http://127.0.0.1:1/', enabled: false });
    await installation.test.call('DELETE', `/config/users/${id}`, { token: installation.admin });
    await hit();
    expect(await heard()).toEqual(['All']);
  });
});
