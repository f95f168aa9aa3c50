import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openedBytes, openMedia } from '@holdfast/media';
import { PATIENCE_MS, packetsOf } from '@holdfast/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';

const run = promisify(execFile);
const START = Date.UTC(2026, 0, 1, 12);
let test: TestApp;
let admin: string;
let cameraId: string;
let ids: number[];

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const created = await test.call('POST', '/config/cameras', {
    token: admin,
    body: { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' },
  });
  cameraId = created.body.id;
  ids = await addTestFootage(test, { cameraId, startMs: START, seconds: 12, gapsAfterSeconds: [6] });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test?.close());

const get = (url: string, headers: Record<string, string> = {}) => test.call('GET', url, { token: admin, headers });
const playlist = async (startMs: number, endMs: number, query = '') => {
  const reply = await get(`/hls/${cameraId}/${startMs}-${endMs}.m3u8${query}`);
  return { ...reply, lines: reply.status === 200 ? String(reply.body).split('\n') : [] };
};

describe('the playlist of a range', () => {
  it('contains the overlapping segments, with a discontinuity only at the real gap', async () => {
    const { lines, headers } = await playlist(START, START + 600_000);
    expect(headers['content-type']).toBe('application/vnd.apple.mpegurl');
    expect(lines.filter((line) => line.startsWith('media/'))).toHaveLength(ids.length);
    expect(lines.filter((line) => line === '#EXT-X-DISCONTINUITY')).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('#EXT-X-PROGRAM-DATE-TIME'))).toEqual([
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(START).toISOString()}`,
      expect.stringMatching(/12:01:0[56]/),
    ]);
  });

  it('begins with the segment at the start time', async () => {
    const { lines } = await playlist(START + 3_000, START + 3_500);
    expect(lines.filter((line) => line.startsWith('media/'))).toEqual([expect.stringContaining(`media/${ids[1]}.m4s`)]);
  });

  it('adds a media token to every URL, for players that send nothing else', async () => {
    const { token } = (await get(`/media-token?camera_id=${cameraId}`)).body;
    const reply = await test.call('GET', `/hls/${cameraId}/${START}-${START + 60_000}.m3u8?token=${token}`);
    const addresses = String(reply.body)
      .split('\n')
      .filter((line) => /\.m4s|\.mp4/.test(line));
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.every((line) => line.includes(`token=${token}`))).toBe(true);
  });

  it.each([
    ['reversed', START + 1_000, START, 422, 'invalid'],
    ['in the future', Date.UTC(2090, 0, 1), Date.UTC(2090, 0, 2), 404, 'no-footage'],
    ['of ten years', 0, 315_360_000_000, 404, 'no-footage'],
  ])('that is %s is a clear problem', async (_title, start, end, status, code) => {
    const { body } = await playlist(start, end);
    expect([body.status, body.type]).toEqual([status, `/problems/${code}`]);
  });

  it('without footage is empty for a player that asks so, but not for an unknown camera', async () => {
    const range = `${Date.UTC(2000, 0, 1)}-${Date.UTC(2000, 0, 2)}.m3u8?or_empty=1`;
    const reply = await get(`/hls/${cameraId}/${range}`);
    expect(reply.status).toBe(200);
    expect(String(reply.body)).toMatch(/^#EXTM3U\n/);
    expect(String(reply.body)).not.toContain('#EXTINF');
    expect((await get(`/hls/00000000-0000-4000-8000-000000000000/${range}`)).status).toBe(404);
  });

  it('that is not a number names nothing', async () => {
    expect((await get(`/hls/${cameraId}/now-later.m3u8`)).status).toBe(404);
  });

  it('with too many segments is refused before it is built', async () => {
    const many = (
      await test.call('POST', '/config/cameras', {
        token: admin,
        body: { name: 'Many', main_url: 'rtsp://127.0.0.1:1/x' },
      })
    ).body.id as string;
    const client = new pg.Client({ connectionString: test.connectionString });
    await client.connect();
    await client.query(
      `insert into segment (camera_id, stream, start_ts, precise_start_ts, duration_ms, end_ts, storage_id, path, size_bytes, parameter_hash)
        select $1::uuid, 'main', t, t, 4000, t + interval '4 s', (select id from storage limit 1), 'many/' || i, 1000, 'a'
        from generate_series(1, 25001) i, lateral (select timestamptz '2026-02-01T00:00:00Z' + i * interval '4 s' as t) as moments`,
      [many],
    );
    await client.end();
    const reply = await get(`/hls/${many}/${Date.UTC(2026, 0, 1)}-${Date.UTC(2026, 11, 1)}.m3u8`);
    expect(reply.body).toMatchObject({ status: 422, type: '/problems/range-too-long' });
    const day = await get(`/hls/${many}/${Date.UTC(2026, 1, 1)}-${Date.UTC(2026, 1, 2)}.m3u8`);
    expect(String(day.body).split('#EXTINF')).toHaveLength(21_600);
  });

  it('plays in ffmpeg over HTTP, every frame once', async () => {
    const { token } = (await get(`/media-token?camera_id=${cameraId}`)).body;
    const address = `${test.app.listeningOrigin}/hls/${cameraId}/${START}-${START + 600_000}.m3u8?token=${token}`;
    const { stdout } = await run('ffprobe', [
      '-loglevel',
      'error',
      '-count_packets',
      '-select_streams',
      'v',
      '-show_entries',
      'stream=nb_read_packets',
      '-of',
      'csv=p=0',
      address,
    ]);
    expect(Number.parseInt(stdout, 10)).toBe(120);
  });

  it('plays in VLC over HTTP, on both sides of the gap', async () => {
    const { token } = (await get(`/media-token?camera_id=${cameraId}`)).body;
    const address = `${test.app.listeningOrigin}/hls/${cameraId}/${START}-${START + 600_000}.m3u8?token=${token}`;
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-vlc-'));
    await chmod(folder, 0o777);
    const output = join(folder, 'played.ts');
    const vlc = ['cvlc', '--no-lua', '--sout', `#std{access=file,mux=ts,dst=${output}}`, '--sout-keep'];
    // VLC refuses to run as root.
    const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    const [program = '', ...args] = [...asNobody, ...vlc, address, 'vlc://quit'];
    await run(program, args, { env: { PATH: process.env.PATH, HOME: folder }, timeout: PATIENCE_MS });
    const pictures = await packetsOf(output, 'v:0');
    // It drops a few pictures at the end of each stretch; stopping at the gap would leave half.
    expect(pictures.length).toBeGreaterThan(95);
    await rm(folder, { recursive: true });
  });
});

