import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PlateHouse, startPlateHouse } from '../test-plate-house.ts';

let house: PlateHouse;
let yard: string;
let viewer: string;
let plain: string;
beforeAll(async () => {
  house = await startPlateHouse(inject('postgresUrl'));
  yard = await house.newCamera('Yard');
  await house.watch('SEEN111');
  await house.watch('SEEN222');
  await house.post({ plate: 'seen-111' });
  house.test.clock.step(1_000);
  await house.post({ plate: 'SEEN222', camera_id: yard });
  await house.test.db.transaction().execute((tx) =>
    house.test.alerts.raise(tx, {
      eventKey: 'low_disk',
      cameraId: null,
      tsMs: house.test.clock.now(),
      detail: 'The disk is nearly full.',
      data: {},
      plateReadId: null,
    }),
  );
  viewer = (await house.signIn('viewer', { capabilities: ['view_plates'], camera_ids: [house.cameraId] })).token;
  plain = (await house.signIn('plain', { capabilities: [], camera_ids: [house.cameraId, yard] })).token;
});
afterAll(() => house?.close());

const list = async (path: string, token: string) => (await house.test.call('GET', path, { token })).body.items;

describe('GET /events', () => {
  it('gives events of the caller’s cameras, newest first, in pages', async () => {
    const all = await list('/events', house.admin);
    expect(all.map(({ camera_id }: { camera_id: string }) => camera_id)).toEqual([yard, house.cameraId]);
    expect(all[1]).toMatchObject({
      source_id: 'native-alpr',
      label: 'license_plate',
      sub_label: 'seen-111',
      lifecycle: 'end',
    });
    const first = await house.test.call('GET', '/events?limit=1', { token: house.admin });
    expect(await list(`/events?limit=1&cursor=${first.body.next_cursor}`, house.admin)).toEqual([all[1]]);
    expect(await list('/events?labels=car', house.admin)).toEqual([]);
    expect(await list(`/events?end=${all[0].ts}`, house.admin)).toEqual([all[1]]);
    expect(await list('/events', viewer)).toEqual([all[1]]);
    expect(await list(`/events?camera_ids=${yard}`, viewer)).toEqual([]);
  });

  it('keeps the text of plates from callers who may not see plates', async () => {
    const items = await list('/events', plain);
    expect(items).toHaveLength(2);
    expect(JSON.stringify(items)).not.toMatch(/SEEN/i);
  });
});

describe('GET /system-events', () => {
  const keys = async (token: string) =>
    (await list('/system-events', token)).map(({ event_key }: { event_key: string }) => event_key);

  it('gives what belongs to the caller’s cameras, the system’s own only to administrators', async () => {
    expect((await keys(house.admin)).sort()).toEqual(['low_disk', 'plate_watchlist_hit', 'plate_watchlist_hit']);
    expect(await keys(viewer)).toEqual(['plate_watchlist_hit']);
  });

  it('keeps hits from callers who may not see plates', async () => {
    expect(await keys(plain)).toEqual([]);
  });
});
