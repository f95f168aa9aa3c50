import { reasonText } from '@holdfast/domain';
import { type Mosquitto, startMosquitto, until } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

let broker: Mosquitto;
let installation: PlateInstallation;

const call = async (method: 'GET' | 'PUT' | 'POST', url: string, body?: unknown) => {
  const { test, admin } = installation;
  return (await test.call(method, url, { token: admin, ...(body !== undefined && { body }) })).body;
};
const report = () => call('GET', '/config/detector');
const stored = () =>
  installation.test.db
    .selectFrom('event')
    .select(['providerEventId', 'label', 'endTs'])
    .orderBy('providerEventId')
    .execute();

const send = (id: string, after: object = {}, type = 'update') => {
  const startSeconds = installation.test.clock.now() / 1000 - 5;
  const tracked = { id, camera: 'gate', label: 'car', start_time: startSeconds, score: 0.7, top_score: 0.8 };
  const message = { type, before: tracked, after: { ...tracked, ...after } };
  return broker.publish('frigate/events', JSON.stringify(message));
};

beforeAll(async () => {
  [broker, installation] = await Promise.all([
    startMosquitto(),
    startPlateInstallation(inject('postgresUrl'), { detecting: true }),
  ]);
  await call('PUT', `/config/cameras/${installation.cameraId}`, { detector_camera_name: 'gate' });
  await call('PUT', '/config/detector', { enabled: true, mqtt_url: `mqtt://127.0.0.1:${broker.port}`, min_score: 0.5 });
  await until(async () => (await report()).state === 'subscribed');
});

afterAll(async () => {
  await installation?.close();
  await broker?.stop();
});

it('stores the events of mapped cameras, and counts what it does not store', async () => {
  await send('1-weak', { score: 0.2, top_score: 0.2 });
  await send('2-other', { camera: 'cellar' });
  await broker.publish('frigate/events', 'no JSON');
  await send('3-car');
  await send('3-car', { end_time: installation.test.clock.now() / 1000 }, 'end');
  await until(async () => (await stored()).some(({ endTs }) => endTs !== null));
  expect(await stored()).toMatchObject([{ providerEventId: '3-car', label: 'car', endTs: expect.any(Date) }]);
  const { faults, unmapped_cameras } = await report();
  expect(faults).toMatchObject({ 'low-score': 1, 'unmapped-camera': 1 });
  expect(Object.keys(faults)).toHaveLength(3);
  expect(unmapped_cameras).toEqual(['cellar']);
});

it('forgets an unmapped camera once it is mapped', async () => {
  const id = await installation.newCamera('Cellar');
  await call('PUT', `/config/cameras/${id}`, { detector_camera_name: 'cellar' });
  await until(async () => (await report()).unmapped_cameras.length === 0);
});

it('stores the end of an event even if its score is too low', async () => {
  await send('4-left', { score: 0.2, top_score: 0.2, end_time: installation.test.clock.now() / 1000 }, 'end');
  await until(async () => (await stored()).some(({ providerEventId }) => providerEventId === '4-left'));
});

it.each(['new', 'update', 'end'])(
  'counts a message of type %s that ends before it starts, and stores what follows',
  async (type) => {
    const before = (await report()).faults['end-before-start'] ?? 0;
    const nowSeconds = installation.test.clock.now() / 1000;
    await send(`6-${type}`, { start_time: nowSeconds - 5, end_time: nowSeconds - 9 }, type);
    await send(`7-${type}`);
    await until(async () => (await stored()).some(({ providerEventId }) => providerEventId === `7-${type}`));
    expect((await report()).faults['end-before-start']).toBe(before + 1);
    expect((await stored()).map(({ providerEventId }) => providerEventId)).not.toContain(`6-${type}`);
  },
);

it('leaves out an event that the database refuses, counts it, and stores those that came with it', async () => {
  const { db } = installation.test;
  await sql`alter table event add constraint event_refused check (label <> 'refused')`.execute(db);
  for (const id of ['8-a', '8-b', '8-c']) await send(id, { label: id === '8-b' ? 'refused' : 'car' });
  await until(async () => (await stored()).some(({ providerEventId }) => providerEventId === '8-c'));
  await until(async () => (await report()).faults['not-storable'] === 1);
  const ids = (await stored()).map(({ providerEventId }) => providerEventId);
  expect(ids.filter((id) => id.startsWith('8-'))).toEqual(['8-a', '8-c']);
});

it('stores the plates of events as reads', async () => {
  await send('5-plate', { recognized_license_plate: ['AB 123', 0.9] });
  await until(async () => {
    const reads = await installation.test.db.selectFrom('plateRead').select('plate').execute();
    return reads.some(({ plate }) => plate === 'AB123');
  });
});

it('raises one event when it stays disconnected, and subscribes again when the broker is back', async () => {
  const { port } = broker;
  await broker.kill();
  await until(async () => (await report()).state === 'failed');
  installation.test.clock.step(61_000);
  const raised = () =>
    installation.test.db
      .selectFrom('systemEvent')
      .select(['detail', 'data'])
      .where('eventKey', '=', 'detector_disconnected')
      .execute();
  await until(async () => (await raised()).length === 1);
  const [{ detail, data } = { detail: '', data: {} }] = await raised();
  // The console makes its own sentence from the code.
  expect(data.reason).toMatch(/^detector-[a-z-]+/);
  expect(detail).toBe(`The external detector is not connected. ${reasonText(String(data.reason))}`);
  broker = await startMosquitto({ port });
  await until(async () => (await report()).state === 'subscribed');
  expect(await raised()).toHaveLength(1);
});

it('reports why a test failed as a code, too', async () => {
  const tried = { mqtt_url: 'mqtt://nowhere.invalid', http_base_url: 'http://127.0.0.1:1' };
  expect(await call('POST', '/config/detector/test', tried)).toMatchObject({
    mqtt: { ok: false, reason: { code: 'camera-name-unknown', values: { name: 'nowhere.invalid' } } },
    http: { ok: false, reason: { code: 'detector-http-silent' } },
  });
});

it('keeps a saved password for its broker only', async () => {
  const { mqtt_url } = await call('PUT', '/config/detector', { mqtt_password: 'of this broker' });
  expect(await call('PUT', '/config/detector', { mqtt_url })).toMatchObject({ has_mqtt_password: true });
  expect(await call('PUT', '/config/detector', { mqtt_url: 'mqtt://127.0.0.1:1' })).toMatchObject({
    has_mqtt_password: false,
  });
});
