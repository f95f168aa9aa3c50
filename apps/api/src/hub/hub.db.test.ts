import { once } from 'node:events';
import { type FakeHub, startFakeHub, until } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp } from '../test-app.ts';

const GATE = 'binary_sensor.gate';
const YARD = 'light.yard';

let test: TestApp;
let admin: string;
let viewer: string;
let hub: FakeHub;
let gateCamera: string;
let barnCamera: string;

const call = (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown, token = admin) =>
  test.call(method, path, { token, ...(body !== undefined && { body }) });
const newCamera = async (name: string): Promise<string> =>
  (await call('POST', '/config/cameras', { name, main_url: 'rtsp://127.0.0.1:1/none' })).body.id;
const link = async (cameraId: string, links: unknown) => call('PUT', `/cameras/${cameraId}/hub/links`, { links });
const linksOf = async (cameraId: string) => (await call('GET', `/cameras/${cameraId}/hub/links`)).body.items;

beforeAll(async () => {
  // Patient with a busy machine: only real outages count.
  test = await startTestApp(inject('postgresUrl'), {
    hubTiming: { everyMs: 50, pingEveryMs: 50, timeoutMs: 10_000 },
    hubReadForMs: 3_000,
  });
  admin = await test.bootstrap();
  gateCamera = await newCamera('Gate');
  barnCamera = await newCamera('Barn');
  const role = await call('POST', '/config/roles', { name: 'Guard', capabilities: [] });
  await call('POST', '/config/users', {
    username: 'guard',
    password: 'long enough',
    role_id: role.body.id,
    camera_ids: [gateCamera],
  });
  viewer = (await call('POST', '/auth/login', { username: 'guard', password: 'long enough' })).body.token;
});
afterAll(() => test?.close());

beforeEach(async () => {
  hub = await startFakeHub();
  hub.set(GATE, 'off', { device_class: 'door', friendly_name: 'Gate' });
  hub.set(YARD, 'on');
  hub.set('lock.front', 'locked');
  await call('PUT', '/config/hub', { enabled: true, base_url: hub.url, token: hub.token });
});
afterEach(async () => {
  for (const camera of [gateCamera, barnCamera]) await link(camera, []);
  await call('PUT', '/config/hub', { enabled: false, base_url: null, token: null });
  await hub.stop();
  for (const { method } of hub.requests) expect(method).toBe('GET');
});

describe('the settings of the hub', () => {
  it('are returned without the token, and the token stays with its address', async () => {
    expect((await call('GET', '/config/hub')).body).toEqual({
      enabled: true,
      base_url: hub.url,
      certificate: null,
      has_token: true,
      source: 'console',
    });
    expect((await call('PUT', '/config/hub', { enabled: false })).body).toMatchObject({ has_token: true });
    expect((await call('PUT', '/config/hub', { base_url: 'http://127.0.0.1:9' })).body).toMatchObject({
      has_token: false,
    });
  });

  it.each([
    ['http://hub:8123/lovelace', 'hub-address-path'],
    ['http://me:secret@hub:8123', 'address-has-login'],
    ['ftp://hub', 'address-not-http'],
    ['hub', 'address-not-http'],
  ])('refuse the address %s', async (base_url, code) => {
    for (const [method, path] of [
      ['PUT', '/config/hub'],
      ['POST', '/config/hub/test'],
    ] as const) {
      const reply = await call(method, path, { base_url });
      expect(reply.status).toBe(422);
      expect(reply.body.errors).toMatchObject([{ pointer: '/base_url', reason: { code } }]);
      expect(JSON.stringify(reply.body)).not.toContain('secret');
    }
  });

  it('never point at an address that is not contacted', async () => {
    const reply = await call('PUT', '/config/hub', { base_url: 'http://169.254.1.1' });
    expect([reply.status, reply.body.errors]).toMatchObject([
      422,
      [{ pointer: '/base_url', reason: { code: 'address-is-link-local' } }],
    ]);
    expect((await call('GET', '/config/hub')).body).toMatchObject({ base_url: hub.url });
  });

  it('are tested as sent, with the saved token only at the saved address', async () => {
    expect((await call('POST', '/config/hub/test', {})).body).toMatchObject({ ok: true });
    expect((await call('POST', '/config/hub/test', { base_url: hub.url, token: 'wrong' })).body).toMatchObject({
      ok: false,
      reason: { code: 'hub-token-refused' },
    });
    expect(await call('POST', '/config/hub/test', { base_url: null })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/base_url', reason: { code: 'required' } }] },
    });
    const other = await startFakeHub();
    expect((await call('POST', '/config/hub/test', { base_url: other.url })).status).toBe(422);
    expect(other.requests).toEqual([]);
    await other.stop();
    hub.manners = 'login-page';
    expect((await call('POST', '/config/hub/test', {})).body).toMatchObject({ reason: { code: 'hub-answer-foreign' } });
    hub.manners = 'redirect';
    expect((await call('POST', '/config/hub/test', {})).body).toMatchObject({ reason: { code: 'hub-redirects' } });
    expect((await call('POST', '/config/hub/test', { base_url: 'http://169.254.1.1', token: 'x' })).body).toMatchObject(
      {
        reason: { code: 'address-is-link-local' },
      },
    );
  });
});

