import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createKeyframeDecoder } from '@holdfast/media';
import { clockDifference, clockPicture, readClock, until } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { iso, newCamera } from '../exports/test-exports.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';

const run = promisify(execFile);
const HOUR_MS = 3_600_000;
/** Half a minute before a full hour, recently: only new footage gets its previews in advance. */
const START = Math.floor(Date.now() / HOUR_MS - 1) * HOUR_MS - 30_000;
let test: TestApp;
let admin: string;
let gate: string;
let decoded = 0;
let decoders = 0;
let hasDecoder = true;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'), {
    aroundDecodeKeyframes: (real) => (order) => {
      decoders += 1;
      decoded += order.sources.length;
      return hasDecoder ? real(order) : createKeyframeDecoder({ ffmpegPath: '/nowhere/ffmpeg' })(order);
    },
  });
  admin = await test.bootstrap();
  gate = await newCamera(test, admin, 'Gate');
});
afterAll(() => test?.close());
beforeEach(() => {
  [decoded, decoders] = [0, 0];
});

const at = (second: number) => START + second * 1000;
const preview = (cameraId: string, second: number, token = admin) =>
  test.call('GET', `/cameras/${cameraId}/preview?ts=${iso(at(second))}`, { token });
const packsOf = (cameraId: string) => readdir(join(test.dataDir, 'previews', cameraId)).catch(() => []);
const packPath = async (cameraId: string, index = 0) =>
  join(test.dataDir, 'previews', cameraId, (await packsOf(cameraId)).sort()[index] ?? '');

/** The moment that a picture of the test footage shows. */
async function momentOf(jpeg: Buffer): Promise<number> {
  const { width, height } = clockPicture;
  const child = run(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-f', 'mjpeg', '-i', 'pipe:0'],
      ...['-vf', `scale=${width}:${height}`, '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'],
    ],
    { encoding: 'buffer' },
  );
  child.child.stdin?.end(jpeg);
  const clock = readClock((await child).stdout);
  return clock === undefined ? Number.NaN : START + clockDifference(clock, START);
}

describe('previews made in the background', () => {
  it('are the first picture of each segment, in one file an hour, by one decoder', async () => {
    await addTestFootage(test, { cameraId: gate, startMs: START, seconds: 60, segmentSeconds: 4, hasSound: false });
    expect(await test.makePreviews()).toBe(15);
    expect([decoders, decoded]).toEqual([1, 15]);
    expect(await packsOf(gate)).toHaveLength(2);
    decoders = 0;
    for (const second of [0, 3.9, 4, 21, 29.9, 30, 59]) {
      const reply = await preview(gate, second);
      expect(reply, JSON.stringify(reply.body)).toMatchObject({
        status: 200,
        headers: { 'content-type': 'image/jpeg' },
      });
      const takenAtMs = at(Math.floor(second / 4) * 4);
      expect(reply.headers['x-picture-time']).toBe(iso(takenAtMs));
      expect(await momentOf(reply.body)).toBe(takenAtMs);
    }
    expect(decoders).toBe(0);
    // Nothing is made twice.
    expect(await test.makePreviews()).toBe(0);
  });

  it('are of the substream where it was recorded, and of main elsewhere', async () => {
    const yard = await newCamera(test, admin, 'Yard');
    await addTestFootage(test, { cameraId: yard, startMs: START, seconds: 16, segmentSeconds: 4, hasSound: false });
    const ids = await addTestFootage(test, {
      cameraId: yard,
      stream: 'sub',
      startMs: START,
      seconds: 8,
      segmentSeconds: 4,
      hasSound: false,
      scale: 2,
    });
    expect(await test.makePreviews()).toBe(4);
    expect(decoders).toBe(2);
    expect(ids).toHaveLength(2);
    for (const second of [1, 9]) expect((await preview(yard, second)).status).toBe(200);
  });

  it('come in one reply, evenly spaced', async () => {
    const url = `/cameras/${gate}/previews?start=${iso(at(0))}&end=${iso(at(60))}`;
    const readAll = async (count: number) => {
      const { body, status } = await test.call('GET', `${url}&count=${count}`, { token: admin });
      expect(status).toBe(200);
      const found: { takenAtMs: number; jpeg: Buffer }[] = [];
      for (let offset = 0; offset < body.length; ) {
        const length = body.readUInt32BE(offset + 8);
        found.push({ takenAtMs: body.readDoubleBE(offset), jpeg: body.subarray(offset + 12, offset + 12 + length) });
        offset += 12 + length;
      }
      return found;
    };
    const five = await readAll(5);
    expect(five.map(({ takenAtMs }) => (takenAtMs - START) / 1000)).toEqual([0, 12, 24, 36, 48]);
    for (const { takenAtMs, jpeg } of five) expect(await momentOf(jpeg)).toBe(takenAtMs);
    expect(await readAll(500)).toHaveLength(15);
  });
});

