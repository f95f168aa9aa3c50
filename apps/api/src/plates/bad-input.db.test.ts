import { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cropOf, type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

let installation: PlateInstallation;
beforeAll(async () => {
  installation = await startPlateInstallation(inject('postgresUrl'));
});
afterAll(() => installation?.close());

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const at = (ms: number) => new Date(installation.test.clock.now() + ms).toISOString();
const DAY_MS = 86_400_000;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const jpeg = () => Buffer.from(cropOf(), 'base64');

const cases: [string, () => Record<string, unknown>, string][] = [
  ['a crop that is SVG', () => ({ crop_jpeg: base64('<svg xmlns="http://www.w3.org/2000/svg"/>') }), '/crop_jpeg'],
  ['a crop that is HTML', () => ({ crop_jpeg: base64('<!doctype html><script>alert(1)</script>') }), '/crop_jpeg'],
  ['a crop that is PNG', () => ({ crop_jpeg: base64(PNG) }), '/crop_jpeg'],
  ['a crop that breaks off', () => ({ crop_jpeg: base64(jpeg().subarray(0, -2)) }), '/crop_jpeg'],
  [
    'a crop with a page behind it',
    () => ({ crop_jpeg: base64(Buffer.concat([jpeg(), Buffer.from('<html>')])) }),
    '/crop_jpeg',
  ],
  ['a crop of 100 megapixels', () => ({ crop_jpeg: cropOf({ width: 10_000, height: 10_000 }) }), '/crop_jpeg'],
  ['a crop just over 512 KiB', () => ({ crop_jpeg: cropOf({ padBytes: 512 * 1024 }) }), '/crop_jpeg'],
  ['a crop that is not base64', () => ({ crop_jpeg: '*not base64*' }), '/crop_jpeg'],
  ['an empty crop', () => ({ crop_jpeg: '' }), '/crop_jpeg'],
  ['a plate of 10,000 characters', () => ({ plate: 'A'.repeat(10_000) }), '/plate'],
  ['a plate of 33 characters', () => ({ plate: 'A'.repeat(33) }), '/plate'],
  ['a plate of punctuation only', () => ({ plate: ' -._%\\ ' }), '/plate'],
  ['a plate in another alphabet', () => ({ plate: 'АВС京沪粤' }), '/plate'],
  ['an empty plate', () => ({ plate: '' }), '/plate'],
  ['a time in the far future', () => ({ ts: '9999-12-31T23:59:59.999Z' }), '/ts'],
  ['a time six minutes ahead', () => ({ ts: at(6 * 60_000) }), '/ts'],
  ['a time in the far past', () => ({ ts: '0001-01-01T00:00:00.000Z' }), '/ts'],
  ['a time before the retention', () => ({ ts: at(-90 * DAY_MS - 1000) }), '/ts'],
  ['an invalid time', () => ({ ts: '2026-13-45T00:00:00Z' }), '/ts'],
  ['a confidence above 1', () => ({ confidence: 1.01 }), '/confidence'],
  ['a confidence below 0', () => ({ confidence: -0.1 }), '/confidence'],
  ['a confidence as text', () => ({ confidence: '0.9' }), '/confidence'],
  ['a box outside the frame', () => ({ bbox: [0, 0, 2, 1] }), '/bbox/2'],
  ['a box without area', () => ({ bbox: [0.5, 0.5, 0, 0] }), '/bbox'],
  ['a box of three numbers', () => ({ bbox: [0, 0, 1] }), '/bbox'],
  ['a vehicle of 9 KiB', () => ({ vehicle: { make: 'x'.repeat(9 * 1024) } }), '/vehicle'],
  ['an empty provider_event_id', () => ({ provider_event_id: '' }), '/provider_event_id'],
  ['a field that does not exist', () => ({ plates: 'typo' }), '/plates'],
];

describe('POST /lpr/reads refuses', () => {
  it.each(cases)('%s', async (_title, body, pointer) => {
    const before = await sql<{ n: number }>`select count(*) as n from plate_read`.execute(installation.test.db);
    const reply = await installation.post(body());
    expect([reply.status, reply.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
    const after = await sql<{ n: number }>`select count(*) as n from plate_read`.execute(installation.test.db);
    expect(after.rows).toEqual(before.rows);
  });

  it.each([
    ['a plate that is too long', () => ({ plate: 'A'.repeat(33) }), 'plate-too-long'],
    ['a plate of punctuation only', () => ({ plate: ' -._%\\ ' }), 'plate-without-characters'],
    ['a time in the future', () => ({ ts: at(6 * 60_000) }), 'in-the-future'],
    ['a time before the retention', () => ({ ts: at(-90 * DAY_MS - 1000) }), 'plate-too-old'],
  ])('%s with a code', async (_title, body, code) => {
    const { errors } = (await installation.post(body())).body;
    expect(errors).toMatchObject([{ reason: { code } }]);
  });

  it('a crop of 5 MB with 413, unread', async () => {
    const reply = await installation.post({ crop_jpeg: base64(Buffer.alloc(5_000_000)) });
    expect([reply.status, reply.body.type]).toEqual([413, '/problems/too-large']);
  });

  it('a camera that does not exist with 404', async () => {
    const reply = await installation.post({ camera_id: '00000000-0000-4000-8000-000000000000' });
    expect([reply.status, reply.body.type]).toEqual([404, '/problems/not-found']);
  });

  it('NUL characters wherever they hide', async () => {
    for (const field of ['plate', 'provider_event_id', 'region'])
      expect((await installation.post({ [field]: 'A\u0000B' })).status).toBe(422);
    expect((await installation.post({ vehicle: { 'a\u0000': 'b' } })).status).toBe(422);
  });
});

describe('POST /lpr/reads takes', () => {
  it.each([
    ['a crop of exactly 512 KiB', () => ({ crop_jpeg: cropOf({ padBytes: 512 * 1024 - jpeg().length }) })],
    ['a time four minutes ahead, as clocks drift', () => ({ ts: at(4 * 60_000) })],
    ['the oldest time that is kept', () => ({ ts: at(-90 * DAY_MS + 60_000) })],
    ['a time with an offset', () => ({ ts: at(0).replace('Z', '+00:00') })],
    ['letters of another alphabet around a plate', () => ({ plate: '京A12345' })],
    ['half a character', () => ({ plate: 'AB\ud800C12', vehicle: { 'a\udc00': '\ud800' } })],
    ['half a character in its name', () => ({ provider_event_id: `half \ud800 ${Math.random()}` })],
    ['explicit nulls', () => ({ region: null, vehicle: null, bbox: null, crop_jpeg: null })],
  ])('%s', async (_title, body) => {
    const reply = await installation.post(body());
    expect([reply.status, reply.body.errors]).toEqual([201, undefined]);
  });
});

describe('fuzz', () => {
  it.each([[0.51], [-1], [-0.0001], [1e308], ['0.1'], [null]])('%s is refused', async (fuzz) => {
    const { test, admin } = installation;
    const config = await test.call('PUT', '/config/lpr', { token: admin, body: { watchlist_fuzz: fuzz } });
    const preview = await test.call('POST', '/lpr/watchlist/preview', { token: admin, body: { plate: 'ABC', fuzz } });
    expect([config.status, preview.status]).toEqual([422, 422]);
  });

  it('NaN cannot even be written in JSON, and is refused in a query', async () => {
    const { test, admin } = installation;
    const raw = await test.app.inject({
      method: 'PUT',
      url: '/config/lpr',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      payload: '{"watchlist_fuzz": NaN}',
    });
    expect(raw.statusCode).toBe(400);
    for (const query of ['fuzz=NaN', 'fuzz=0.51', 'fuzz=-1', 'window=0', 'window=121', 'window=NaN'])
      expect((await test.call('GET', `/lpr/ab-report?${query}`, { token: admin })).status).toBe(422);
  });
});