describe('the entities of the hub', () => {
  it('are listed for pickers, those that can be linked', async () => {
    const ids = async (query: string) =>
      (await call('GET', `/hub/entities${query}`)).body.items.map(({ entity_id }: { entity_id: string }) => entity_id);
    expect(await ids('')).toEqual([GATE, YARD]);
    expect(await ids('?domain=light')).toEqual([YARD]);
  });

  it('are a problem without a hub', async () => {
    await hub.die();
    const reply = await call('GET', '/hub/entities');
    expect(reply.status).toBe(502);
    expect(reply.body).toMatchObject({ type: '/problems/hub-unreachable', reason: { code: 'hub-connection-refused' } });
  });
});

describe('linking entities', () => {
  it('takes the device class from the hub unless it was sent', async () => {
    const reply = await link(gateCamera, [
      { entity_id: GATE, role: 'sensor' },
      { entity_id: YARD, role: 'control', device_class: 'outlet', label: 'Yard' },
    ]);
    expect(reply.body.items).toMatchObject([
      { entity_id: GATE, role: 'sensor', device_class: 'door', label: null, placement: null },
      { entity_id: YARD, role: 'control', device_class: 'outlet', label: 'Yard', placement: null },
    ]);
  });

  it('is possible without the hub, and the device class follows', async () => {
    await hub.die();
    expect((await link(gateCamera, [{ entity_id: GATE, role: 'sensor' }])).body.items[0].device_class).toBeNull();
    await hub.revive();
    expect((await link(gateCamera, [{ entity_id: GATE, role: 'sensor' }])).body.items[0].device_class).toBe('door');
  });

  it('keeps ids, badges, labels and device classes of entities that stay', async () => {
    const first = (await link(gateCamera, [{ entity_id: GATE, role: 'sensor', label: 'Old' }])).body.items[0];
    await call('PUT', `/cameras/${gateCamera}/hub/links/${first.id}/placement`, { x: 0.1, y: 0.2, shape: 'pill' });
    const [, kept] = (
      await link(gateCamera, [
        { entity_id: YARD, role: 'control' },
        { entity_id: GATE, role: 'sensor' },
      ])
    ).body.items;
    expect(kept).toMatchObject({
      id: first.id,
      label: 'Old',
      device_class: 'door',
      placement: { x: 0.1, shape: 'pill' },
    });
    const [cleared] = (await link(gateCamera, [{ entity_id: GATE, role: 'sensor', label: '' }])).body.items;
    expect(cleared).toMatchObject({ id: first.id, label: null, placement: { y: 0.2 } });
    // Renamed at the hub: the link stays until it is removed here.
    hub.rename(GATE, 'binary_sensor.other');
    expect((await link(gateCamera, [{ entity_id: GATE, role: 'sensor' }])).body.items[0].id).toBe(first.id);
  });

  it.each([
    [{ entity_id: YARD, role: 'sensor' }, '/links/0/entity_id', 'hub-entity-not-for-role'],
    [{ entity_id: 'lock.front', role: 'control' }, '/links/0/entity_id', 'hub-entity-not-for-role'],
    [{ entity_id: GATE, role: 'actuator' }, '/links/0/role', 'hub-role-reserved'],
    [{ entity_id: GATE, role: 'boss' }, '/links/0/role', 'must-be-one-of'],
    [{ entity_id: 'gate', role: 'sensor' }, '/links/0/entity_id', 'hub-entity-invalid'],
    [{ entity_id: 'binary_sensor.none', role: 'sensor' }, '/links/0/entity_id', 'hub-entity-unknown'],
    [{ entity_id: GATE, role: 'sensor', device_class: 'Door!' }, '/links/0/device_class', 'invalid-format'],
    [{ entity_id: GATE, role: 'sensor', label: 'x'.repeat(101) }, '/links/0/label', 'too-long'],
  ])('refuses %j', async (wanted, pointer, code) => {
    const reply = await link(gateCamera, [wanted]);
    expect(reply.status).toBe(422);
    expect(reply.body.errors).toMatchObject([{ pointer, reason: { code } }]);
    expect(await linksOf(gateCamera)).toEqual([]);
  });

  it('refuses an entity that is listed twice, and a camera that does not exist', async () => {
    const twice = [0, 1].map(() => ({ entity_id: GATE, role: 'sensor' }));
    expect((await link(gateCamera, twice)).body.errors).toMatchObject([{ pointer: '/links/1/entity_id' }]);
    expect((await link('00000000-0000-4000-8000-000000000000', [])).status).toBe(404);
  });
});

