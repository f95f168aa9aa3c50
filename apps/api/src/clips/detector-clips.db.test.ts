import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { newCamera } from '../exports/test-exports.ts';
import { startTestApp, type TestApp, type TestReply } from '../test-app.ts';
import { pour, SNAPSHOT, startFakeDetector } from '../test-fake-detector.ts';
import { addTestFootage } from '../test-footage.ts';
import { addEvent, type TestEvent, watchPictures } from './test-clips.ts';

const START = Date.UTC(2026, 0, 1, 12);
const RECORDED_SECONDS = 20;
/** The clip as the detector would send it. */
const CLIP = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-detector-clip-'));
  try {
    const path = join(folder, 'clip.mp4');
    execFileSync('ffmpeg', [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=s=160x96:r=5:d=2', '-c:v', 'libx264'],
      ...['-movflags', 'frag_keyframe+empty_moov', path],
    ]);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
})();
const sends = (body: Buffer | string) => (response: ServerResponse) => void response.writeHead(200).end(body);

let test: TestApp;
let admin: string;
let gate: string;
let detector: Awaited<ReturnType<typeof startFakeDetector>>;

const setDetector = (body: object) => test.call('PUT', '/config/detector', { token: admin, body });
beforeAll(async () => {
  detector = await startFakeDetector();
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  gate = await newCamera(test, admin, 'Gate');
  await addTestFootage(test, { cameraId: gate, startMs: START, seconds: RECORDED_SECONDS });
});
afterAll(async () => {
  await test?.close();
  await detector?.stop();
});
beforeEach(async () => {
  detector.asked.length = 0;
  detector.answer = sends(CLIP);
  test.clock.step(60_000);
  const reply = await setDetector({ enabled: true, mqtt_url: 'mqtt://127.0.0.1:9', http_base_url: detector.url });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
});

const at = (second: number) => START + second * 1000;
/** An event of which the end was not recorded, unless other seconds are given. */
async function newEvent([from, to]: [number, number | null] = [15, 18], event: Partial<TestEvent> = {}, raw = true) {
  const endMs = to === null ? null : at(to);
  const id = await addEvent(test.db, { cameraId: gate, startMs: at(from), endMs, ...event });
  await test.db
    .updateTable('event')
    .set({ raw: JSON.stringify({ has_clip: raw }) })
    .where('id', '=', id)
    .execute();
  return id;
}
const video = (id: string, query = '', headers: Record<string, string> = {}) =>
  test.call('GET', `/clip/${id}/clip.mp4${query}`, { token: admin, headers });
const expectOwn = async (reply: TestReply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  expect(reply.body.equals(CLIP)).toBe(false);
  // The clock of our own camera is in the picture.
  const shownMs = await watchPictures(reply.body, START);
  expect(shownMs.every((ms) => ms >= START && ms < at(RECORDED_SECONDS))).toBe(true);
};