describe('a viewer who loses the camera', () => {
  it('gets neither the playlist nor any more of its files, through any URL they have', async () => {
    const role = { name: 'Guard', capabilities: ['playback'], camera_ids: [cameraId] };
    const roleId = (await test.call('POST', '/config/roles', { token: admin, body: role })).body.id as string;
    const account = { username: 'ann', password: 'long enough' };
    await test.call('POST', '/config/users', { token: admin, body: { ...account, role_id: roleId } });
    const { token } = (await test.call('POST', '/auth/login', { body: account })).body;
    const media = (await test.call('GET', `/media-token?camera_id=${cameraId}`, { token })).body.token as string;
    const folder = `/hls/${cameraId}`;
    const list = `${folder}/${START}-${START + 60_000}.m3u8?token=${media}`;
    const files = String((await test.call('GET', list)).body).match(/^media\/.*|(?<=EXT-X-MAP:URI=")[^"]*/gm) ?? [];
    expect(files.length).toBeGreaterThan(3);
    const addresses = [list, ...files.map((file) => `${folder}/${file}`)];
    const statuses = () => Promise.all(addresses.map(async (address) => (await test.call('GET', address)).status));
    expect(new Set(await statuses())).toEqual(new Set([200]));
    await test.call('PUT', `/config/roles/${roleId}`, { token: admin, body: { camera_ids: [] } });
    expect(new Set(await statuses())).toEqual(new Set([404]));
  });
});

describe('the media of a recorded file', () => {
  const address = (id: number | undefined, at: number, n: number) =>
    `${test.app.listeningOrigin}/hls/${cameraId}/media/${id}.m4s?at=${at}&n=${n}`;
  const ask = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { authorization: `Bearer ${admin}` } });

  /** The reference: reads the whole file and shifts its fragments one by one, found by their boxes only. */
  async function plainShift(id: number | undefined, { offsetMs, n }: { offsetMs: number; n: number }): Promise<Buffer> {
    const { body: mp4 } = (await get(`/segments/${id}`)) as { body: Buffer };
    const moved = await openMedia(openedBytes(mp4), { offsetMs, sequence: n * 1_000 });
    if (moved.kind !== 'media') throw new Error('not playable');
    const whole = Buffer.alloc(moved.pieces.lengthBytes);
    expect(await moved.pieces.fill(whole)).toBe(whole.length);
    return whole;
  }

  it('equals the reference shift for many concurrent callers, while others leave', async () => {
    const expected = await Promise.all(ids.map((id, n) => plainShift(id, { offsetMs: n * 2_000, n })));
    const viewers = Array.from({ length: 60 }, async (_, viewer) => {
      const n = viewer % ids.length;
      const leaving = new AbortController();
      const reply = await ask(address(ids[n], n * 2_000, n), { signal: leaving.signal });
      if (viewer % 3 === 2) return leaving.abort();
      const bytes = Buffer.from(await reply.arrayBuffer());
      expect(reply.headers.get('content-length')).toBe(String(bytes.length));
      expect(bytes.equals(expected[n] ?? Buffer.alloc(0))).toBe(true);
    });
    await Promise.all(viewers);
    const openFiles = async () =>
      (
        await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
      ).filter((path) => path.startsWith(test.dataDir));
    await expect.poll(openFiles).toEqual([]);
  });

  it('is only the init segment if only that is requested', async () => {
    const whole = await ask(address(ids[0], 0, 0));
    const head = await ask(address(ids[0], 0, 0), { method: 'HEAD' });
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
    for (const name of ['content-length', 'content-type', 'cache-control', 'x-content-type-options'])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    await whole.arrayBuffer();
  });
});

