import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cropOf, type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

let installation: PlateInstallation;
let yard: string;
let viewer: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  installation = await startPlateInstallation(inject('postgresUrl'));
  yard = await installation.newCamera('Yard');
  const start = installation.test.clock.now() - 3_600_000;
  const add = async (plate: string, minute: number, more: Record<string, unknown> = {}) => {
    const ts = new Date(start + minute * 60_000).toISOString();
    const reply = await installation.post({ plate, ts, ...more });
    expect(reply.status).toBe(201);
    ids[`${plate} ${minute}`] = reply.body.id;
  };
  await add('ABC1234', 1, { crop_jpeg: cropOf() });
  await add('ABC1299', 2);
  await add('XABC123', 3);
  await add('ABC1234', 4, { camera_id: yard, crop_jpeg: cropOf() });
  await add('KLM5678', 5);
  viewer = (await installation.signIn('viewer', { capabilities: ['view_plates'], camera_ids: [installation.cameraId] }))
    .token;
});
afterAll(() => installation?.close());

const search = async (query: Record<string, string> | string, token = installation.admin) => {
  const reply = await installation.test.call('GET', `/plates?${new URLSearchParams(query)}`, { token });
  return { ...reply, plates: (reply.body.items ?? []).map(({ plate }: { plate: string }) => plate) as string[] };
};

