import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger } from '@holdfast/kit';
import { clockPicture, readClock } from '@holdfast/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createFootageFiles } from '../footage/footage-files.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';
import { pruneExports } from './export-work.ts';
import { planCamera } from './plan-camera.ts';
import { checkManifest, exported, iso, newCamera, over } from './test-exports.ts';

const run = promisify(execFile);
const START = Date.UTC(2026, 0, 1, 12);
const HOUR_MS = 3_600_000;
const SECONDS = 12;
let test: TestApp;
let admin: string;
let gate: string;
let yard: string;
let folder: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  gate = await newCamera(test, admin, 'Gate');
  yard = await newCamera(test, admin, 'Back yard / south');
  await addTestFootage(test, { cameraId: gate, startMs: START, seconds: SECONDS, gapsAfterSeconds: [6] });
  await addTestFootage(test, { cameraId: yard, startMs: START, seconds: 4 });
  folder = await mkdtemp(join(tmpdir(), 'holdfast-exports-'));
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => test.call('GET', url, { token: admin, headers });
const anHour = { start: iso(START), end: iso(START + HOUR_MS) };

interface Span {
  start: string;
  end: string;
}
/** Rounded to a tenth of a second: the audio of a file begins slightly before or after its video. */
const rounded = <S extends Span>(span: S): S => {
  const tenth = (moment: string) => iso(Math.round(Date.parse(moment) / 100) * 100);
  return { ...span, start: tenth(span.start), end: tenth(span.end) };
};

async function signedIn(username: string, role: { capabilities: string[]; camera_ids: string[] }) {
  const made = await test.call('POST', '/config/roles', { token: admin, body: { name: username, ...role } });
  const user = { username, password: 'long enough', role_id: made.body.id };
  await test.call('POST', '/config/users', { token: admin, body: user });
  test.clock.step(60_000);
  const login = await test.call('POST', '/auth/login', { body: { username, password: 'long enough' } });
  return { token: login.body.token as string, roleId: made.body.id as string };
}

async function download(id: string): Promise<string> {
  const { body, headers } = await get(`/exports/${id}/file`);
  const name = /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1] ?? '';
  await writeFile(join(folder, name), body);
  return join(folder, name);
}

