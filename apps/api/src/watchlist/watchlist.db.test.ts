import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

let installation: PlateInstallation;
beforeAll(async () => {
  installation = await startPlateInstallation(inject('postgresUrl'));
});
afterAll(() => installation?.close());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  installation.test.call(method, path, { token: installation.admin, ...(body !== undefined && { body }) });

describe('watchlist', () => {
  it('keeps entries normalized, with the defaults of the specification', async () => {
    const reply = await installation.watch('b-mw 123');
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      plate: 'BMW123',
      kind: 'watch',
      notify: true,
      label: null,
      note: null,
      color: null,
    });
  });

  it('answers 409 to a listed plate, and never overwrites its note', async () => {
    await installation.watch('TWICE1', { note: 'the first note' });
    const again = await installation.watch('twice-1', { note: 'another', kind: 'ignore' });
    expect([again.status, again.body.type]).toEqual([409, '/problems/already-listed']);
    const { body } = await call('GET', '/lpr/watchlist');
    expect(body.items.filter(({ plate }: { plate: string }) => plate === 'TWICE1')).toMatchObject([
      { note: 'the first note', kind: 'watch' },
    ]);
  });

  it.each(['', '---', '京沪', '%', 'A'.repeat(33), 'A'.repeat(10_000)])(
    'refuses the plate %j with 422',
    async (plate) => {
      const reply = await installation.watch(plate);
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, '/plate']);
    },
  );

  it.each([
    [{ color: 'red' }, '/color'],
    [{ color: '#12345' }, '/color'],
    [{ kind: 'block' }, '/kind'],
    [{ notify: 'yes' }, '/notify'],
    [{ label: '\u0007' }, '/label'],
    [{ note: 'x'.repeat(2001) }, '/note'],
    [{ lable: 'typo' }, '/lable'],
  ])('refuses %j', async (fields, pointer) => {
    const reply = await installation.watch('FIELDS1', fields);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  it('updates given fields, clears null ones, keeps the rest', async () => {
    const { body } = await installation.watch('EDIT01', { label: 'One', note: 'Note', color: '#010203' });
    const edited = await call('PUT', `/lpr/watchlist/${body.id}`, { note: null, notify: false });
    expect(edited.body).toEqual({ ...body, note: null, notify: false });
    expect((await call('PUT', `/lpr/watchlist/${body.id}`, {})).body).toEqual(edited.body);
    expect((await call('PUT', `/lpr/watchlist/${body.id}`, { plate: 'BMW123' })).status).toBe(409);
    expect((await call('DELETE', `/lpr/watchlist/${body.id}`)).status).toBe(204);
    expect((await call('DELETE', `/lpr/watchlist/${body.id}`)).status).toBe(404);
    expect((await call('PUT', `/lpr/watchlist/${body.id}`, { notify: true })).status).toBe(404);
  });

  it('lists by plate, by kind and in pages', async () => {
    await installation.watch('ZZ9', { kind: 'ignore' });
    const all = (await call('GET', '/lpr/watchlist')).body.items;
    const paged: unknown[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await call('GET', `/lpr/watchlist?limit=1${cursor}`);
      paged.push(...body.items);
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(paged).toEqual(all);
    const ignored = (await call('GET', '/lpr/watchlist?kind=ignore')).body.items;
    expect(ignored.map(({ plate }: { plate: string }) => plate)).toEqual(['ZZ9']);
  });
});

describe('searching the list', () => {
  it.each([
    ['z z-9', ['ZZ9']],
    ['anna', ['FIND1']],
    ['%', []],
    ['_', []],
    ['ANNA\\', []],
  ])('for %j finds %j', async (q, plates) => {
    await installation.watch('FIND1', { label: 'Anna’s car' });
    const { body } = await call('GET', `/lpr/watchlist?${new URLSearchParams({ q })}`);
    expect(body.items.map(({ plate }: { plate: string }) => plate)).toEqual(plates);
  });
});

describe('matching by fuzz', () => {
  it.each([['watch'], ['ignore']])('floor(fuzz x length) edits are allowed, for %s entries too', async (kind) => {
    const target = kind === 'watch' ? 'MNP3477' : 'MNQ3477';
    await installation.watch(target, { kind });
    await call('PUT', '/config/lpr', { watchlist_fuzz: 0.15 });
    const one = await installation.post({ plate: `X${target.slice(1)}` });
    const two = await installation.post({ plate: `XX${target.slice(2)}` });
    await call('PUT', '/config/lpr', { watchlist_fuzz: 0 });
    const exact = await installation.post({ plate: `X${target.slice(1)}` });
    if (kind === 'ignore') {
      expect([one.body.dropped, two.status, exact.status]).toEqual(['ignore-list', 201, 201]);
      return;
    }
    const alerted = async (id: string) =>
      (await installation.test.db.selectFrom('plateRead').select('alerted').where('id', '=', id).executeTakeFirst())
        ?.alerted;
    expect([await alerted(one.body.id), await alerted(two.body.id), await alerted(exact.body.id)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('preview', () => {
  it('returns the past reads an entry would have matched, within the caller’s cameras', async () => {
    const yard = await installation.newCamera('Yard');
    for (const [plate, camera_id] of [
      ['PREV123', installation.cameraId],
      ['PREVI23', installation.cameraId],
      ['PREV124', installation.cameraId],
      ['PREV123', yard],
      ['PRXX123', yard],
    ])
      await installation.post({ plate, camera_id });
    const exact = await call('POST', '/lpr/watchlist/preview', { plate: 'prev-123', fuzz: 0 });
    expect(exact.body.plates).toEqual([
      { plate: 'PREV123', distance: 0, reads: 2 },
      { plate: 'PREVI23', distance: 0, reads: 1 },
    ]);
    expect(exact.body).toMatchObject({ reads: 3, truncated: false });
    expect(exact.body.items).toHaveLength(3);
    const wider = await call('POST', '/lpr/watchlist/preview', { plate: 'PREV123', fuzz: 0.3 });
    expect(wider.body.plates.map(({ plate }: { plate: string }) => plate)).toEqual([
      'PREV123',
      'PREVI23',
      'PREV124',
      'PRXX123',
    ]);
    const { token } = await installation.signIn('viewer', { capabilities: ['view_plates'], camera_ids: [yard] });
    const scoped = await installation.test.call('POST', '/lpr/watchlist/preview', {
      token,
      body: { plate: 'PREV123', fuzz: 0.3 },
    });
    expect(scoped.body.plates.map(({ plate }: { plate: string }) => plate)).toEqual(['PREV123', 'PRXX123']);
    expect(scoped.body.items.every((read: { camera_id: string }) => read.camera_id === yard)).toBe(true);
  });
});