describe('GET /plates', () => {
  it.each([
    ['exact', 'abc-1234', ['ABC1234', 'ABC1234']],
    ['exact', 'ABC12', []],
    ['prefix', 'abc12', ['ABC1234', 'ABC1299', 'ABC1234']],
    ['contains', 'BC12', ['ABC1234', 'XABC123', 'ABC1299', 'ABC1234']],
    ['contains', 'C1', ['ABC1234', 'XABC123', 'ABC1299', 'ABC1234']],
    ['contains', '7', ['KLM5678']],
    ['contains', 'ZZZ', []],
  ])('matches %s %s, newest first', async (match, q, expected) => {
    expect((await search({ match, q })).plates).toEqual(expected);
  });

  it('defaults to contains, and to everything without a query', async () => {
    expect((await search({ q: '567' })).plates).toEqual(['KLM5678']);
    expect((await search({})).plates).toEqual(['KLM5678', 'ABC1234', 'XABC123', 'ABC1299', 'ABC1234']);
    expect((await search({ q: '' })).plates).toHaveLength(5);
  });

  it('finds plates with two wrong characters of seven, nearest first', async () => {
    const first = 'ABC1234';
    for (let one = 0; one < 7; one += 1) {
      for (let two = one + 1; two < 7; two += 1) {
        const wrong = [...first].map((letter, at) => (at === one || at === two ? 'Q' : letter)).join('');
        const { plates, body } = await search({ match: 'fuzzy', q: wrong });
        expect(plates, wrong).toContain(first);
        const distances = body.items.map(({ distance }: { distance: number }) => distance);
        expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b));
      }
    }
    const { plates } = await search({ match: 'fuzzy', q: first });
    expect(plates.slice(0, 2)).toEqual([first, first]);
    expect(plates).not.toContain('KLM5678');
  });

  it('filters by camera, time and source', async () => {
    expect((await search({ camera_ids: yard })).plates).toEqual(['ABC1234']);
    const all = await installation.test.call('GET', `/plates?camera_ids=${yard}&camera_ids=${installation.cameraId}`, {
      token: installation.admin,
    });
    expect(all.body.items).toHaveLength(5);
    const [newest, second] = all.body.items as { ts: string }[];
    expect((await search({ start: newest?.ts ?? '' })).plates).toEqual(['KLM5678']);
    expect((await search({ end: second?.ts ?? '' })).plates).toEqual(['XABC123', 'ABC1299', 'ABC1234']);
    expect((await search({ source_id: 'native-alpr' })).plates).toHaveLength(5);
    expect((await search({ source_id: 'external', match: 'prefix', q: 'A' })).plates).toEqual([]);
    expect((await search({ start: newest?.ts ?? '', end: second?.ts ?? '' })).status).toBe(422);
  });

  it.each(['', '&q=ABC&match=prefix', '&q=BC1&match=contains', '&q=ABC1234&match=exact', '&q=ABC1239&match=fuzzy'])(
    'pages by keyset, stable under inserts: %s',
    async (query) => {
      const all = (await installation.test.call('GET', `/plates?limit=200${query}`, { token: installation.admin })).body
        .items;
      const paged: { id: string }[] = [];
      let cursor = '';
      do {
        const reply = await installation.test.call('GET', `/plates?limit=1${query}${cursor}`, {
          token: installation.admin,
        });
        expect(reply.status).toBe(200);
        paged.push(...reply.body.items);
        cursor = reply.body.next_cursor === null ? '' : `&cursor=${reply.body.next_cursor}`;
        const inserted = await installation.post({
          plate: 'ABC1234',
          provider_event_id: `between ${query} ${paged.length}`,
        });
        await installation.test.db.deleteFrom('plateRead').where('id', '=', inserted.body.id).execute();
      } while (cursor !== '');
      expect(paged).toEqual(all);
    },
  );

  it('continues after a page although newer reads arrived', async () => {
    const first = await search({ limit: '2' });
    const newer = await installation.post({ plate: 'NEWER11' });
    const second = await search({ limit: '2', cursor: first.body.next_cursor });
    await installation.test.db.deleteFrom('plateRead').where('id', '=', newer.body.id).execute();
    expect([...first.plates, ...second.plates]).toEqual(['KLM5678', 'ABC1234', 'XABC123', 'ABC1299']);
  });

  it.each(['%', '_', '\\', '%%%', "' or 1=1 --", '京'])(
    'treats %s literally, and it normalizes to nothing',
    async (q) => {
      for (const match of ['exact', 'prefix', 'contains', 'fuzzy']) {
        const reply = await search({ match, q });
        if (/[a-z0-9]/i.test(q)) expect([reply.status, reply.plates]).toEqual([200, []]);
        else expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, '/query/q']);
      }
    },
  );

  it('does not let metacharacters inside a plate widen the search', async () => {
    expect((await search({ q: 'A%4', match: 'contains' })).plates).toEqual([]);
    expect((await search({ q: 'ABC_234', match: 'exact' })).plates).toEqual([]);
    expect((await search({ q: 'A\\BC1234', match: 'exact' })).plates).toEqual(['ABC1234', 'ABC1234']);
  });

  it.each([
    ['q of 10,000 characters', { q: 'A'.repeat(10_000) }],
    ['an unknown match mode', { match: 'regex' }],
    ['a limit of 0', { limit: '0' }],
    ['a limit of 201', { limit: '201' }],
    ['an invalid cursor', { cursor: 'nonsense' }],
    ['a cursor of another list', { cursor: Buffer.from('["text"]').toString('base64url') }],
    [
      'a cursor of a text search in a fuzzy one',
      { match: 'fuzzy', q: 'ABC', cursor: Buffer.from('[1,"x"]').toString('base64url') },
    ],
    ['an unknown parameter', { plate: 'ABC' }],
    ['an invalid camera id', { camera_ids: 'gate' }],
    ['an invalid time', { start: 'yesterday' }],
  ])('refuses %s', async (_title, query) => {
    expect((await search(query)).status).toBe(422);
  });

  it('shows the entry of the current watch list that a read matches', async () => {
    const watched = await installation.watch('KLM5678', { label: 'Post', color: '#00ff00', notify: false });
    expect((await search({ q: 'KLM5678' })).body.items[0]).toMatchObject({
      alerted: false,
      has_crop: false,
      watch: { id: watched.body.id, plate: 'KLM5678', label: 'Post', color: '#00ff00', distance: 0 },
    });
    await installation.test.call('DELETE', `/lpr/watchlist/${watched.body.id}`, { token: installation.admin });
    expect((await search({ q: 'KLM5678' })).body.items[0].watch).toBeNull();
  });
});