describe('the badge of a link', () => {
  let path: string;
  beforeEach(async () => {
    const { id } = (await link(gateCamera, [{ entity_id: GATE, role: 'sensor', label: 'Gate' }])).body.items[0];
    path = `/cameras/${gateCamera}/hub/links/${id}/placement`;
  });
  const plain = {
    shape: 'dot',
    size: 1,
    opacity: 1,
    overlay_color: null,
    overlay_icon: null,
    background_color: null,
    outline: true,
    overlay_show_state: false,
    overlay_show_age: false,
  };
  const styled = {
    shape: 'pill',
    size: 0.1,
    opacity: 0.05,
    overlay_color: '#FF0000',
    overlay_icon: 'door-open',
    background_color: '#00ff00',
    outline: false,
    overlay_show_state: true,
    overlay_show_age: true,
  };

  it('is placed and styled; omitted fields are unchanged, null removes colours and icon', async () => {
    expect((await call('PUT', path, { x: 0, y: 1 })).body.placement).toEqual({ x: 0, y: 1, ...plain });
    expect((await call('PUT', path, { x: 0.5, y: 0.5, ...styled })).body.placement).toEqual({
      x: 0.5,
      y: 0.5,
      ...styled,
    });
    const moved = await call('PUT', path, { x: 0.6, y: 0.5, overlay_icon: null, size: 8 });
    expect(moved.body.placement).toEqual({ x: 0.6, y: 0.5, ...styled, overlay_icon: null, size: 8 });
  });

  it('loses its style with its place, and keeps the label', async () => {
    await call('PUT', path, { x: 0.5, y: 0.5, ...styled });
    const cleared = await test.app.inject({
      method: 'PUT',
      url: path,
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      payload: 'null',
    });
    expect(cleared.json()).toMatchObject({ placement: null, label: 'Gate' });
    expect((await call('PUT', path, { x: 0.5, y: 0.5 })).body.placement).toEqual({ x: 0.5, y: 0.5, ...plain });
  });

  it.each([
    ['omitted', {}, 'Gate'],
    ['empty', { label: '' }, null],
    ['new', { label: 'Barn' }, 'Barn'],
  ])('has the label of the link: %s', async (_title, sent, label) =>
    expect((await call('PUT', path, { x: 0, y: 0, ...sent })).body.label).toBe(label),
  );

  it.each([
    [{ x: 1.01 }, '/x'],
    [{ y: -0.01 }, '/y'],
    [{ x: null }, '/x'],
    [{ size: 0.09 }, '/size'],
    [{ size: 8.1 }, '/size'],
    [{ opacity: 0.04 }, '/opacity'],
    [{ opacity: 1.1 }, '/opacity'],
    [{ shape: 'star' }, '/shape'],
    [{ overlay_color: 'red' }, '/overlay_color'],
    [{ overlay_color: '#FFF' }, '/overlay_color'],
    [{ background_color: '#GG0000' }, '/background_color'],
    [{ overlay_icon: 'no-such-icon' }, '/overlay_icon'],
    [{ overlay_show_age: 'yes' }, '/overlay_show_age'],
    [{ more: 1 }, '/more'],
  ])('refuses %j', async (sent, pointer) => {
    const reply = await call('PUT', path, { x: 0.5, y: 0.5, ...sent });
    expect(reply.status).toBe(422);
    expect(reply.body.errors).toMatchObject([{ pointer }]);
  });

  it('needs a link of this camera', async () => {
    expect((await call('PUT', path.replace(gateCamera, barnCamera), { x: 0, y: 0 })).status).toBe(404);
  });
});

