import { upsertEvents } from '@holdfast/db';
import { type Mosquitto, startMosquitto, until } from '@holdfast/testkit';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { TestApp } from '../test-app.ts';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

const PICTURE = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

let plates: PlateInstallation;
let test: TestApp;
let token: string;
let broker: Mosquitto;
let hub: mqtt.MqttClient;
let gate: string;
let barn: string;
/** What a hub that subscribes now would find. */
let retained: Map<string, string>;
let sent: { topic: string; payload: Buffer; retain: boolean }[];

const offer = (body: unknown) => test.call('PUT', '/config/hub/offer', { token, body });
const newCamera = async (name: string): Promise<string> =>
  (await test.call('POST', '/config/cameras', { token, body: { name, main_url: 'rtsp://127.0.0.1:1/none' } })).body.id;
const shownAt = (cameraId: string, name: string) =>
  [...retained].find(([topic]) => topic.endsWith(`${cameraId}/${name}`))?.[1];
const configs = () => [...retained.keys()].filter((topic) => topic.startsWith('homeassistant/'));
const beat = async (ms: number) => {
  await test.db.deleteFrom('processHeartbeat').execute();
  const row = { process: 'recorder' as const, startedAt: new Date(ms), beatAt: new Date(ms), version: '1' };
  await test.db.insertInto('processHeartbeat').values(row).execute();
};
const addEvent = (cameraId: string, tsMs: number, label: string, endTsMs: number | null = null) =>
  upsertEvents(
    test.db,
    [
      {
        sourceId: 'motion',
        providerEventId: `${cameraId} ${tsMs}`,
        cameraId,
        tsMs,
        endTsMs,
        lifecycle: endTsMs === null ? 'start' : 'end',
        label,
        subLabel: null,
        score: null,
        topScore: null,
        zones: [],
        box: null,
        snapshotUrl: null,
        raw: null,
        plate: null,
      },
    ],
    new Date(test.clock.now()),
  );

beforeAll(async () => {
  plates = await startPlateInstallation(inject('postgresUrl'), { offeredPicture: PICTURE });
  test = plates.test;
  token = plates.admin;
  gate = plates.cameraId;
  barn = await newCamera('Barn');
});
afterAll(() => plates?.close());