describe('camera scope', () => {
  it.each([
    '',
    'match=exact&q=ABC1234',
    'match=prefix&q=ABC',
    'match=contains&q=BC1',
    'match=contains&q=C',
    'match=fuzzy&q=ABC1234',
  ])('is applied in SQL: %s', async (query) => {
    const { body } = await search(query, viewer);
    expect(body.items.length).toBeGreaterThan(0);
    expect(new Set(body.items.map((read: { camera_id: string }) => read.camera_id))).toEqual(
      new Set([installation.cameraId]),
    );
  });

  it('returns nothing of a camera out of scope, or of an unknown one', async () => {
    expect((await search({ camera_ids: yard }, viewer)).plates).toEqual([]);
    expect((await search({ camera_ids: '00000000-0000-4000-8000-000000000000' })).plates).toEqual([]);
  });

  it('hides crops of other cameras with 404', async () => {
    const own = await installation.test.call('GET', `/plates/${ids['ABC1234 1']}/crop`, { token: viewer });
    expect([own.status, own.headers['content-type'], own.headers['x-content-type-options']]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ]);
    expect(own.body.equals(Buffer.from(cropOf(), 'base64'))).toBe(true);
    for (const id of [ids['ABC1234 4'], ids['ABC1299 2'], '00000000-0000-4000-8000-000000000000'])
      expect((await installation.test.call('GET', `/plates/${id}/crop`, { token: viewer })).status).toBe(404);
  });

  it('counts in /lpr/storage only what a caller may see, and nothing for one who may see no plates', async () => {
    const storage = async (token: string) => (await installation.test.call('GET', '/lpr/storage', { token })).body;
    const all = await storage(installation.admin);
    const seen = await storage(viewer);
    expect([all.reads, all.crops, seen.reads, seen.crops]).toEqual([5, 2, 4, 1]);
    expect(seen.crop_bytes).toBe(all.crop_bytes / 2);
    expect(seen.database_bytes).toBeLessThan(all.database_bytes);
    const plain = await installation.signIn('plain', {
      capabilities: ['playback'],
      camera_ids: [installation.cameraId],
    });
    expect(await storage(plain.token)).toEqual({ reads: 0, crops: 0, crop_bytes: 0, database_bytes: 0 });
  });
});

it('answers exact, prefix, contains and fuzzy each from its index', async () => {
  const { db } = installation.test;
  await sql`insert into plate_read (camera_id, source_id, provider_event_id, ts, plate, plate_raw)
    select ${installation.cameraId}, 'external', 'bulk ' || n, now() - n * interval '1 second',
           chr(65 + n % 26) || chr(65 + n / 26 % 26) || chr(65 + n / 676 % 26) || lpad((n * 7919 % 10000)::text, 4, '0'), 'x'
      from generate_series(1, 20000) n`.execute(db);
  await sql`vacuum analyze plate_read, seen_plate`.execute(db);
  // A table this small would be read whole; the test is that the index can be used.
  const plan = (table: string, where: string) =>
    db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<Record<string, string>>`
        explain select plate from ${sql.table(table)} where ${sql.raw(where)}`.execute(tx);
      return rows.map((row) => Object.values(row)[0]).join('\n');
    });
  expect(await plan('plate_read', `plate = 'ABC1234'`)).toContain('plate_read_plate_idx');
  expect(await plan('plate_read', `plate like 'ABC1%'`)).toContain('plate_read_plate_idx');
  expect(await plan('seen_plate', `folded like '%8C1234%'`)).toContain('seen_plate_folded_idx');
  expect(await plan('seen_plate', `folded % 'A8C1234'`)).toContain('seen_plate_folded_idx');
  for (const piece of ['head', 'middle', 'tail'])
    expect(await plan('seen_plate', `${piece} = any (array['7:A8', '7:C1'])`)).toContain(`seen_plate_${piece}_idx`);
});