/** The time that each picture of a file shows. */
async function momentsIn(path: string): Promise<(number | undefined)[]> {
  const pictureBytes = clockPicture.width * clockPicture.height * 4;
  const every = ['-vsync', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'];
  const { stdout } = await run('ffmpeg', ['-loglevel', 'error', '-i', path, ...every], {
    encoding: 'buffer',
    maxBuffer: 1 << 28,
  });
  return Array.from({ length: stdout.length / pictureBytes }, (_, i) =>
    readClock(stdout.subarray(i * pictureBytes, (i + 1) * pictureBytes)),
  );
}

describe('an export of one camera', () => {
  it('is one playable MP4 with every recorded picture once, across the gap', async () => {
    const made = await exported(test, admin, { camera_ids: [gate], ...anHour });
    expect(made).toMatchObject({
      state: 'done',
      progress: 1,
      failure: null,
      cameras: [{ id: gate, name: 'Gate' }],
      file: { name: 'Gate_20260101T120000Z.mp4', media_type: 'video/mp4' },
    });
    const path = await download(made.id);
    const moments = await momentsIn(path);
    expect(moments).toHaveLength(SECONDS * 10);
    expect(new Set(moments).size).toBe(SECONDS * 10);
    const steps = moments.slice(1).map((moment = 0, i) => moment - (moments[i] ?? 0));
    expect(steps.filter((step) => step !== 100)).toHaveLength(1);
  });

  it('lists contents, times and gaps in its manifest', async () => {
    const made = await exported(test, admin, { camera_ids: [gate], ...anHour });
    const bytes = await readFile(await download(made.id));
    const reply = await get(`/exports/${made.id}/manifest.json`);
    expect(reply.headers['content-disposition']).toContain('.manifest.json"');
    const { manifest, public_key } = reply.body;
    expect(public_key).toBe((await get('/config/signing-key')).body.public_key);
    expect(manifest).toMatchObject({
      export_id: made.id,
      time_zone: 'Europe/Berlin',
      pictures: 'as recorded',
      ...anHour,
      cameras: [{ id: gate, files: [{ name: made.file.name, bytes: bytes.length }] }],
    });
    const [{ files, gaps }] = manifest.cameras;
    expect(files[0].runs.map(rounded)).toEqual([
      { start: iso(START), end: iso(START + 6_000), offset_ms: 0 },
      { start: iso(START + 66_000), end: iso(START + 72_000), offset_ms: expect.closeTo(6_000, -2) },
    ]);
    // The camera was added later, and its footage was placed by the test.
    expect(gaps.map(rounded)).toEqual([
      { start: iso(START + 6_000), end: iso(START + 66_000), reason: 'off' },
      { start: iso(START + 72_000), end: anHour.end, reason: 'off' },
    ]);
    const text = JSON.stringify(reply.body);
    expect(checkManifest(text, { [made.file.name]: bytes })).toBe('genuine');
    const flipped = Buffer.from(bytes);
    flipped[flipped.length >> 1]! ^= 1;
    expect(checkManifest(text, { [made.file.name]: flipped })).toBe('damaged');
    expect(checkManifest(text.replace('"as recorded"', '"as wished"'), { [made.file.name]: bytes })).toBe('forged');
  });

  it('lists in its manifest when the video was re-encoded before it was recorded', async () => {
    await test.db
      .insertInto('videoConversion')
      .values({ cameraId: gate, startedAt: new Date(START + 66_000), endedAt: new Date(START + 70_000) })
      .execute();
    onTestFinished(async () => void (await test.db.deleteFrom('videoConversion').execute()));
    const made = await exported(test, admin, { camera_ids: [gate], ...anHour });
    const { manifest } = (await get(`/exports/${made.id}/manifest.json`)).body;
    expect(manifest.cameras[0].reencoded).toEqual([{ start: iso(START + 66_000), end: iso(START + 70_000) }]);
  });

  it('of a part of a segment begins at the keyframe before it', async () => {
    const made = await exported(test, admin, {
      camera_ids: [gate],
      start: iso(START + 2_500),
      end: iso(START + 4_500),
    });
    const moments = await momentsIn(await download(made.id));
    expect(moments).toHaveLength(30);
    const { runs } = (await get(`/exports/${made.id}/manifest.json`)).body.manifest.cameras[0].files[0];
    expect(runs.map(rounded)).toEqual([{ start: iso(START + 2_000), end: iso(START + 5_000), offset_ms: 0 }]);
  });

  it('supports range requests and must be revalidated by browsers', async () => {
    const { id } = await exported(test, admin, { camera_ids: [yard], ...anHour });
    const part = await get(`/exports/${id}/file`, { range: 'bytes=4-7' });
    expect([part.status, part.body.toString('latin1')]).toEqual([206, 'ftyp']);
    expect(part.headers).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'private, max-age=0',
      'content-disposition': 'attachment; filename="Back-yard-south_20260101T120000Z.mp4"',
    });
  });

  it('omits files that are missing on disk and reports it', async () => {
    const lossy = await newCamera(test, admin, 'Lossy');
    await addTestFootage(test, { cameraId: lossy, startMs: START, seconds: 6 });
    const files = (await readdir(join(test.dataDir, 'footage', lossy, 'main'))).sort();
    await unlink(join(test.dataDir, 'footage', lossy, 'main', files[1] ?? ''));
    const made = await exported(test, admin, { camera_ids: [lossy], start: iso(START), end: iso(START + 6_000) });
    expect(await momentsIn(await download(made.id))).toHaveLength(40);
    const { gaps } = (await get(`/exports/${made.id}/manifest.json`)).body.manifest.cameras[0];
    expect(gaps.map(rounded)).toEqual([{ start: iso(START + 2_000), end: iso(START + 4_000), reason: null }]);
  });
});