describe('the detector’s own clip of an event', () => {
  it('is shown where a part was not recorded: in both qualities, fetched once for all callers, and kept', async () => {
    const id = await newEvent();
    const queries = ['', '?q=full', '?q=preview', '', '?q=full'];
    for (const reply of await Promise.all(queries.map((query) => video(id, query)))) {
      expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'video/mp4' } });
      expect(reply.body.equals(CLIP)).toBe(true);
    }
    detector.answer = (response) => void response.writeHead(404).end();
    const { headers } = await video(id);
    expect((await video(id, '', { 'if-none-match': String(headers.etag) })).status).toBe(304);
    const part = await video(id, '', { range: 'bytes=4-7' });
    expect([part.status, part.body.toString()]).toEqual([206, 'ftyp']);
    expect(detector.asked).toEqual([expect.stringMatching(/^\/api\/events\/[0-9a-f-]{36}\/clip\.mp4$/)]);
  });

  it.each([
    ['is gone', (response: ServerResponse) => void response.writeHead(404).end('gone')],
    ['is a page', sends('<html>sign in</html>')],
    ['is a picture', sends(SNAPSHOT)],
    ['breaks off', sends(CLIP.subarray(0, -200))],
    ['never ends', (response: ServerResponse) => pour(response)],
    ['is elsewhere', (response: ServerResponse) => void response.writeHead(302, { location: detector.url }).end()],
    ['is hung up on', (response: ServerResponse) => void response.destroy()],
  ])('is replaced by our own footage when it %s, which then stays', async (_title, answer) => {
    detector.answer = answer;
    const id = await newEvent();
    await expectOwn(await video(id));
    detector.answer = sends(CLIP);
    test.clock.step(60_000);
    await expectOwn(await video(id));
    await expectOwn(await video(id, '?q=full'));
    expect(detector.asked).toHaveLength(1);
  });

  it.each<[string, () => Promise<string>]>([
    ['that goes on', () => newEvent([15, null])],
    ['that is longer than an overview', () => newEvent([15, 36])],
    ['that was recorded', () => newEvent([5, 6])],
    ['of which the detector has none', () => newEvent([15, 18], {}, false)],
    ['with a plate', () => newEvent([15, 18], { label: 'car', plate: 'SEEN111' })],
    ['of another detector', () => newEvent([15, 18], { sourceId: 'other' })],
    ['of motion', () => newEvent([15, 18], { sourceId: 'motion' })],
  ])('is not asked for an event %s', async (_title, make) => {
    await expectOwn(await video(await make()));
    expect(detector.asked).toEqual([]);
  });

  it('is not asked for while the detector is off, or of an address that must not be contacted', async () => {
    await setDetector({ enabled: false });
    await expectOwn(await video(await newEvent()));
    await setDetector({ enabled: true });
    await test.db.updateTable('detectorConfig').set({ httpBaseUrl: 'http://169.254.169.254' }).execute();
    await expectOwn(await video(await newEvent()));
    expect(detector.asked).toEqual([]);
  });

  it('is not waited for again and again while the detector is away', async () => {
    detector.answer = (response) => void response.destroy();
    for (const _ of [1, 2, 3]) await expectOwn(await video(await newEvent()));
    expect(detector.asked).toHaveLength(1);
  });

  it('never leaves the product: downloads, moving pictures and links are of our own footage', async () => {
    const id = await newEvent();
    expect((await video(id)).body.equals(CLIP)).toBe(true);
    for (const quality of ['preview', 'full']) await expectOwn(await video(id, `?q=${quality}&download=1`));
    expect((await test.call('GET', `/clip/${id}/clip.gif`, { token: admin })).status).toBe(200);
    await test.call('PUT', '/config/settings', { token: admin, body: { sharing_enabled: true } });
    const { url } = (await test.call('POST', '/shares', { token: admin, body: { kind: 'clip', id } })).body;
    const opened = await test.call('POST', '/shares/open', { body: { token: url.split('#')[1] } });
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    for (const path of [opened.body.video_url, opened.body.download_url])
      await expectOwn(await test.call('GET', path, { headers: { cookie } }));
    expect(detector.asked).toHaveLength(1);
  });

  it('is asked for with the same rights as our own', async () => {
    const yard = await newCamera(test, admin, 'Yard');
    const role = { name: 'Guard', capabilities: ['clips'], camera_ids: [yard] };
    const { id: role_id } = (await test.call('POST', '/config/roles', { token: admin, body: role })).body;
    const account = { username: 'guard', password: 'long enough' };
    await test.call('POST', '/config/users', { token: admin, body: { ...account, role_id } });
    const { token } = (await test.call('POST', '/auth/login', { body: account })).body;
    expect((await test.call('GET', `/clip/${await newEvent()}/clip.mp4`, { token })).status).toBe(404);
    expect(detector.asked).toEqual([]);
  });

  it('dies with our footage', async () => {
    const barn = await newCamera(test, admin, 'Barn');
    await addTestFootage(test, { cameraId: barn, startMs: START, seconds: RECORDED_SECONDS });
    const id = await newEvent([15, 18], { cameraId: barn });
    expect((await video(id)).body.equals(CLIP)).toBe(true);
    const copies = () => readdir(join(test.dataDir, 'clips', barn));
    expect(await copies()).toHaveLength(1);
    await test.db.deleteFrom('segment').where('cameraId', '=', barn).execute();
    await until(async () => (await video(id)).body.type === '/problems/no-footage');
    await test.followDeletions();
    expect(await copies()).toEqual([]);
    expect((await video(await newEvent([15, 18], { cameraId: barn }))).body.type).toBe('/problems/no-footage');
    expect(detector.asked).toHaveLength(1);
  });
});
