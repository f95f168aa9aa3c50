import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { followChanges } from '@holdfast/client';
import { type Change, ChangeMessage } from '@holdfast/contract';
import { findDefaultStorageId, replaceMotionSources } from '@holdfast/db';
import { toPlate } from '@holdfast/domain';
import { LOST_WITHIN_MS } from '@holdfast/kit';
import { until } from '@holdfast/testkit';
import { sql } from 'kysely';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { closeCodes } from '../http/socket-close-codes.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { recorderBeats } from '../test-recorder-beat.ts';

let test: TestApp;
let admin: string;
let guard: string;
let gate: string;
let door: string;
let origin: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const camera = async (name: string) =>
    (await test.call('POST', '/config/cameras', { token: admin, body: { name, main_url: 'rtsp://127.0.0.1:1/x' } }))
      .body.id as string;
  gate = await camera('Gate');
  door = await camera('Door');
  guard = await signedIn('guard', { capabilities: [], camera_ids: [gate] });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  origin = test.app.listeningOrigin;
});
afterAll(() => test?.close());
beforeEach(() => beats());

const beats = () => recorderBeats(test);

async function signedIn(username: string, role: Record<string, unknown>): Promise<string> {
  const { id } = (await test.call('POST', '/config/roles', { token: admin, body: { name: username, ...role } })).body;
  const user = { username, password: 'long enough' };
  await test.call('POST', '/config/users', { token: admin, body: { ...user, role_id: id } });
  test.clock.step(60_000);
  return (await test.call('POST', '/auth/login', { body: user })).body.token;
}

interface Following {
  socket: WebSocket;
  messages: ChangeMessage[];
  changes: () => Change[];
  cursor: () => string | undefined;
  closed: number | undefined;
}