describe('footage whose format changes', () => {
  it('becomes one file per format, still copied', async () => {
    const changed = await newCamera(test, admin, 'Changed');
    const ids = await addTestFootage(test, { cameraId: changed, startMs: START, seconds: 6 });
    await test.db.updateTable('segment').set({ parameterHash: 'another' }).where('id', '=', ids[1]!).execute();
    const made = await exported(test, admin, { camera_ids: [changed], start: iso(START), end: iso(START + 6_000) });
    expect(made.file.media_type).toBe('application/zip');
    const { cameras, pictures } = (await get(`/exports/${made.id}/manifest.json`)).body.manifest;
    expect(pictures).toBe('as recorded');
    expect(cameras[0].files.map(({ name }: { name: string }) => name)).toEqual([
      'Changed_20260101T120000Z.mp4',
      'Changed_20260101T120002Z.mp4',
      'Changed_20260101T120004Z.mp4',
    ]);
    expect(cameras[0].gaps).toEqual([]);
  });
});

describe('footage of two streams', () => {
  it('uses main where it was recorded and sub elsewhere, in one file each, without gaps', async () => {
    const both = await newCamera(test, admin, 'Both');
    const main = { cameraId: both, startMs: START, seconds: 8, gapsAfterSeconds: [4], scale: 2 };
    await addTestFootage(test, main);
    await addTestFootage(test, { cameraId: both, stream: 'sub', startMs: START - 1_000, seconds: 80 });
    const made = await exported(test, admin, { camera_ids: [both], start: iso(START), end: iso(START + 68_000) });
    expect(made.file.media_type).toBe('application/zip');
    const { cameras } = (await get(`/exports/${made.id}/manifest.json`)).body.manifest;
    expect(cameras[0].gaps).toEqual([]);
    const [ofMain, ofSub, ...more] = cameras[0].files;
    expect([more, ofMain.stream, ofSub.stream]).toEqual([[], 'main', 'sub']);
    expect(ofMain.runs.map(rounded)).toMatchObject([
      { start: iso(START), end: iso(START + 4_000) },
      { start: iso(START + 64_000), end: iso(START + 68_000) },
    ]);
    expect(ofSub.runs.map(rounded)).toMatchObject([{ start: iso(START + 3_000), end: iso(START + 65_000) }]);
    const target = join(folder, 'both');
    await run('python3', ['-m', 'zipfile', '-e', await download(made.id), target]);
    expect(await momentsIn(join(target, ofSub.name))).toHaveLength(620);
  });

  it('stays one file when main is deleted during the export, although sub remains', async () => {
    const fading = await newCamera(test, admin, 'Fading');
    const ids = await addTestFootage(test, { cameraId: fading, startMs: START, seconds: 8, scale: 2 });
    await addTestFootage(test, { cameraId: fading, stream: 'sub', startMs: START, seconds: 8 });
    const userId = (await get('/me')).body.id as string;
    const request = { userId, cameraId: fading, start: new Date(START), end: new Date(START + 8_000) };
    const plan = await planCamera({ ...test, footage: createFootageFiles(test.dataDir) }, request);
    await test.db.deleteFrom('segment').where('id', '=', ids[1]!).execute();
    const [file, ...others] = plan(new Set([ids[1]!]));
    expect([others, file?.stream, file?.sources.length, file?.stretches.length]).toEqual([[], 'main', 3, 2]);
  });
});

