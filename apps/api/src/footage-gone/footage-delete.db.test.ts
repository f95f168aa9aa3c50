import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { addEvent } from '../clips/test-clips.ts';
import { exported, iso, newCamera } from '../exports/test-exports.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';

const START = Date.UTC(2026, 0, 1, 12);
let test: TestApp;
let admin: string;
let gate: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  gate = await newCamera(test, admin, 'Gate');
  await addTestFootage(test, { cameraId: gate, startMs: START, seconds: 20, segmentSeconds: 4 });
  await test.call('PUT', '/config/settings', { token: admin, body: { sharing_enabled: true } });
});
afterAll(() => test?.close());

const get = async (url: string, headers: Record<string, string> = {}) =>
  (await test.call('GET', url, 'cookie' in headers ? { headers } : { token: admin })).status;
const open = (token: string) => test.call('POST', '/shares/open', { body: { token } });
async function share(kind: 'clip' | 'export', id: string) {
  const made = await test.call('POST', '/shares', { token: admin, body: { kind, id } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const token = made.body.url.split('#')[1] as string;
  const opened = await open(token);
  const headers = { cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' };
  return { token, urls: [opened.body.video_url, opened.body.download_url] as string[], headers };
}

it('leaves nothing of footage that is deleted with its camera: clip, thumbnail, GIF, preview and links are 404', async () => {
  const clip = await addEvent(test.db, { cameraId: gate, startMs: START + 6_000, endMs: START + 7_000 });
  const { id: exportId } = await exported(test, admin, {
    camera_ids: [gate],
    start: iso(START),
    end: iso(START + 8_000),
  });
  await test.makePreviews();
  const made = [
    `/clip/${clip}/clip.mp4`,
    `/clip/${clip}/clip.mp4?q=full`,
    `/clip/${clip}/clip.mp4?q=full&download=1`,
    `/clip/${clip}/thumbnail.jpg`,
    `/clip/${clip}/clip.gif`,
    `/clip/${clip}/clip.webp`,
    `/cameras/${gate}/preview?ts=${iso(START + 6_000)}`,
  ];
  const shares = [await share('clip', clip), await share('export', exportId)];
  const statuses = async () => [
    ...(await Promise.all(made.map((url) => get(url)))),
    ...(await Promise.all(shares.flatMap(({ urls, headers }) => urls.map((url) => get(url, headers))))),
    ...(await Promise.all(shares.map(async ({ token }) => (await open(token)).status))),
  ];
  expect(new Set(await statuses())).toEqual(new Set([200]));

  expect((await test.call('DELETE', `/config/cameras/${gate}?footage=delete`, { token: admin })).status).toBe(204);
  // Links end with the camera, before the recorder has deleted anything.
  for (const { token } of shares) expect((await open(token)).status).toBe(404);
  // What the recorder does then.
  await test.db.deleteFrom('segment').where('cameraId', '=', gate).execute();
  expect(new Set(await statuses())).toEqual(new Set([404]));
  await test.followDeletions();
  expect(await readdir(join(test.dataDir, 'clips', gate)).catch(() => [])).toEqual([]);
  expect(new Set(await statuses())).toEqual(new Set([404]));
});
