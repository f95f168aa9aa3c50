import { execFile } from 'node:child_process';
import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';

const run = promisify(execFile);
const START = Date.UTC(2026, 0, 1, 12);
let test: TestApp;
let admin: string;
let cameraId: string;
let origin: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const body = { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' };
  cameraId = (await test.call('POST', '/config/cameras', { token: admin, body })).body.id;
  await addTestFootage(test, { cameraId, startMs: START, seconds: 6, codec: 'h265' });
  await addTestFootage(test, { cameraId, startMs: START + 6_000, seconds: 4 });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  origin = test.app.listeningOrigin;
});
afterAll(() => test?.close());

const get = (url: string) => test.call('GET', url, { token: admin });

const probe = async (input: string, entries: string) => {
  const args = ['-v', 'error', '-allowed_extensions', 'ALL', '-select_streams', 'v', '-show_entries', entries];
  const { stdout } = await run('ffprobe', [...args, '-of', 'csv=p=0', input]);
  return stdout.split('\n').filter((line) => line !== '');
};
const listUrl = `${START}-${START + 60_000}.m3u8`;
const mediaLines = async (query: string) =>
  String((await get(`/hls/${cameraId}/${listUrl}${query}`)).body).match(/media\/.*/g) ?? [];

/** The picture times, as a player of the whole list has them. */
async function moments(query: string): Promise<number[]> {
  const file = join(test.dataDir, 'played.mp4');
  const times: number[] = [];
  for (const line of await mediaLines(query)) {
    const [, id] = /media\/(\d+)/.exec(line) ?? [];
    const parts = await Promise.all([get(`/hls/${cameraId}/init/${id}.mp4${query}`), get(`/hls/${cameraId}/${line}`)]);
    await writeFile(file, Buffer.concat(parts.map(({ body }) => body as Buffer)));
    times.push(...(await probe(file, 'packet=pts_time')).map(Number));
  }
  return times.sort((a, b) => a - b);
}

it('reports the codecs at a moment, so that a client knows them before it plays', async () => {
  const at = (ms: number) => get(`/play/${cameraId}?ts=${new Date(ms).toISOString()}`);
  expect((await at(START)).body).toMatchObject({
    codec: 'h265',
    codecs: expect.stringMatching(/^hvc1\.[\w.]+, mp4a\.40\.2$/),
    width: 160,
    height: 96,
  });
  expect((await at(START + 7_000)).body).toMatchObject({ codec: 'h264', codecs: expect.stringMatching(/^avc1\./) });
});

it('plays H.265 as H.264 on request, each picture at its time', async () => {
  const [asIs, transcoded] = [await moments(''), await moments('?transcode=h264')];
  expect(transcoded).toHaveLength(100);
  for (const [index, time] of transcoded.entries()) expect(time).toBeCloseTo(asIs[index] ?? -1, 2);
  const { token } = (await get(`/media-token?camera_id=${cameraId}`)).body;
  const played = (query: string) =>
    probe(`${origin}/hls/${cameraId}/${listUrl}?token=${token}${query}`, 'stream=codec_name');
  expect([(await played(''))[0], (await played('&transcode=h264'))[0]]).toEqual(['hevc', 'h264']);
});

it('gives every segment of a stretch the same init segment, and leaves H.264 unchanged', async () => {
  const list = String((await get(`/hls/${cameraId}/${START}-${START + 60_000}.m3u8?transcode=h264`)).body);
  expect(list.match(/#EXT-X-MAP/g)).toHaveLength(2);
  const ids = [...list.matchAll(/media\/(\d+)/g)].map(([, id]) => Number(id));
  const init = async (id: number | undefined, query: string) =>
    (await get(`/hls/${cameraId}/init/${id}.mp4${query}`)).body as Buffer;
  const avcC = (mp4: Buffer) => {
    const at = mp4.indexOf('avcC');
    return mp4.subarray(at, at + mp4.readUInt32BE(at - 4) - 4).toString('hex');
  };
  const setUps = await Promise.all(ids.slice(0, 3).map(async (id) => avcC(await init(id, '?transcode=h264'))));
  expect(new Set(setUps).size).toBe(1);
  expect(await init(ids.at(-1), '?transcode=h264')).toEqual(await init(ids.at(-1), ''));
});

it('transcodes a segment once for concurrent callers', async () => {
  const [line] = await mediaLines('?transcode=h264');
  const replies = await Promise.all(Array.from({ length: 20 }, () => get(`/hls/${cameraId}/${line}`)));
  expect(new Set(replies.map(({ body }) => (body as Buffer).toString('base64'))).size).toBe(1);
  for (const { headers, body } of replies) expect(headers['content-length']).toBe(String((body as Buffer).length));
});

it('refuses any other value', async () => {
  const reply = await get(`/hls/${cameraId}/${START}-${START + 1_000}.m3u8?transcode=av1`);
  expect([reply.status, reply.body.type]).toEqual([422, '/problems/invalid']);
});

it('reports missing footage at once if a pipe is in place of a file', async () => {
  const at = START + 3_600_000;
  const [id = 0] = (await addTestFootage(test, { cameraId, startMs: at, seconds: 1, codec: 'h265' })).slice(-1);
  const { path } = await test.db.selectFrom('segment').select('path').where('id', '=', id).executeTakeFirstOrThrow();
  const file = join(test.dataDir, 'footage', path);
  await unlink(file);
  await run('mkfifo', [file]);
  const replies = await Promise.all(
    [
      `/segments/${id}`,
      `/cameras/${cameraId}/frame.jpg?ts=${new Date(at + 100).toISOString()}`,
      `/hls/${cameraId}/init/${id}.mp4`,
      `/hls/${cameraId}/media/${id}.m4s?at=0&n=1`,
      `/hls/${cameraId}/media/${id}.m4s?at=0&n=1&transcode=h264`,
    ].map(get),
  );
  expect(replies.map(({ status, body }) => [status, body.type])).toEqual(
    replies.map(() => [404, '/problems/no-footage']),
  );
});