describe('sound', () => {
  const soundOf = async (audio?: boolean) => {
    const made = await exported(test, admin, { camera_ids: [yard], ...anHour, ...(audio !== undefined && { audio }) });
    const args = ['-loglevel', 'error', '-select_streams', 'a', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0'];
    return (await run('ffprobe', [...args, await download(made.id)])).stdout.trim();
  };
  it('is included unless disabled', async () => {
    expect([await soundOf(), await soundOf(false)]).toEqual(['aac', '']);
  });
});

describe('a burnt-in clock', () => {
  it('is drawn into the picture, which is cut exactly', async () => {
    const range = { start: iso(START + 2_500), end: iso(START + 4_500) };
    const made = await exported(test, admin, { camera_ids: [gate], burn_clock: true, ...range });
    const plain = await exported(test, admin, { camera_ids: [gate], ...range });
    const pixels = async (id: string, skip: string) => {
      const path = await download(id);
      const args = [
        '-loglevel',
        'error',
        '-i',
        path,
        '-ss',
        skip,
        '-frames:v',
        '1',
        '-f',
        'rawvideo',
        '-pix_fmt',
        'gray',
      ];
      return (await run('ffmpeg', [...args, 'pipe:1'], { encoding: 'buffer' })).stdout;
    };
    const [drawn, bare] = [await pixels(made.id, '0'), await pixels(plain.id, '0.5')];
    const changed = (part: (y: number) => boolean) =>
      bare.filter((value, i) => part(Math.floor(i / clockPicture.width)) && Math.abs(value - (drawn[i] ?? 0)) > 60)
        .length;
    expect(drawn).toHaveLength(bare.length);
    expect(changed((y) => y < clockPicture.height / 4)).toBeGreaterThan(30);
    expect(changed((y) => y > clockPicture.height / 2)).toBe(0);
    const { manifest } = (await get(`/exports/${made.id}/manifest.json`)).body;
    expect(manifest.pictures).toBe('re-encoded with a clock');
    expect(manifest.cameras[0].files[0].runs).toEqual([{ ...range, offset_ms: 0 }]);
  });
});

describe('an export of several cameras', () => {
  it('is a ZIP with a file for each, the manifest and the page that checks them', async () => {
    const made = await exported(test, admin, { camera_ids: [gate, yard], ...anHour });
    expect(made.file).toMatchObject({ name: 'export_20260101T120000Z.zip', media_type: 'application/zip' });
    const target = join(folder, 'unpacked');
    await run('python3', ['-m', 'zipfile', '-e', await download(made.id), target]);
    const names = (await readdir(target)).sort();
    expect(names).toEqual([
      'Back-yard-south_20260101T120000Z.mp4',
      'Gate_20260101T120000Z.mp4',
      'manifest.json',
      'verify.html',
    ]);
    const contents = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(target, name))] as const)),
    );
    expect(checkManifest(String(contents['manifest.json']), contents)).toBe('genuine');
    expect(await momentsIn(join(target, 'Gate_20260101T120000Z.mp4'))).toHaveLength(120);
    expect(await momentsIn(join(target, 'Back-yard-south_20260101T120000Z.mp4'))).toHaveLength(40);
  });

  it('omits a camera that recorded nothing in the range', async () => {
    const range = { start: iso(START + 66_000), end: iso(START + 70_000) };
    const made = await exported(test, admin, { camera_ids: [gate, yard], ...range });
    expect(made.file.media_type).toBe('video/mp4');
    const { cameras } = (await get(`/exports/${made.id}/manifest.json`)).body.manifest;
    // Before the camera was added there are no gaps to explain.
    expect(cameras[1]).toMatchObject({ id: yard, files: [], gaps: [{ ...range, reason: null }] });
  });
});