describe('the states of linked entities', () => {
  const states = async (token = admin) => (await call('GET', '/hub/states', undefined, token)).body;
  const stateOf = async (entityId: string, token = admin) =>
    (await states(token)).states.find(({ entity_id }: { entity_id: string }) => entity_id === entityId);

  it('are those on the cameras of the caller alone', async () => {
    await link(gateCamera, [{ entity_id: GATE, role: 'sensor' }]);
    await link(barnCamera, [{ entity_id: YARD, role: 'control' }]);
    await until(async () => (await stateOf(YARD))?.state === 'on');
    expect(await states()).toMatchObject({
      stale: false,
      states: [
        { entity_id: GATE, kind: 'known', state: 'off', reason: null },
        { entity_id: YARD, kind: 'known', state: 'on' },
      ],
    });
    expect((await states(viewer)).states.map(({ entity_id }: { entity_id: string }) => entity_id)).toEqual([GATE]);
    expect((await call('GET', `/cameras/${barnCamera}/hub/links`, undefined, viewer)).status).toBe(404);
    const linked = async (token: string) =>
      (await call('GET', '/hub/links', undefined, token)).body.items.map(
        (one: { camera_id: string; entity_id: string }) => [one.camera_id, one.entity_id],
      );
    expect(await linked(viewer)).toEqual([[gateCamera, GATE]]);
    expect((await linked(admin)).toSorted()).toEqual(
      [
        [barnCamera, YARD],
        [gateCamera, GATE],
      ].toSorted(),
    );
  });

  it('are requested once for all clients, and not without clients', async () => {
    await link(gateCamera, [{ entity_id: GATE, role: 'sensor' }]);
    await until(async () => (await stateOf(GATE))?.state === 'off');
    expect(hub.sockets()).toBe(1);
    const before = hub.requests.length;
    await until(() => hub.sockets() === 0);
    expect(hub.requests.slice(before)).toEqual([]);
    await Promise.all(Array.from({ length: 20 }, () => states()));
    await until(async () => (await stateOf(GATE))?.state === 'off');
    expect(hub.requests.slice(before)).toEqual([{ method: 'GET', path: '/api/websocket' }]);
  });

  it('are unknown, not off, while the hub or the entity is away', async () => {
    await link(gateCamera, [{ entity_id: GATE, role: 'sensor' }]);
    await until(async () => (await stateOf(GATE))?.state === 'off');
    hub.set(GATE, 'unavailable');
    await until(async () => (await stateOf(GATE))?.reason === 'unavailable');
    hub.rename(GATE, 'binary_sensor.other');
    await until(async () => (await stateOf(GATE))?.reason === 'missing');
    await hub.die();
    await until(async () => (await stateOf(GATE))?.reason === 'hub-down');
    expect(await states()).toMatchObject({ stale: true, states: [{ kind: 'unknown', state: null }] });
    hub.rename('binary_sensor.other', GATE);
    hub.set(GATE, 'on');
    await hub.revive();
    await until(async () => (await stateOf(GATE))?.state === 'on');
  });

  it('are sent to followers who may see them, as they change', async () => {
    const url = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const received: { entity_id: string; state: string | null }[] = [];
    const socket = new WebSocket(`${url.replace('http', 'ws')}/stream`, {
      headers: { authorization: `Bearer ${viewer}` },
    });
    socket.on('message', (data) => {
      for (const change of JSON.parse(data.toString()).changes)
        if (change.kind === 'hub_state') received.push(change.hub_state);
    });
    await once(socket, 'message');
    // Only now: a follower does not receive states of before its first message.
    await link(gateCamera, [{ entity_id: GATE, role: 'sensor' }]);
    await link(barnCamera, [{ entity_id: YARD, role: 'control' }]);
    await until(() => received.some(({ state }) => state === 'off'));
    hub.set(GATE, 'on');
    hub.set(YARD, 'off');
    await until(() => received.at(-1)?.state === 'on');
    await hub.die();
    await until(() => received.at(-1)?.state === null);
    expect(new Set(received.map(({ entity_id }) => entity_id))).toEqual(new Set([GATE]));
    socket.close();
  });
});

it('has icons with a default for each device class', async () => {
  const { groups, by_device_class, by_domain } = (await call('GET', '/hub/icons', undefined, viewer)).body;
  const icons = Object.values(groups).flat();
  expect(icons).toContain(by_device_class.door.on);
  expect(Object.keys(by_domain)).toContain('light');
});

it('shows the hub in the status, with the reason for administrators', async () => {
  await test.db.updateTable('hubStatus').set({ state: 'unreachable', reason: 'hub-timed-out' }).execute();
  await test.db
    .insertInto('processHeartbeat')
    .values({ process: 'recorder', startedAt: new Date(), beatAt: new Date(test.clock.now()), version: '1' })
    .execute();
  const hubOf = async (token: string) => (await call('GET', '/status', undefined, token)).body.hub;
  expect(await hubOf(admin)).toMatchObject({ state: 'unreachable', reason: { code: 'hub-timed-out' } });
  expect(await hubOf(viewer)).toMatchObject({ state: 'unreachable', detail: null, reason: null });
  await test.db.deleteFrom('processHeartbeat').execute();
  expect(await hubOf(admin)).toMatchObject({ state: 'unknown' });
});
