import { readdir, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChromium, until } from '@holdfast/testkit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { iso, newCamera } from '../exports/test-exports.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage, TEST_GAP_MS } from '../test-footage.ts';
import { addEvent, watchClip } from './test-clips.ts';

const START = Date.UTC(2026, 0, 1, 12);
const FRAME_MS = 100;
let test: TestApp;
let admin: string;
let gate: string;
let failing = false;
let rendered = 0;
let browser: Browser;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'), {
    aroundRenderClip: (real) => async (order) => {
      rendered += 1;
      return failing ? { kind: 'failed', reason: 'broken', diskFull: false } : real(order);
    },
  });
  browser = await startChromium();
  admin = await test.bootstrap();
  gate = await newCamera(test, admin, 'Gate');
  // Keyframes every second, 28 s of footage, a minute without, 32 s more.
  await addTestFootage(test, {
    cameraId: gate,
    startMs: START,
    seconds: 60,
    segmentSeconds: 4,
    gapsAfterSeconds: [28],
  });
  await test.call('PUT', '/config/lpr', { token: admin, body: { enabled: true } });
});
afterAll(async () => {
  await browser?.close();
  await test?.close();
});
beforeEach(() => {
  rendered = 0;
});

const at = (second: number) => START + second * 1000;
const event = (from: number, to: number | null, more: object = {}) =>
  addEvent(test.db, { cameraId: gate, startMs: at(from), endMs: to === null ? null : at(to), ...more });
const video = (id: string, query = '', headers: Record<string, string> = {}, token = admin) =>
  test.call('GET', `/clip/${id}/clip.mp4${query}`, { token, headers });