describe('a request', () => {
  const post = (body: object, token = admin) => test.call('POST', '/exports', { token, body });
  const many = Array.from({ length: 17 }, (_, i) => `00000000-0000-4000-8000-0000000000${String(i + 10)}`);

  it.each([
    ['that is reversed', () => ({ camera_ids: [gate], start: anHour.end, end: anHour.start }), 422, 'invalid'],
    [
      'for the future',
      () => ({ camera_ids: [gate], start: iso(Date.UTC(2090, 0, 1)), end: iso(Date.UTC(2090, 0, 1, 1)) }),
      422,
      'invalid',
    ],
    ['for ten years', () => ({ camera_ids: [gate], start: iso(0), end: iso(10 * 365 * 24 * HOUR_MS) }), 422, 'invalid'],
    ['without a camera', () => ({ camera_ids: [], ...anHour }), 422, 'invalid'],
    ['for too many cameras', () => ({ camera_ids: many, ...anHour }), 422, 'invalid'],
    ['with options of ffmpeg', () => ({ camera_ids: [gate], ...anHour, filter: 'movie=/etc/passwd' }), 422, 'invalid'],
    ['for an unknown camera', () => ({ camera_ids: [gate, many[0]], ...anHour }), 404, 'not-found'],
    [
      'for a time without footage',
      () => ({ camera_ids: [gate], start: iso(START - HOUR_MS), end: iso(START) }),
      404,
      'no-footage',
    ],
  ])('%s is a clear problem', async (_title, body, status, code) => {
    expect((await post(body())).body).toMatchObject({ status, type: `/problems/${code}` });
  });

  it('with a duplicate camera exports it once', async () => {
    const made = await exported(test, admin, { camera_ids: [yard, yard.toUpperCase()], ...anHour });
    expect(made.cameras).toEqual([{ id: yard, name: 'Back yard / south' }]);
  });

  it('for too many segments is refused before anything is read', async () => {
    const busy = await newCamera(test, admin, 'Busy');
    const client = new pg.Client({ connectionString: test.connectionString });
    await client.connect();
    await client.query(
      `insert into segment (camera_id, stream, start_ts, precise_start_ts, duration_ms, end_ts, storage_id, path, size_bytes, parameter_hash)
        select $1::uuid, 'main', t, t, 1000, t + interval '1 s', (select id from storage limit 1), 'busy/' || i, 1000, 'a'
        from generate_series(1, 30001) i, lateral (select $2::timestamptz + i * interval '1 s' as t) as moments`,
      [busy, iso(START)],
    );
    await client.end();
    const range = { start: iso(START), end: iso(START + 24 * HOUR_MS) };
    expect((await post({ camera_ids: [busy], ...range })).body.type).toBe('/problems/range-too-long');
  });

  it('beyond the space for exports is refused with the numbers', async () => {
    const huge = await newCamera(test, admin, 'Huge');
    await addTestFootage(test, { cameraId: huge, startMs: START, seconds: 2 });
    await test.db
      .updateTable('segment')
      .set({ sizeBytes: 101 * 1024 ** 3 })
      .where('cameraId', '=', huge)
      .execute();
    const { body } = await post({ camera_ids: [huge], ...anHour });
    expect(body).toMatchObject({ status: 409, type: '/problems/exports-full' });
    expect(body.detail).toMatch(/about 108\.4 GB; .* may use 107\.4 GB/);
  });

  it('for a camera out of scope is refused as if it did not exist', async () => {
    const { token } = await signedIn('narrow', { capabilities: ['export'], camera_ids: [yard] });
    expect((await post({ camera_ids: [yard, gate], ...anHour }, token)).status).toBe(404);
    expect((await post({ camera_ids: [yard], ...anHour }, token)).status).toBe(201);
  });
});

describe('a user who loses access', () => {
  it('loses the finished export too', async () => {
    const { token, roleId } = await signedIn('losing', { capabilities: ['export'], camera_ids: [gate, yard] });
    const made = await exported(test, token, { camera_ids: [gate, yard], ...anHour });
    expect((await test.call('GET', `/exports/${made.id}/file`, { token })).status).toBe(200);
    await test.call('PUT', `/config/roles/${roleId}`, { token: admin, body: { camera_ids: [yard] } });
    for (const path of ['', '/file', '/manifest.json'])
      expect((await test.call('GET', `/exports/${made.id}${path}`, { token })).status).toBe(404);
    expect((await test.call('GET', '/exports', { token })).body.items).toEqual([]);
    expect((await get(`/exports/${made.id}/file`)).status).toBe(200);
  });

  it('never sees what others exported', async () => {
    const { token } = await signedIn('curious', { capabilities: ['export'], camera_ids: [gate, yard] });
    const made = await exported(test, admin, { camera_ids: [yard], ...anHour });
    expect((await test.call('GET', `/exports/${made.id}`, { token })).status).toBe(404);
    expect((await test.call('DELETE', `/exports/${made.id}`, { token })).status).toBe(404);
  });
});