describe('a preview that is not there', () => {
  it('is made on demand, once for all callers, and kept', async () => {
    const shed = await newCamera(test, admin, 'Shed');
    await addTestFootage(test, {
      cameraId: shed,
      startMs: START - 10 * HOUR_MS,
      seconds: 8,
      segmentSeconds: 4,
      hasSound: false,
    });
    const replies = await Promise.all(Array.from({ length: 20 }, () => preview(shed, -36_000 + 5)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect([decoders, decoded]).toEqual([1, 1]);
    expect(await momentOf(replies[0]?.body)).toBe(at(-36_000 + 4));
    await preview(shed, -36_000 + 6);
    expect(decoders).toBe(1);
  });

  it('is made again where the file is damaged', async () => {
    const before = await preview(gate, 5);
    const { size } = await stat(await packPath(gate));
    await truncate(await packPath(gate), size - 10);
    for (let times = 0; times < 3; times += 1) expect((await preview(gate, 29)).status).toBe(200);
    expect(decoders).toBe(1);
    await writeFile(await packPath(gate, 1), 'not a pack');
    expect((await preview(gate, 5)).body.equals(before.body)).toBe(true);
  });

  it('is sent although it cannot be kept', async () => {
    const shop = await newCamera(test, admin, 'Shop');
    await addTestFootage(test, { cameraId: shop, startMs: START, seconds: 4, hasSound: false });
    await writeFile(join(test.dataDir, 'previews', shop), '');
    expect((await preview(shop, 1)).status).toBe(200);
  });

  it('is a problem with a time to retry while there is no decoder', async () => {
    const loft = await newCamera(test, admin, 'Loft');
    await addTestFootage(test, { cameraId: loft, startMs: START, seconds: 4, hasSound: false });
    hasDecoder = false;
    const reply = await preview(loft, 1);
    hasDecoder = true;
    expect(reply).toMatchObject({ status: 503, body: { type: '/problems/picture-not-made' } });
    expect(reply.headers['retry-after']).toBe('30');
    expect((await preview(loft, 1)).status).toBe(200);
  });

  it.each([
    ['a gap', 61],
    ['the future', 900_000],
    ['the time before the first footage', -10],
  ])('is refused in %s', async (_title, second) => {
    expect(await preview(gate, second)).toMatchObject({ status: 404, body: { type: '/problems/no-footage' } });
  });

  it('is refused for other cameras and bad input', async () => {
    const role = { name: 'outside', capabilities: ['playback'], camera_ids: [] };
    const made = await test.call('POST', '/config/roles', { token: admin, body: role });
    const user = { username: 'outside', password: 'long enough', role_id: made.body.id };
    await test.call('POST', '/config/users', { token: admin, body: user });
    const { token } = (await test.call('POST', '/auth/login', { body: { ...user, role_id: undefined } })).body;
    expect((await preview(gate, 5, token)).status).toBe(404);
    const setCameras = (...camera_ids: string[]) =>
      test.call('PUT', `/config/roles/${made.body.id}`, { token: admin, body: { camera_ids } });
    expect((await setCameras(gate)).status).toBe(200);
    await until(async () => (await preview(gate, 5, token)).status === 200);
    // Several parts of the same hour, as scrubbing requests them; then the right is withdrawn.
    for (const second of [9, 13]) expect((await preview(gate, second, token)).status).toBe(200);
    await setCameras();
    await until(async () => (await preview(gate, 5, token)).status === 404);
    const statusOf = async (url: string) => (await test.call('GET', url, { token: admin })).status;
    expect(await statusOf(`/cameras/${gate}/preview`)).toBe(422);
    expect(await statusOf(`/cameras/${gate}/preview?ts=now`)).toBe(422);
    expect(await statusOf(`/cameras/nothing/preview?ts=${iso(START)}`)).toBe(404);
    const range = `start=${iso(at(0))}&end=${iso(at(60))}`;
    for (const query of ['', `?${range}`, `?${range}&count=0`, `?${range}&count=501`])
      expect(await statusOf(`/cameras/${gate}/previews${query}`)).toBe(422);
    expect(await statusOf(`/cameras/${gate}/previews?start=${iso(at(60))}&end=${iso(at(0))}&count=5`)).toBe(422);
    expect(await statusOf(`/cameras/${gate}/previews?start=${iso(0)}&end=${iso(START)}&count=5`)).toBe(422);
  });
});

describe('previews die with their footage', () => {
  it('answer no-footage at once, and are erased', async () => {
    const barn = await newCamera(test, admin, 'Barn');
    await addTestFootage(test, { cameraId: barn, startMs: START, seconds: 24, segmentSeconds: 4, hasSound: false });
    await test.makePreviews();
    const first = (await preview(barn, 1)).body as Buffer;
    const path = await packPath(barn);
    expect((await readFile(path)).includes(first)).toBe(true);
    const remove = (before: number) =>
      test.db
        .deleteFrom('segment')
        .where('cameraId', '=', barn)
        .where('startTs', '<', new Date(at(before)))
        .execute();
    await remove(8);
    await until(async () => (await preview(barn, 1)).body.type === '/problems/no-footage');
    await test.followDeletions();
    expect((await readFile(path)).includes(first)).toBe(false);
    expect((await preview(barn, 9)).status).toBe(200);
    const sprite = await test.call('GET', `/cameras/${barn}/previews?start=${iso(at(0))}&end=${iso(at(24))}&count=50`, {
      token: admin,
    });
    expect(sprite.body.readDoubleBE(0)).toBe(at(8));
    await remove(100);
    await test.followDeletions();
    expect(await packsOf(barn)).toEqual([]);
    await until(async () => (await preview(barn, 9)).body.type === '/problems/no-footage');
  });

  it('although files of another hour cannot be removed', async () => {
    const mill = await newCamera(test, admin, 'Mill');
    await addTestFootage(test, { cameraId: mill, startMs: START, seconds: 60, segmentSeconds: 4, hasSound: false });
    await test.makePreviews();
    for (const second of [1, 59]) expect((await preview(mill, second)).status).toBe(200);
    const path = await packPath(mill);
    await rm(path);
    await mkdir(path);
    // Not all of an hour: the rest of the file has to be kept.
    for (const second of [0, 56])
      await test.db
        .deleteFrom('segment')
        .where('cameraId', '=', mill)
        .where('startTs', '=', new Date(at(second)))
        .execute();
    await test.followDeletions();
    const left = await test.db.selectFrom('footageGone').select('hour').where('cameraId', '=', mill).execute();
    expect(left.map(({ hour }) => hour.getTime())).toEqual([at(30) - HOUR_MS]);
    await test.db.deleteFrom('footageGone').where('cameraId', '=', mill).execute();
  });
});

describe('settings', () => {
  it('skip segments at a longer interval, and answer with the picture of the interval', async () => {
    const sparse = await startTestApp(inject('postgresUrl'), { previewSettings: { intervalMs: 12_000, width: 80 } });
    try {
      const token = await sparse.bootstrap();
      const cameraId = await newCamera(sparse, token, 'Gate');
      await addTestFootage(sparse, { cameraId, startMs: at(30), seconds: 40, segmentSeconds: 4, hasSound: false });
      expect(await sparse.makePreviews()).toBe(4);
      const get = (second: number) =>
        sparse.call('GET', `/cameras/${cameraId}/preview?ts=${iso(at(30 + second))}`, { token });
      const reply = await get(11);
      expect(reply.headers['x-picture-time']).toBe(iso(at(30)));
      expect((await get(41)).status).toBe(404);
    } finally {
      await sparse.close();
    }
  });

  it('remove the oldest hours beyond the limit', async () => {
    const small = await startTestApp(inject('postgresUrl'), { previewBytes: 12_000 });
    try {
      const token = await small.bootstrap();
      const cameraId = await newCamera(small, token, 'Gate');
      await addTestFootage(small, { cameraId, startMs: START, seconds: 60, segmentSeconds: 4, hasSound: false });
      await small.makePreviews();
      const packs = () => readdir(join(small.dataDir, 'previews', cameraId));
      const older = iso(START).replaceAll(/[-:]/g, '').slice(0, 11);
      expect(await packs()).not.toContain(`${older}.pack`);
      // Made again when it is viewed.
      expect((await small.call('GET', `/cameras/${cameraId}/preview?ts=${iso(at(5))}`, { token })).status).toBe(200);
    } finally {
      await small.close();
    }
  });
});
