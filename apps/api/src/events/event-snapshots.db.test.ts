import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { checkCropJpeg, SNAPSHOT_LIMITS } from '@holdfast/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addEvent, type TestEvent } from '../clips/test-clips.ts';
import { pour, SNAPSHOT, startFakeDetector } from '../test-fake-detector.ts';
import { addTestFootage } from '../test-footage.ts';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

const START = Date.UTC(2026, 0, 1, 12);
/** No footage is there. */
const LATER = START + 600_000;

let installation: PlateInstallation;
let detector: Awaited<ReturnType<typeof startFakeDetector>>;
let clips: string;
beforeAll(async () => {
  detector = await startFakeDetector();
  installation = await startPlateInstallation(inject('postgresUrl'), { snapshotBytes: 3 * SNAPSHOT.length });
  await addTestFootage(installation.test, { cameraId: installation.cameraId, startMs: START, seconds: 8 });
  const { token } = await installation.signIn('clips', {
    capabilities: ['clips'],
    camera_ids: [installation.cameraId],
  });
  clips = token;
});
afterAll(async () => {
  await installation?.close();
  await detector?.stop();
});
beforeEach(() => {
  detector.asked.length = 0;
  detector.answer = detector.whole;
  installation.test.clock.step(60_000);
});

let counter = 0;
const newEvent = (event: Partial<TestEvent> = {}): Promise<string> =>
  addEvent(installation.test.db, {
    cameraId: installation.cameraId,
    startMs: START + 2_000,
    endMs: START + 3_000,
    snapshotUrl: `${detector.url}/api/events/${++counter}/snapshot.jpg`,
    ...event,
  });
const get = (id: string, token = installation.admin) =>
  installation.test.call('GET', `/events/${id}/snapshot.jpg`, { token });
const copies = () =>
  readdir(join(installation.test.dataDir, 'snapshots', installation.cameraId)).catch(() => [] as string[]);
const removeEvent = (id: string) => installation.test.db.deleteFrom('event').where('id', '=', id).execute();
const isCopied = async (id: string) => (await copies()).some((name) => name.startsWith(id));
/** Of our own footage, which is 160 wide. */
const expectOwnPicture = async (reply: Awaited<ReturnType<typeof get>>) => {
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(reply.body.equals(SNAPSHOT)).toBe(false);
  expect(checkCropJpeg(reply.body, SNAPSHOT_LIMITS)).toMatchObject({ kind: 'jpeg', width: 160 });
};