describe('a recorded file', () => {
  it('is served whole, in ranges, and with revalidation', async () => {
    const whole = await get(`/segments/${ids[0]}`);
    expect(whole).toMatchObject({ status: 200, headers: { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' } });
    const part = await get(`/segments/${ids[0]}`, { range: 'bytes=4-7' });
    expect([part.status, part.body.toString('latin1'), part.headers['content-range']]).toEqual([
      206,
      'ftyp',
      `bytes 4-7/${whole.body.length}`,
    ]);
    const tail = await get(`/segments/${ids[0]}`, { range: 'bytes=-8' });
    expect(tail.body).toEqual(whole.body.subarray(-8));
    expect((await get(`/segments/${ids[0]}`, { 'if-none-match': String(whole.headers.etag) })).status).toBe(304);
    const beyond = await get(`/segments/${ids[0]}`, { range: 'bytes=99999999-' });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, expect.stringMatching(/^bytes \*\/\d+$/)]);
  });

  it.each([
    ['that is gone from the disk', (path: string) => rm(path)],
    ['in whose place there is a link', (path: string) => rm(path).then(() => symlink('/etc/hostname', path))],
    ['in whose place there is a pipe', (path: string) => rm(path).then(() => run('mkfifo', [path]))],
  ])('%s is answered as gone', async (title, change) => {
    const other = (
      await test.call('POST', '/config/cameras', {
        token: admin,
        body: { name: title, main_url: 'rtsp://127.0.0.1:1/x' },
      })
    ).body.id as string;
    const [lost] = await addTestFootage(test, { cameraId: other, startMs: START, seconds: 2 });
    const { path } = await test.db
      .selectFrom('segment')
      .select('path')
      .where('id', '=', lost!)
      .executeTakeFirstOrThrow();
    await change(join(test.dataDir, 'footage', path));
    expect((await get(`/segments/${lost}`)).body.type).toBe('/problems/no-footage');
    expect((await get(`/hls/${other}/media/${lost}.m4s?at=0&n=0`)).body.type).toBe('/problems/no-footage');
    expect((await get(`/hls/${other}/init/${lost}.mp4`)).body.type).toBe('/problems/no-footage');
  });

  it('of another camera does not exist under this one', async () => {
    const other = (
      await test.call('POST', '/config/cameras', {
        token: admin,
        body: { name: 'Other', main_url: 'rtsp://127.0.0.1:1/x' },
      })
    ).body.id as string;
    expect((await get(`/hls/${other}/media/${ids[0]}.m4s?at=0&n=0`)).status).toBe(404);
  });
});

describe('a moment', () => {
  const play = async (atMs: number) => (await get(`/play/${cameraId}?ts=${new Date(atMs).toISOString()}`)).body;

  it('is found inside its segment', async () => {
    expect(await play(START + 3_000)).toMatchObject({ segment_id: ids[1], stream: 'main' });
    expect(Math.abs((await play(START + 3_000)).offset_ms - 1_000)).toBeLessThan(100);
  });
  it('inside a gap resolves to the next footage', async () => {
    expect(await play(START + 30_000)).toMatchObject({ segment_id: ids[3], offset_ms: 0 });
  });
  it('after all footage has none', async () => {
    expect(await play(START + 3_600_000)).toMatchObject({ status: 404, type: '/problems/no-footage' });
  });
});

describe('a still of a recorded moment', () => {
  const still = (atMs: number, more = '') =>
    get(`/cameras/${cameraId}/frame.jpg?ts=${new Date(atMs).toISOString()}${more}`);
  const sizeOf = (jpeg: Buffer) => {
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    return [jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)];
  };

  it('is a JPEG of the wanted width', async () => {
    const reply = await still(START + 3_000, '&width=80');
    expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
    expect(sizeOf(reply.body)).toEqual([80, 48]);
  });

  it('shows the exact moment, or the keyframe before it when fast', async () => {
    const [exact, later, near, nearLater] = await Promise.all([
      still(START + 2_500),
      still(START + 2_800),
      still(START + 2_500, '&fast=1'),
      still(START + 2_800, '&fast=1'),
    ]);
    expect(exact.body.equals(later.body)).toBe(false);
    expect(near.body.equals(nearLater.body)).toBe(true);
  });

  it('of a segment’s last moment exists too', async () => {
    expect((await still(START + 1_990)).status).toBe(200);
  });

  it('inside a gap does not exist', async () => {
    expect((await still(START + 30_000)).body).toMatchObject({ status: 404, type: '/problems/no-footage' });
  });
});