/** Connected, with the cursor of the first message. */
async function follow(token: string, cursor?: string): Promise<Following> {
  const query = cursor === undefined ? '' : `?cursor=${cursor}`;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/stream${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const seen: Following = {
    socket,
    messages: [],
    changes: () => seen.messages.flatMap(({ changes }) => changes),
    cursor: () => seen.messages.at(-1)?.cursor,
    closed: undefined,
  };
  socket.on('message', (data) => seen.messages.push(JSON.parse(String(data))));
  socket.on('close', (code) => {
    seen.closed = code;
  });
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  await until(() => seen.messages.length > 0);
  return seen;
}

let counter = 0;
async function insertEvent(
  cameraId: string,
  event: { label?: string; sub_label?: string; recognized_plate?: string; zones?: string[] } = {},
): Promise<string> {
  counter += 1;
  const now = new Date(test.clock.now());
  const { id } = await test.db
    .insertInto('event')
    .values({
      cameraId,
      sourceId: 'external',
      providerEventId: `event ${counter}`,
      ts: now,
      updatedAt: now,
      lifecycle: 'start',
      label: event.label ?? 'person',
      subLabel: event.sub_label ?? null,
      recognizedPlate: event.recognized_plate ?? null,
      zones: event.zones ?? [],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const eventIds = (following: Following) =>
  following.changes().flatMap((change) => (change.kind === 'event' ? [change.event.id] : []));

describe('following changes', () => {
  it('sends each kind of change as the contract describes it', async () => {
    const following = await follow(admin);
    expect(following.messages[0]).toMatchObject({ reset: true, changes: [] });
    const now = new Date(test.clock.now());
    const eventId = await insertEvent(gate);
    await test.db.updateTable('event').set({ endTs: now, lifecycle: 'end' }).where('id', '=', eventId).execute();
    await test.db
      .insertInto('plateRead')
      .values({
        cameraId: gate,
        sourceId: 'external',
        providerEventId: 'r',
        ts: now,
        plate: toPlate('AB1'),
        plateRaw: 'AB1',
      })
      .execute();
    await test.db
      .insertInto('streamStatus')
      .values({ cameraId: gate, stream: 'main', state: 'recording', since: now, updatedAt: now, restarts: 0 })
      .execute();
    await replaceMotionSources(test.db, [
      { cameraId: gate, source: 'pixel', able: true, reason: null, since: now },
      { cameraId: gate, source: 'camera', able: false, reason: 'camera-timed-out', since: now },
    ]);
    const storageId = await findDefaultStorageId(test.db);
    await test.db.insertInto('storageStatus').values({ storageId, state: 'ok', updatedAt: now }).execute();
    await test.db
      .insertInto('footageExport')
      .values({
        createdAt: now,
        startTs: now,
        endTs: new Date(now.getTime() + 1),
        burnClock: false,
        audio: false,
        state: 'failed',
        sizeBytes: 0,
        expiresAt: now,
      })
      .execute();
    await test.db
      .insertInto('systemEvent')
      .values({ eventKey: 'low_disk', cameraId: null, ts: now, detail: 'Full.', data: '{}' })
      .execute();
    const kinds = ['event', 'export', 'health', 'motion_sources', 'plate_read', 'storage', 'stream', 'system_event'];
    await until(
      () => new Set(following.changes().map(({ kind }) => kind)).size === kinds.length,
      () => following.messages,
    );
    for (const message of following.messages) expect(Check(ChangeMessage, message), JSON.stringify(message)).toBe(true);
    expect(following.changes().findLast(({ kind }) => kind === 'motion_sources')).toMatchObject({
      camera_id: gate,
      motion_sources: [
        { source: 'camera', able: false, reason: { code: 'camera-timed-out' } },
        { source: 'pixel', able: true },
      ],
    });
    // It is sent in its current state, so an end can be in the first message.
    await until(() =>
      following.changes().some((change) => change.kind === 'event' && change.event.lifecycle === 'end'),
    );
  });

  it('sends a user only what they may see, and no plates without the capability', async () => {
    const [one, all] = [await follow(guard), await follow(admin)];
    await insertEvent(door);
    await insertEvent(gate, { label: 'license_plate', sub_label: 'AB123', recognized_plate: 'AB123' });
    const carId = await insertEvent(gate, { label: 'car', sub_label: 'AB123', recognized_plate: 'AB123' });
    await test.db
      .insertInto('plateRead')
      .values({
        cameraId: gate,
        sourceId: 'external',
        providerEventId: 'r2',
        ts: new Date(),
        plate: toPlate('AB123'),
        plateRaw: 'AB123',
      })
      .execute();
    const lastId = await insertEvent(gate);
    await until(() => eventIds(one).includes(lastId) && eventIds(all).length === 4);
    expect(eventIds(one)).toEqual([carId, lastId]);
    expect(JSON.stringify(one.messages)).not.toContain('AB123');
    expect(one.changes().some(({ kind }) => kind === 'plate_read')).toBe(false);
    expect(all.changes().filter(({ kind }) => kind === 'plate_read')).toHaveLength(1);
  });

  it('sends the cause of a fault, which may name hosts, to administrators only', async () => {
    const [one, all] = [await follow(guard), await follow(admin)];
    const { id } = await test.db
      .insertInto('systemEvent')
      .values({
        eventKey: 'camera_offline',
        cameraId: gate,
        ts: new Date(test.clock.now()),
        detail: 'Gate is offline. There is nothing at 192.0.2.7.',
        data: JSON.stringify({ stream: 'main', reason: 'There is nothing at 192.0.2.7.' }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ofEvent = (following: Following) =>
      following.changes().flatMap((change) => (change.kind === 'system_event' ? [change.system_event] : []));
    const arrived = (following: Following) => ofEvent(following).find((event) => event.id === id);
    await until(() => arrived(one) !== undefined && arrived(all) !== undefined);
    expect(arrived(one)).toMatchObject({ detail: 'Gate is offline.', data: { stream: 'main' }, reason: null });
    expect(JSON.stringify(one.messages)).not.toContain('192.0.2.7');
    expect(arrived(all)).toMatchObject({
      detail: 'Gate is offline. There is nothing at 192.0.2.7.',
      data: { stream: 'main', reason: 'There is nothing at 192.0.2.7.' },
    });
  });

  it('reports a recorder that stopped, although it writes nothing more', async () => {
    const following = await follow(guard);
    const lives = () =>
      following.changes().flatMap((change) => (change.kind === 'health' ? [change.recorder.alive] : []));
    await until(() => lives().at(-1) === true);
    test.clock.step(60_000);
    await until(() => lives().at(-1) === false);
    await beats();
    await until(() => lives().at(-1) === true);
  });

  it('resumes after a lost connection', async () => {
    const first = await follow(guard);
    const seenId = await insertEvent(gate);
    await until(() => eventIds(first).includes(seenId));
    const cursor = first.cursor();
    first.socket.terminate();
    test.clock.step(5 * 60_000);
    await beats();
    const missed = [await insertEvent(gate), await insertEvent(gate)];
    await insertEvent(door);
    const resumed = await follow(guard, cursor);
    expect(resumed.messages[0]?.reset).toBe(false);
    await until(() => eventIds(resumed).length >= 2);
    expect(eventIds(resumed).sort()).toEqual(missed.sort());
    const nextId = await insertEvent(gate);
    await until(() => eventIds(resumed).includes(nextId));
  });

  it.each([
    ['too old', 'aaaaaaaaaaaa.1'],
    ['from nowhere', 'nonsense'],
  ])('sends a reset when the cursor is %s', async (_title, cursor) => {
    const following = await follow(guard, cursor);
    expect(following.messages[0]?.reset).toBe(true);
    const nextId = await insertEvent(gate);
    await until(() => eventIds(following).includes(nextId));
  });

  it('sends every row of one statement, however many notifications they fill', async () => {
    const following = await follow(admin);
    const { rows } = await sql<{ id: string }>`
      insert into event (camera_id, source_id, provider_event_id, ts, updated_at, lifecycle, label)
      select ${gate}::uuid, 'external', 'one of many ' || n, now(), now(), 'start', 'car' from generate_series(1, 250) n
      returning id`.execute(test.db);
    await until(() => eventIds(following).length >= 250);
    expect(eventIds(following).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  it('sends a reset instead of thousands of changes', async () => {
    const following = await follow(guard);
    await sql`
      insert into event (camera_id, source_id, provider_event_id, ts, updated_at, lifecycle, label)
      select ${gate}, 'bulk', n, now(), now(), 'end', 'person' from generate_series(1, 2000) n`.execute(test.db);
    await until(() => following.messages.some(({ reset }, i) => i > 0 && reset));
    expect(eventIds(following)).toEqual([]);
    const nextId = await insertEvent(gate);
    await until(() => eventIds(following).includes(nextId));
  });

  it('loses a camera, and the connection with the session, within 15 s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const token = await signedIn('short', { capabilities: [], camera_ids: [gate, door] });
    const following = await follow(token);
    const { id: roleId } = await test.db
      .selectFrom('role')
      .select('id')
      .where('name', '=', 'short')
      .executeTakeFirstOrThrow();
    await test.call('PUT', `/config/roles/${roleId}`, { token: admin, body: { camera_ids: [gate] } });
    vi.advanceTimersByTime(LOST_WITHIN_MS);
    // Waits for the database to answer.
    await until(async () => {
      const doorId = await insertEvent(door);
      const gateId = await insertEvent(gate);
      await until(() => eventIds(following).includes(gateId));
      return !eventIds(following).includes(doorId);
    });
    await test.call('POST', '/auth/logout', { token });
    // Less than the limit: within the whole of it a second ping would find the first one unanswered.
    vi.advanceTimersByTime(LOST_WITHIN_MS - 5_000);
    await until(() => following.closed === closeCodes.noAccess);
  });

  it('serves 200 at once, and drops the one that does not read', async () => {
    // No pings here: a busy machine takes longer than one that is not answered may stay, and only what it does not read is to end it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const stalled = await halfOpen(guard);
    const all = await Promise.all(Array.from({ length: 200 }, () => follow(guard)));
    const sharedId = await insertEvent(gate);
    await until(() => all.every((one) => eventIds(one).includes(sharedId)));
    const others = all.slice(0, 3);
    for (const { socket } of all.slice(3)) socket.terminate();
    await until(() => test.app.websocketServer.clients.size === 4);
    const sockets = () => test.app.websocketServer.clients.size;
    const before = sockets();
    // Less than a follower may be behind, but much: changes are collected for a moment before each message.
    const zones = Array.from({ length: 400 }, (_, i) => `zone ${i} ${'x'.repeat(1_500)}`);
    while (sockets() === before) {
      const lastId = await insertEvent(gate, { zones });
      await until(() => others.every((one) => eventIds(one).includes(lastId)));
    }
    expect(others.every(({ closed }) => closed === undefined)).toBe(true);
    stalled.destroy();
  });
});

/** A client behind a pulled cable: the handshake succeeded, and nothing is read after it. */
async function halfOpen(token: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  const head = [
    'GET /stream HTTP/1.1',
    `Host: ${hostname}:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    `Authorization: Bearer ${token}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.on('error', () => socket.destroy());
  await once(socket, 'data');
  socket.pause();
  return socket;
}

describe('the client', () => {
  it('follows changes with its token as a protocol, and resumes by itself', async () => {
    const messages: ChangeMessage[] = [];
    const stop = followChanges({
      baseUrl: origin,
      token: () => guard,
      onMessage: (message) => messages.push(message),
      webSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    });
    onTestFinished(stop);
    const ids = () =>
      messages.flatMap(({ changes }) => changes.map((one) => (one.kind === 'event' ? one.event.id : '')));
    await until(() => messages.length > 0);
    const firstId = await insertEvent(gate);
    await until(() => ids().includes(firstId));
    for (const client of test.app.websocketServer.clients) client.terminate();
    const secondId = await insertEvent(gate);
    await until(() => ids().includes(secondId));
    expect(messages.map(({ reset }) => reset).filter(Boolean)).toHaveLength(1);
  });

  it('is refused with an invalid token', async () => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/stream`, ['holdfast.changes', 'bearer.a.b.c']);
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('401');
  });
});