describe('the detector’s picture of an event', () => {
  it('is fetched once for all callers, then kept, whatever the detector does later', async () => {
    const id = await newEvent();
    for (const reply of await Promise.all(Array.from({ length: 8 }, () => get(id)))) {
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(reply.headers['cache-control']).toMatch(/^private/);
      expect(reply.body.equals(SNAPSHOT)).toBe(true);
    }
    detector.answer = (response) => void response.writeHead(404).end();
    expect((await get(id)).body.equals(SNAPSHOT)).toBe(true);
    expect(detector.asked).toHaveLength(1);
  });

  it('is there without footage', async () => {
    const id = await newEvent({ startMs: LATER, endMs: LATER + 1_000 });
    expect((await get(id)).body.equals(SNAPSHOT)).toBe(true);
  });

  it('is asked for again while the event goes on, and once more when its end changes', async () => {
    const id = await newEvent({ endMs: null });
    for (const _ of [1, 2]) expect((await get(id)).status).toBe(200);
    expect([detector.asked.length, await isCopied(id)]).toEqual([2, false]);
    for (const second of [3, 4]) {
      const endTs = new Date(START + second * 1_000);
      await installation.test.db.updateTable('event').set({ endTs }).where('id', '=', id).execute();
      for (const _ of [1, 2]) expect((await get(id)).status).toBe(200);
    }
    expect(detector.asked).toHaveLength(4);
    expect((await copies()).filter((name) => name.startsWith(id))).toHaveLength(1);
  });

  it('dies with its event', async () => {
    const id = await newEvent();
    await get(id);
    expect(await isCopied(id)).toBe(true);
    await removeEvent(id);
    expect((await get(id)).status).toBe(404);
    await installation.test.followDeletions();
    expect(await isCopied(id)).toBe(false);
  });

  it('makes room for others, except in a protected bookmark', async () => {
    const { test, admin, cameraId } = installation;
    const startMs = LATER + 60_000;
    const kept = await newEvent({ startMs, endMs: startMs + 1_000 });
    const [start, end] = [startMs, startMs + 2_000].map((ms) => new Date(ms).toISOString());
    const body = { camera_id: cameraId, start, end, label: 'Keep', protected: true };
    expect((await test.call('POST', '/bookmarks', { token: admin, body })).status).toBe(201);
    expect((await get(kept)).status).toBe(200);
    const others: string[] = [];
    for (let i = 0; i < 4; i += 1) others.push(await newEvent());
    for (const id of others) expect((await get(id)).status).toBe(200);
    expect(await copies()).toHaveLength(3);
    expect(await Promise.all([kept, ...others].map(isCopied))).toEqual([true, false, false, true, true]);
  });

  it.each([
    ['is gone', (response: ServerResponse) => void response.writeHead(404).end('gone')],
    ['is a page', (response: ServerResponse) => void response.writeHead(200).end('<html>sign in</html>')],
    ['breaks off', (response: ServerResponse) => void response.writeHead(200).end(SNAPSHOT.subarray(0, -200))],
    ['never ends', (response: ServerResponse) => pour(response)],
    ['is elsewhere', (response: ServerResponse) => void response.writeHead(302, { location: detector.url }).end()],
    ['is hung up on', (response: ServerResponse) => void response.destroy()],
  ])('is replaced by our own when it %s, and 404 where nothing was recorded', async (_title, answer) => {
    detector.answer = answer;
    const id = await newEvent();
    await expectOwnPicture(await get(id));
    const missing = await get(await newEvent({ startMs: LATER, endMs: LATER + 1_000 }));
    expect([missing.status, missing.body.type]).toEqual([404, '/problems/no-footage']);
    expect(await isCopied(id)).toBe(false);
    // It may exist the next time.
    detector.answer = detector.whole;
    installation.test.clock.step(60_000);
    expect((await get(id)).body.equals(SNAPSHOT)).toBe(true);
  });

  it('is not waited for again and again while the detector is away', async () => {
    detector.answer = (response) => void response.destroy();
    const ids = await Promise.all([newEvent(), newEvent(), newEvent()]);
    for (const id of ids) await expectOwnPicture(await get(id));
    expect(detector.asked).toHaveLength(1);
  });

  it.each(['http://169.254.169.254/latest', 'file:///etc/passwd', 'nonsense'])(
    'is never fetched from %s',
    async (url) => {
      await expectOwnPicture(await get(await newEvent({ snapshotUrl: url })));
    },
  );

  it('requires clips and the camera, and the detector is not asked otherwise', async () => {
    const id = await newEvent();
    const yard = await installation.newCamera('Yard');
    const other = await installation.signIn('other', { capabilities: ['clips'], camera_ids: [yard] });
    const without = await installation.signIn('without', {
      capabilities: ['view_plates'],
      camera_ids: [installation.cameraId],
    });
    expect((await get(id, other.token)).status).toBe(404);
    expect((await get(id, without.token)).status).toBe(403);
    expect((await installation.test.call('GET', `/events/${id}/snapshot.jpg`)).status).toBe(401);
    expect(detector.asked).toEqual([]);
    expect((await get(id, clips)).status).toBe(200);
  });

  it('does not exist for an event without one', async () => {
    const { db } = installation.test;
    const id = await newEvent();
    await db.updateTable('event').set({ snapshotUrl: null }).where('id', '=', id).execute();
    const reply = await get(id);
    expect([reply.status, reply.body.type]).toEqual([404, '/problems/not-found']);
  });

  it('shows no plate without view_plates: our own picture for a car with one, nothing for a plate alone', async () => {
    const car = await newEvent({ label: 'car', plate: 'SEEN111' });
    await expectOwnPicture(await get(car, clips));
    expect((await get(await newEvent({ label: 'license_plate', plate: 'SEEN111' }), clips)).status).toBe(404);
    expect(detector.asked).toEqual([]);
    expect((await get(car)).body.equals(SNAPSHOT)).toBe(true);
    await expectOwnPicture(await get(car, clips));
  });
});