beforeEach(async () => {
  broker = await startMosquitto();
  retained = new Map();
  sent = [];
  hub = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`);
  // It tries again every second, also at a broker that a test has stopped.
  hub.on('error', () => undefined);
  hub.on('message', (topic, payload, { retain }) => {
    sent.push({ topic, payload, retain });
    if (payload.length === 0) retained.delete(topic);
    else if (!/\/(snapshot|plate)$/.test(topic)) retained.set(topic, payload.toString());
  });
  await hub.subscribeAsync('#', { qos: 1, rap: true });
  await beat(test.clock.now());
});
afterEach(async () => {
  await offer({ enabled: false, camera_ids: [], plates: false, broker: 'own' });
  await until(async () => (await test.call('GET', '/config/hub/offer', { token })).body.state === 'off');
  await hub.endAsync(true);
  await broker.stop();
});

const enable = (more: object = {}) =>
  offer({ enabled: true, broker: 'own', mqtt_url: `mqtt://127.0.0.1:${broker.port}`, camera_ids: [gate], ...more });

it('reports why it cannot connect, as a code and a sentence', async () => {
  const port = broker.port;
  await broker.stop();
  await offer({ enabled: true, camera_ids: [gate], mqtt_url: `mqtt://127.0.0.1:${port}` });
  const shown = async () => (await test.call('GET', '/config/hub/offer', { token })).body;
  await until(async () => (await shown()).state === 'failed');
  expect(await shown()).toMatchObject({
    detail: 'Nothing listens at the address of the broker.',
    reason: { code: 'detector-connection-refused' },
  });
});

it('is off by default, and never returns the password', async () => {
  const { body } = await test.call('GET', '/config/hub/offer', { token });
  expect(body).toMatchObject({
    enabled: false,
    camera_ids: [],
    plates: false,
    state: 'off',
    discovery_prefix: 'homeassistant',
  });
  const reply = await offer({ mqtt_url: 'mqtt://127.0.0.1:1', mqtt_password: 'hush-hush' });
  expect(reply.body.has_mqtt_password).toBe(true);
  expect(JSON.stringify(reply.body)).not.toContain('hush-hush');
  expect((await offer({ mqtt_url: 'mqtt://127.0.0.1:2' })).body.has_mqtt_password).toBe(false);
  expect((await offer({ mqtt_url: 'http://127.0.0.1' })).status).toBe(422);
  expect((await offer({ camera_ids: ['00000000-0000-4000-8000-000000000000'] })).status).toBe(422);
});

it('offers the chosen cameras with their states, and no other', async () => {
  await enable();
  await until(() => shownAt(gate, 'status') === 'online');
  // Messages arrive one after the other.
  await until(() => configs().length === 5);
  expect(configs().every((topic) => topic.includes(gate.replaceAll('-', '')))).toBe(true);
  await until(() => shownAt(gate, 'motion') === 'OFF');
  await until(() => [...retained].find(([topic]) => /^holdfast\/[^/]+\/status$/.test(topic))?.[1] === 'online');
  const nowMs = test.clock.now();
  await addEvent(gate, nowMs, 'person');
  await until(() => shownAt(gate, 'motion') === 'ON');
  await until(() => shownAt(gate, 'last_event') === 'person');
  await addEvent(gate, nowMs, 'person', nowMs + 1);
  await until(() => shownAt(gate, 'motion') === 'OFF');
  // The picture was sent once, for those who listened.
  const picture = await until(() => sent.find(({ topic }) => topic.endsWith('/snapshot')));
  expect(picture).toMatchObject({ payload: PICTURE, retain: false });
});

it('makes cameras unavailable while the recorder is silent', async () => {
  await enable();
  await until(() => shownAt(gate, 'status') === 'online');
  await beat(test.clock.now() - 3_600_000);
  await until(() => shownAt(gate, 'status') === 'offline');
  await beat(test.clock.now());
  await until(() => shownAt(gate, 'status') === 'online');
});

it('removes what is no longer offered: a camera, a removed one, and all of them', async () => {
  const gone = await newCamera('Gone');
  await enable({ camera_ids: [gate, barn, gone] });
  await until(() => configs().length === 15);
  await offer({ camera_ids: [gate, gone] });
  await until(() => configs().length === 10);
  await until(() => ![...retained.keys()].some((topic) => topic.includes(barn)));
  await test.call('DELETE', `/config/cameras/${gone}?footage=delete`, { token });
  await until(() => configs().length === 5);
  await offer({ discovery_prefix: 'other' });
  await until(
    () => configs().length === 0 && [...retained.keys()].filter((topic) => topic.startsWith('other/')).length === 5,
  );
  await offer({ enabled: false, discovery_prefix: 'homeassistant' });
  await until(() => retained.size === 0);
  await until(async () => (await test.db.selectFrom('hubOfferPublished').selectAll().execute()).length === 0);
});

it('offers plates only if that was chosen', async () => {
  await enable();
  await until(() => configs().length === 5);
  await offer({ plates: true });
  await until(() => configs().length === 6);
  // What was there before is not new, and what is not on the list is not sent.
  await plates.watch('HF 100', { notify: true });
  const read = (plate: string) =>
    plates.post({ plate, provider_event_id: plate, ts: new Date(test.clock.now()).toISOString() });
  expect((await read('OTHER 1')).status).toBe(201);
  expect((await read('HF100')).status).toBe(201);
  const seen = await until(() => sent.find(({ topic }) => topic.endsWith(`${gate}/plate`)));
  expect({ ...seen, payload: seen.payload.toString() }).toMatchObject({ payload: 'HF100', retain: false });
  expect(sent.filter(({ topic }) => topic.endsWith('/plate'))).toHaveLength(1);
});

it('uses the broker of the detector if that was chosen', async () => {
  await test.call('PUT', '/config/detector', {
    token,
    body: { enabled: false, mqtt_url: `mqtt://127.0.0.1:${broker.port}` },
  });
  await offer({ enabled: true, broker: 'detector', mqtt_url: null, camera_ids: [gate] });
  await until(() => shownAt(gate, 'status') === 'online');
  await until(() => configs().length === 5);
  expect((await test.call('GET', '/config/hub/offer', { token })).body).toMatchObject({
    broker: 'detector',
    state: 'connected',
  });
});

it('leaves nothing at a broker that is replaced', async () => {
  const other = await startMosquitto();
  const there = await mqtt.connectAsync(`mqtt://127.0.0.1:${other.port}`);
  const atOther = new Map<string, string>();
  there.on('message', (topic, payload) => atOther.set(topic, payload.toString()));
  await there.subscribeAsync('#', { qos: 1 });
  try {
    await enable();
    await until(() => configs().length === 5);
    await until(() => shownAt(gate, 'status') === 'online');
    await offer({ mqtt_url: `mqtt://127.0.0.1:${other.port}` });
    await until(() => [...atOther.keys()].filter((topic) => topic.startsWith('homeassistant/')).length === 5);
    await until(() => retained.size === 0);
    await offer({ enabled: false });
    await until(() => [...atOther.values()].every((payload) => payload === ''));
  } finally {
    await there.endAsync(true);
    await other.stop();
  }
});