describe('the video of a clip', () => {
  it('begins and ends with the pictures of its window, in both qualities, though no keyframe is there', async () => {
    const id = await event(7.3, 9.1);
    for (const quality of ['preview', 'full']) {
      const reply = await video(id, `?q=${quality}`);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(reply.headers).toMatchObject({
        'content-type': 'video/mp4',
        'accept-ranges': 'bytes',
        'cache-control': 'private, max-age=0',
        'content-length': String(reply.body.length),
      });
      const clip = await watchClip(reply.body, START);
      expect(Math.abs(clip.durationMs - 11_800)).toBeLessThanOrEqual(FRAME_MS);
      expect(Math.abs((clip.shownMs[0] ?? 0) - at(5.3))).toBeLessThanOrEqual(FRAME_MS);
      expect(Math.abs((clip.shownMs.at(-1) ?? 0) - at(17))).toBeLessThanOrEqual(FRAME_MS);
      expect(clip).toMatchObject({ codec: 'h264', width: 160, hasSound: quality === 'full' });
    }
    expect(rendered).toBe(2);
  });

  it('is not shifted by a gap: pictures after it are those of the wall clock', async () => {
    await test.call('PUT', '/config/settings', { token: admin, body: { clip_pre_roll_seconds: 9 } });
    const before = await watchClip((await video(await event(30, 86))).body, START);
    expect(Math.abs((before.shownMs[0] ?? 0) - at(21))).toBeLessThanOrEqual(FRAME_MS);
    expect(Math.abs((before.shownMs.at(-1) ?? 0) - at(27.9))).toBeLessThanOrEqual(FRAME_MS);
    const afterId = await event(92, 94);
    const after = await watchClip((await video(afterId)).body, START);
    const resumedMs = at(28) + TEST_GAP_MS;
    const { headers } = await video(afterId, '?q=preview&download=1');
    expect(Math.abs(Date.parse(String(headers['x-clip-start'])) - resumedMs)).toBeLessThanOrEqual(FRAME_MS);
    expect(Math.abs((after.shownMs[0] ?? 0) - resumedMs)).toBeLessThanOrEqual(FRAME_MS);
    expect(Math.abs((after.shownMs.at(-1) ?? 0) - at(101.9))).toBeLessThanOrEqual(FRAME_MS);
    expect(Math.abs(after.durationMs - 14_000)).toBeLessThanOrEqual(FRAME_MS);
    await test.call('PUT', '/config/settings', { token: admin, body: { clip_pre_roll_seconds: 2 } });
  });

  it('exists for a camera that records only its substream', async () => {
    const yard = await newCamera(test, admin, 'Yard');
    await addTestFootage(test, { cameraId: yard, stream: 'sub', startMs: START, seconds: 20 });
    const id = await addEvent(test.db, { cameraId: yard, startMs: at(5), endMs: at(6) });
    expect((await watchClip((await video(id)).body, START)).durationMs).toBeGreaterThan(10_000);
    expect((await video(id, '?q=full')).status).toBe(200);
  });

  it('as a download begins at its keyframe, and its name and a header contain that time', async () => {
    const id = await event(7.3, 9.1);
    const reply = await video(id, '?q=full&download=1');
    const clip = await watchClip(reply.body, START);
    expect(Math.abs((clip.shownMs[0] ?? 0) - at(5))).toBeLessThanOrEqual(FRAME_MS);
    const stated = Date.parse(String(reply.headers['x-clip-start']));
    expect(Math.abs(stated - (clip.shownMs[0] ?? 0))).toBeLessThanOrEqual(FRAME_MS);
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="Gate_20260101T12000\dZ\.mp4"$/);
    expect((await video(id, '?q=preview&download=1')).headers['x-clip-start']).toBe(iso(at(5.3)));
  });

  it('is rendered once, revalidated with 304, and sent in ranges', async () => {
    const id = await event(10, 11);
    const first = await video(id);
    const etag = String(first.headers.etag);
    expect((await video(id)).body.equals(first.body)).toBe(true);
    expect(rendered).toBe(1);
    expect(await video(id, '', { 'if-none-match': etag })).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    const part = await video(id, '', { range: 'bytes=10-19' });
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': `bytes 10-19/${first.body.length}` } });
    expect(part.body.equals(first.body.subarray(10, 20))).toBe(true);
    expect((await video(id, '', { range: 'bytes=99999999-' })).status).toBe(416);
    expect((await video(id, '', { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
    expect((await video(id, '', { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect(etag).toContain(id);
    expect((await video(id, '?q=full')).headers.etag).not.toBe(etag);
  });

  it('changes with its settings, and while its event goes on', async () => {
    const id = await event(12, null);
    const first = await video(id);
    expect(first.headers['cache-control']).not.toContain('immutable');
    await test.db
      .updateTable('event')
      .set({ endTs: new Date(at(30)), lifecycle: 'end' })
      .where('id', '=', id)
      .execute();
    const ended = await video(id);
    expect(ended.headers.etag).not.toBe(first.headers.etag);
    await test.call('PUT', '/config/settings', { token: admin, body: { clip_overview_seconds: 10 } });
    const shorter = await until(async () => {
      const reply = await video(id);
      return reply.headers.etag !== ended.headers.etag && reply;
    });
    expect((await watchClip(shorter.body, START)).durationMs).toBeLessThan(10_200);
    await test.call('PUT', '/config/settings', { token: admin, body: { clip_overview_seconds: 30 } });
    // Only the newest version is kept.
    const kept = await readdir(join(test.dataDir, 'clips', gate));
    expect(kept.filter((name) => name.startsWith(id))).toHaveLength(1);
  });

  it('leaves out a file that is damaged or missing', async () => {
    const shed = await newCamera(test, admin, 'Shed');
    await addTestFootage(test, { cameraId: shed, startMs: START, seconds: 24, segmentSeconds: 4 });
    const files = await test.db
      .selectFrom('segment')
      .select('path')
      .where('cameraId', '=', shed)
      .orderBy('startTs')
      .execute();
    const pathOf = (index: number) => join(test.dataDir, 'footage', files[index]?.path ?? '');
    await writeFile(pathOf(1), 'x'.repeat(2_000));
    const id = await addEvent(test.db, { cameraId: shed, startMs: at(3), endMs: at(6) });
    const clip = await watchClip((await video(id)).body, START);
    expect(clip.shownMs.every((ms) => ms < at(4) || ms >= at(8))).toBe(true);
    for (const index of [0, 2, 3]) await unlink(pathOf(index));
    const other = await addEvent(test.db, { cameraId: shed, startMs: at(3.5), endMs: at(6) });
    expect((await video(other)).body.type).toBe('/problems/no-footage');
  });

  it('that cannot be rendered is a problem with a time to retry, and works later', async () => {
    const id = await event(14, 15);
    failing = true;
    const reply = await video(id);
    failing = false;
    expect(reply).toMatchObject({ status: 503, body: { type: '/problems/clip-not-rendered' } });
    expect(reply.headers['retry-after']).toBe('30');
    expect((await video(id)).status).toBe(200);
  });
});

describe('the folder of clips', () => {
  it('that cannot be written is a problem with a time to retry, and the clip works later', async () => {
    const shop = await newCamera(test, admin, 'Shop');
    await addTestFootage(test, { cameraId: shop, startMs: START, seconds: 8 });
    const id = await addEvent(test.db, { cameraId: shop, startMs: at(3), endMs: at(4) });
    const inTheWay = join(test.dataDir, 'clips', shop);
    await writeFile(inTheWay, '');
    for (const form of ['clip.mp4', 'thumbnail.jpg', 'clip.gif']) {
      const reply = await test.call('GET', `/clip/${id}/${form}`, { token: admin });
      expect([form, reply.status, reply.headers['retry-after']]).toEqual([form, 503, '30']);
      expect(reply.body.type).toBe('/problems/clip-not-rendered');
    }
    await rm(inTheWay);
    expect((await video(id)).status).toBe(200);
  });

  it('with a file that was cut or emptied gets a new one', async () => {
    const id = await event(18, 19);
    const whole = (await video(id)).body;
    const [name = ''] = (await readdir(join(test.dataDir, 'clips', gate))).filter((one) => one.startsWith(id));
    for (const size of [whole.length - 1, 0]) {
      await truncate(join(test.dataDir, 'clips', gate, name), size);
      expect((await video(id)).body.equals(whole)).toBe(true);
    }
  });
});

describe('the thumbnail of a clip', () => {
  it('is a small picture, made once and revalidated', async () => {
    const id = await event(8, 9);
    const url = `/clip/${id}/thumbnail.jpg`;
    const reply = await test.call('GET', url, { token: admin });
    expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
    expect([reply.body[0], reply.body[1]]).toEqual([0xff, 0xd8]);
    const again = await test.call('GET', url, {
      token: admin,
      headers: { 'if-none-match': String(reply.headers.etag) },
    });
    expect(again.status).toBe(304);
  });
});

describe('a clip as a moving picture', () => {
  it.each(['gif', 'webp'])('opens in a browser as %s, and is made once, from the preview', async (kind) => {
    const id = await event(9, 10);
    const url = `/clip/${id}/clip.${kind}`;
    const replies = await Promise.all(Array.from({ length: 10 }, () => test.call('GET', url, { token: admin })));
    for (const { status, headers } of replies)
      expect([status, headers['content-type']]).toEqual([200, `image/${kind}`]);
    expect(rendered).toBe(1);
    const etag = String(replies[0]?.headers.etag);
    expect((await test.call('GET', url, { token: admin, headers: { 'if-none-match': etag } })).status).toBe(304);
    const download = await test.call('GET', `${url}?download=1`, { token: admin });
    expect(download.headers['content-disposition']).toBe(`attachment; filename="Gate_20260101T120007Z.${kind}"`);
    expect(download.body.equals(replies[0]?.body)).toBe(true);
    const page = await browser.newPage();
    const source = `data:image/${kind};base64,${replies[0]?.body.toString('base64')}`;
    await page.setContent(`<img src="${source}">`);
    const size = await page.evaluate(`(async () => {
      const image = document.querySelector('img');
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    })()`);
    expect(size).toEqual([160, 96]);
    await page.close();
  });
});

describe('a clip dies with its footage', () => {
  it('answers no-footage at once, and its files are removed', async () => {
    const barn = await newCamera(test, admin, 'Barn');
    await addTestFootage(test, { cameraId: barn, startMs: START, seconds: 20 });
    const id = await addEvent(test.db, { cameraId: barn, startMs: at(5), endMs: at(6) });
    const urls = [
      `/clip/${id}/clip.mp4`,
      `/clip/${id}/clip.mp4?q=full`,
      `/clip/${id}/thumbnail.jpg`,
      `/clip/${id}/clip.gif`,
    ];
    const etags: string[] = [];
    for (const url of urls) etags.push(String((await test.call('GET', url, { token: admin })).headers.etag));
    const kept = () => readdir(join(test.dataDir, 'clips', barn));
    expect(await kept()).toHaveLength(4);
    // A part of it: what is left is shown, what was kept is not.
    await test.db
      .deleteFrom('segment')
      .where('cameraId', '=', barn)
      .where('startTs', '<', new Date(at(6)))
      .execute();
    await test.followDeletions();
    expect(await kept()).toHaveLength(0);
    await until(async () => {
      const [firstMs = 0] = (await watchClip((await video(id)).body, START)).shownMs;
      return firstMs >= at(6) - FRAME_MS;
    });
    // All of it.
    await test.db.deleteFrom('segment').where('cameraId', '=', barn).execute();
    for (const [index, url] of urls.entries()) {
      const headers = { 'if-none-match': etags[index] ?? '' };
      await until(
        async () => (await test.call('GET', url, { token: admin, headers })).body.type === '/problems/no-footage',
      );
    }
    await test.followDeletions();
    expect(await kept()).toHaveLength(0);
    expect(await test.db.selectFrom('footageGone').selectAll().execute()).toEqual([]);
  });
});

describe('what is refused', () => {
  it.each([
    ['an unknown id', '/clip/00000000-0000-4000-8000-000000000000/clip.mp4', 404, 'not-found'],
    ['a malformed id', '/clip/1/clip.mp4', 404, 'not-found'],
    ['a malformed id of a thumbnail', '/clip/..%2f..%2fetc/thumbnail.jpg', 404, 'not-found'],
    ['an unknown kind', '/clips?kind=films', 422, 'invalid'],
    ['a broken cursor', '/clips?cursor=x', 422, 'invalid'],
    ['an end before the start', `/clips?start=${iso(at(9))}&end=${iso(at(1))}`, 422, 'invalid'],
    ['too many at once', '/clips?limit=501', 422, 'invalid'],
  ])('%s', async (_title, url, status, problem) => {
    expect(await test.call('GET', url, { token: admin })).toMatchObject({
      status,
      body: { type: `/problems/${problem}` },
    });
  });

  it('other qualities and parameters', async () => {
    const id = await event(16, 17);
    for (const query of ['?q=4k', '?q=', '?download=2', '?quality=full'])
      expect([query, (await video(id, query)).status]).toEqual([query, 422]);
  });

  it('an event without footage', async () => {
    expect((await video(await event(4_000, 4_001))).body.type).toBe('/problems/no-footage');
  });

  it('too many or no ids to mark', async () => {
    for (const body of [{ ids: [] }, { ids: ['x'] }, {}, { ids: Array(501).fill(gate) }])
      expect((await test.call('POST', '/clips/viewed', { token: admin, body })).status).toBe(422);
  });
});