describe('a finished export', () => {
  const folders = () => readdir(join(test.dataDir, 'exports'));

  it('is removed with its files', async () => {
    const made = await exported(test, admin, { camera_ids: [yard], ...anHour });
    expect(await folders()).toContain(made.id);
    expect((await test.call('DELETE', `/exports/${made.id}`, { token: admin })).status).toBe(204);
    expect(await folders()).not.toContain(made.id);
    expect((await get(`/exports/${made.id}`)).status).toBe(404);
  });

  it('is listed page by page, newest first', async () => {
    await exported(test, admin, { camera_ids: [yard], ...anHour });
    test.clock.step(1_000);
    const newest = await exported(test, admin, { camera_ids: [yard], ...anHour });
    const first = (await get('/exports?limit=1')).body;
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual([newest.id]);
    const second = (await get(`/exports?limit=1&cursor=${first.next_cursor}`)).body;
    expect(second.items).toHaveLength(1);
    expect(second.items[0].id).not.toBe(newest.id);
    expect((await get('/exports?cursor=nonsense')).status).toBe(422);
  });

  it('reports when no footage is left', async () => {
    const brief = await newCamera(test, admin, 'Brief');
    await addTestFootage(test, { cameraId: brief, startMs: START, seconds: 2 });
    await rm(join(test.dataDir, 'footage', brief), { recursive: true });
    const made = await exported(test, admin, { camera_ids: [brief], ...anHour });
    expect(made).toMatchObject({ state: 'failed', failure: 'There is no footage left in this range.', file: null });
    const reply = await get(`/exports/${made.id}/file`);
    expect(reply.body).toMatchObject({
      status: 409,
      type: '/problems/export-not-ready',
      reason: { code: 'export-no-footage' },
    });
    await expect.poll(async () => (await folders()).filter((name) => name.startsWith('.draft'))).toEqual([]);
    expect(await over(test, admin, made.id)).toEqual(made);
  });

  it('fails after it crashed too many processes', async () => {
    const { id } = await exported(test, admin, { camera_ids: [yard], ...anHour });
    const again = { state: 'queued', attempts: 3, fileName: null, mediaType: null, manifest: null } as const;
    await test.db.updateTable('footageExport').set(again).where('id', '=', id).execute();
    expect(await over(test, admin, id)).toMatchObject({
      state: 'failed',
      failure: 'The export failed repeatedly.',
    });
  });

  it('expires after a week, first for the caller, then on disk', async () => {
    const made = await exported(test, admin, { camera_ids: [yard], ...anHour });
    expect(Date.parse(made.expires_at) - Date.parse(made.finished_at)).toBe(7 * 24 * HOUR_MS);
    test.clock.step(7 * 24 * HOUR_MS);
    const body = { username: 'admin', password: 'correct horse' };
    admin = (await test.call('POST', '/auth/login', { body })).body.token;
    expect((await get(`/exports/${made.id}`)).body).toMatchObject({ state: 'expired', file: null });
    expect((await get(`/exports/${made.id}/file`)).body).toMatchObject({
      status: 409,
      reason: { code: 'export-expired' },
    });
    await mkdir(join(test.dataDir, 'exports', '.draft-00000000-0000-4000-8000-000000000000'));
    await pruneExports({ ...test, log: createLogger({ name: 'test', level: 'silent' }) });
    expect(await folders()).toEqual([]);
    expect((await get(`/exports/${made.id}`)).body.state).toBe('expired');
    test.clock.step(31 * 24 * HOUR_MS);
    admin = (await test.call('POST', '/auth/login', { body })).body.token;
    await pruneExports({ ...test, log: createLogger({ name: 'test', level: 'silent' }) });
    expect((await get('/exports')).body.items).toEqual([]);
  });
});
