import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { type Route, routes } from '@holdfast/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { addEvent, watchClip } from '../clips/test-clips.ts';
import { exported, iso, newCamera } from '../exports/test-exports.ts';
import { startTestApp, type TestApp, type TestReply } from '../test-app.ts';
import { everythingKept } from '../test-everything-kept.ts';
import { addTestFootage } from '../test-footage.ts';

const START = Date.UTC(2026, 0, 1, 12);
const FRAME_MS = 100;
const HOUR_MS = 3_600_000;
const CAPABILITIES = ['export', 'clips', 'playback', 'view_plates'];

let test: TestApp;
let admin: string;
let gate: string;
let yard: string;
let exportId: string;
let user: { id: string; token: string; roleId: string };
const logged: string[] = [];
/** What a request makes the server do, in order: statements and verifications of passwords. */
const working = new AsyncLocalStorage<string[]>();

const at = (second: number) => START + second * 1000;

async function newUser(username: string, role: object) {
  const roleId = (await test.call('POST', '/config/roles', { token: admin, body: { name: username, ...role } })).body
    .id;
  const account = { username, password: 'long enough' };
  const { id } = (await test.call('POST', '/config/users', { token: admin, body: { ...account, role_id: roleId } }))
    .body;
  return { id, roleId, token: (await test.call('POST', '/auth/login', { body: account })).body.token as string };
}

const newExport = async (token: string, cameraId = gate) =>
  (await exported(test, token, { camera_ids: [cameraId], start: iso(at(3.5)), end: iso(at(8)) })).id as string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'), {
    logTo: (line) => logged.push(line),
    onQuery: (text) => working.getStore()?.push(text),
    aroundPasswords: (real) => ({
      ...real,
      verify: (hash, password) => {
        working.getStore()?.push('verify a password');
        return real.verify(hash, password);
      },
    }),
  });
  admin = await test.bootstrap();
  gate = await newCamera(test, admin, 'Gate');
  yard = await newCamera(test, admin, 'Yard');
  // Keyframes every second.
  for (const cameraId of [gate, yard])
    await addTestFootage(test, { cameraId, startMs: START, seconds: 20, hasSound: false });
  user = await newUser('ann', { capabilities: CAPABILITIES, camera_ids: [gate] });
  exportId = await newExport(user.token);
});
afterAll(() => test?.close());

const setSharing = (sharing_enabled: boolean) =>
  test.call('PUT', '/config/settings', { token: admin, body: { sharing_enabled } });
beforeEach(async () => {
  // Lets the limits of attempts recover.
  test.clock.step(HOUR_MS / 60);
  await setSharing(true);
});

const create = (body: object, token = user.token) => test.call('POST', '/shares', { token, body });
async function shared(body: object = { kind: 'export', id: exportId }, token = user.token) {
  const reply = await create(body, token);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return { ...reply.body.share, token: reply.body.url.split('#')[1] as string, url: reply.body.url as string };
}
const open = (token: string, password?: string) =>
  test.call('POST', '/shares/open', {
    body: { token, ...(password !== undefined && { password }) },
    headers: { 'user-agent': 'a phone' },
  });
const base64s = (text: string) => [
  Buffer.from(text).toString('base64').replaceAll('=', ''),
  Buffer.from(text).toString('base64url'),
];
const cookieOf = (reply: { headers: Record<string, unknown> }) =>
  String(reply.headers['set-cookie']).split(';')[0] ?? '';
const listed = async (id: string, token = user.token) =>
  (await test.call('GET', '/shares', { token })).body.items.find((one: { id: string }) => one.id === id);

/** A 404 as a stranger sees it, without the id of the request. */
const refusal = (reply: { status: number; body: { instance: string } }) => ({
  status: reply.status,
  body: { ...reply.body, instance: '' },
});
/** A request, and all the work that it caused. */
async function withWork(call: () => Promise<TestReply>): Promise<{ reply: TestReply; work: string[] }> {
  const work: string[] = [];
  return { reply: await working.run(work, call), work };
}
/** Everything that a stranger can see of a reply, except what is different for all of them. */
const seenOf = ({ status, headers, body }: TestReply) => {
  const { date: _, 'x-request-id': __, ...rest } = headers;
  return { status, headers: rest, body: { ...body, instance: '' } };
};
const NOT_FOUND = { status: 404, body: { type: '/problems/not-found', title: 'Not found', status: 404, instance: '' } };

describe('making a link', () => {
  it('is refused until an administrator turns sharing on', async () => {
    await setSharing(false);
    expect(await create({ kind: 'export', id: exportId })).toMatchObject({
      status: 403,
      body: { type: '/problems/sharing-disabled' },
    });
    expect((await test.call('GET', '/shares', { token: user.token })).body.enabled).toBe(false);
    await setSharing(true);
    expect((await create({ kind: 'export', id: exportId })).status).toBe(201);
  });

  it('returns 256 random bits once, and stores only their digest', async () => {
    const { id, url, token } = await shared();
    expect(url).toBe(`/share#${token}`);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await test.db.selectFrom('share').selectAll().where('id', '=', id).execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await listed(id))).not.toContain(token);
  });

  it('ends after a day, or as asked, but never after the export', async () => {
    const lifeOf = async (more: object) => {
      const { expires_at, created_at } = await shared({ kind: 'export', id: exportId, ...more });
      return Date.parse(expires_at) - Date.parse(created_at);
    };
    expect(await lifeOf({})).toBe(24 * HOUR_MS);
    expect(await lifeOf({ expires_in_hours: 2 })).toBe(2 * HOUR_MS);
    expect(await lifeOf({ expires_in_hours: 720 })).toBeLessThanOrEqual(7 * 24 * HOUR_MS);
    for (const expires_in_hours of [0, 721, 1.5])
      expect((await create({ kind: 'export', id: exportId, expires_in_hours })).status).toBe(422);
  });

  it('needs a finished export, and is refused with the reason', async () => {
    const id = await newExport(user.token);
    const cancelled = { state: 'cancelled', fileName: null, mediaType: null, manifest: null } as const;
    await test.db.updateTable('footageExport').set(cancelled).where('id', '=', id).execute();
    expect((await create({ kind: 'export', id })).body).toMatchObject({
      type: '/problems/export-not-ready',
      reason: { code: 'export-cancelled' },
    });
  });

  it('is limited for each user, and is refused with the limit', async () => {
    const { id } = await shared();
    const { id: _, ...row } = await test.db
      .selectFrom('share')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const others = await test.db
      .insertInto('share')
      .values(Array.from({ length: 500 }, () => ({ ...row, tokenDigest: randomBytes(32) })))
      .returning('id')
      .execute();
    const ids = others.map((other) => other.id);
    onTestFinished(async () => void (await test.db.deleteFrom('share').where('id', 'in', ids).execute()));
    expect((await create({ kind: 'export', id: exportId })).body).toMatchObject({
      type: '/problems/shares-full',
      reason: { code: 'too-many-links', values: { limit: 500 } },
    });
  });

  it('needs the camera in scope, the export to be one’s own, and clips for a clip', async () => {
    const foreign = await newExport(admin, yard);
    expect((await create({ kind: 'export', id: foreign })).status).toBe(404);
    const clip = await addEvent(test.db, { cameraId: yard, startMs: at(5), endMs: at(6) });
    expect((await create({ kind: 'clip', id: clip })).status).toBe(404);
    const exporter = await newUser('exporter', { capabilities: ['export'], camera_ids: [yard] });
    expect((await create({ kind: 'clip', id: clip }, exporter.token)).status).toBe(403);
    expect((await create({ kind: 'export', id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect((await create({ kind: 'film', id: exportId })).status).toBe(422);
    expect((await create({ kind: 'export', id: exportId, password: 'short' })).status).toBe(422);
  });
});

describe('opening a link', () => {
  it('shows the video without an account, in a player and as a download, for no search engine', async () => {
    const { id, token } = await shared();
    const reply = await open(token);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    // The file begins at the keyframe before the range, as its name shows.
    expect(reply.body).toMatchObject({ id, cameras: ['Gate'], start: iso(at(3)), end: iso(at(8)) });
    expect(String(reply.headers['set-cookie'])).toMatch(
      new RegExp(`^holdfast_share_80=[\\w.-]+; Path=/share/${id}; HttpOnly; SameSite=Strict$`),
    );
    const headers = { cookie: cookieOf(reply) };
    const video = await test.call('GET', reply.body.video_url, { headers });
    expect(video).toMatchObject({ status: 200, headers: { 'content-type': 'video/mp4' } });
    expect(video.headers).toMatchObject({
      'x-robots-tag': expect.stringContaining('noindex'),
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, max-age=0',
    });
    expect((await watchClip(video.body, START)).shownMs[0]).toBe(at(3));
    const part = await test.call('GET', reply.body.video_url, { headers: { ...headers, range: 'bytes=0-99' } });
    expect(part.status).toBe(206);
    const file = await test.call('GET', reply.body.download_url, { headers });
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="Gate_/i);
    expect(file.body).toEqual(video.body);
  });

  it('offers an archive of several cameras as a download only', async () => {
    const order = { camera_ids: [gate, yard], start: iso(at(2)), end: iso(at(6)) };
    const { id } = await exported(test, admin, order);
    const reply = await open((await shared({ kind: 'export', id }, admin)).token);
    expect(reply.body).toMatchObject({ cameras: ['Gate', 'Yard'], media_type: 'application/zip', video_url: null });
    const file = await test.call('GET', reply.body.download_url, { headers: { cookie: cookieOf(reply) } });
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'application/zip' } });
    expect(file.body.subarray(0, 2).toString()).toBe('PK');
  });

  it('is recorded each time, with the address and the program', async () => {
    const { id, token } = await shared();
    expect(await listed(id)).toMatchObject({ open_count: 0, last_opened_at: null });
    await open(token);
    test.clock.step(1_000);
    await open(token);
    expect(await listed(id)).toMatchObject({ open_count: 2, last_opened_at: iso(test.clock.now()) });
    const { items } = (await test.call('GET', `/shares/${id}/openings`, { token: user.token })).body;
    expect(items).toHaveLength(2);
    expect(items[0]).toEqual({ opened_at: iso(test.clock.now()), client_address: '127.0.0.1', user_agent: 'a phone' });
  });

  it('gets the same 404 after the same work for a wrong password, an expired, a revoked and an unknown link', async () => {
    const password = 'a fine pass phrase';
    const body = { kind: 'export', id: exportId, password, expires_in_hours: 1 };
    const [guessed, expired, revoked] = [await shared(body), await shared(body), await shared(body)];
    await test.db
      .updateTable('share')
      .set({ expiresAt: new Date(test.clock.now()) })
      .where('id', '=', expired.id)
      .execute();
    expect((await test.call('DELETE', `/shares/${revoked.id}`, { token: user.token })).status).toBe(204);
    const tries: Record<string, [string, string]> = {
      'a wrong password': [guessed.token, 'wrong'],
      expired: [expired.token, password],
      revoked: [revoked.token, password],
      unknown: ['A'.repeat(43), password],
      'no token at all': ['no token at all', password],
    };
    const refused = { tried: [] as object[], bare: [] as object[] };
    for (const [title, [token, tried]] of Object.entries(tries)) {
      const guess = await withWork(() => open(token, tried));
      expect(refusal(guess.reply), title).toEqual(NOT_FOUND);
      refused.tried.push({ ...seenOf(guess.reply), work: guess.work });
      const bare = await withWork(() => open(token));
      expect(refusal(bare.reply), title).toEqual(NOT_FOUND);
      refused.bare.push({ ...seenOf(bare.reply), work: bare.work });
    }
    // The same statements in the same order, and the one thing that takes long exactly once: the time does not reveal it either.
    for (const each of [refused.tried, refused.bare]) for (const other of each) expect(other).toEqual(each[0]);
    const hashed = (one: object | undefined) =>
      (one as { work: string[] }).work.filter((step) => step === 'verify a password').length;
    expect([hashed(refused.tried[0]), hashed(refused.bare[0])]).toEqual([1, 0]);
    expect((refused.tried[0] as { work: string[] }).work.join()).toContain('token_digest');
    test.clock.step(HOUR_MS / 60);
    await setSharing(false);
    expect(refusal(await open(guessed.token, password))).toEqual(NOT_FOUND);
    await setSharing(true);
    expect((await open(guessed.token, password)).status).toBe(200);
    expect(await listed(revoked.id)).toMatchObject({ state: 'revoked' });
    expect(await listed(expired.id)).toMatchObject({ state: 'expired' });
  });

  it('is refused for longer and longer while passwords are guessed', async () => {
    const { token } = await shared({ kind: 'export', id: exportId, password: 'a fine pass phrase' });
    const statuses: number[] = [];
    for (let i = 0; i < 8; i += 1) statuses.push((await open(token, `guess ${i}`)).status);
    expect(statuses[0]).toBe(404);
    expect(statuses.at(-1)).toBe(429);
    const limited = await open(token, 'a fine pass phrase');
    expect(limited).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
  });

  it('gives a cookie that reaches no other route', async () => {
    const { id, token } = await shared();
    const other = await shared();
    const headers = { cookie: cookieOf(await open(token)) };
    const everyRoute = Object.values(routes).flatMap((table) => Object.values(table) as Route[]);
    for (const { method, path, access } of everyRoute) {
      if (access === 'public' || access === 'metrics') continue;
      const url = path.replaceAll(/\{\w+\}/g, access === 'share' ? other.id : id);
      expect((await test.call(method, url, { headers })).status, `${method} ${path}`).toBe(
        access === 'share' ? 404 : 401,
      );
    }
    expect((await test.call('GET', `/share/${id}/video.mp4`)).status).toBe(404);
    expect((await test.call('GET', `/share/${id}/video.mp4`, { headers })).status).toBe(200);
  });

  it('never leaves its token or password in the log, the database, a backup, the audit log or the support bundle', async () => {
    const password = 'a phrase that nobody keeps';
    const { id, token } = await shared({ kind: 'export', id: exportId, password });
    expect((await open(token, password)).status).toBe(200);
    expect((await open(token, `${password}?`)).status).toBe(404);
    await open(`${token}x`, password);
    expect((await test.call('DELETE', `/shares/${id}`, { token: user.token })).status).toBe(204);
    const kept: Record<string, string> = { ...(await everythingKept(test, admin)), log: logged.join('\n') };
    for (const where of ['database', 'backup', '/audit'])
      expect([where, kept[where]?.includes(id)]).toEqual([where, true]);
    for (const action of ['share-created', 'share-opened', 'share-revoked']) expect(kept['/audit']).toContain(action);
    for (const secret of [token, password])
      for (const form of [secret, encodeURIComponent(secret), ...base64s(secret), Buffer.from(secret).toString('hex')])
        for (const [where, text] of Object.entries(kept)) expect([where, text.includes(form)]).toEqual([where, false]);
  });
});

describe('the page of a link', () => {
  it('is the same for all links, and may load nothing but its video', async () => {
    const reply = await test.call('GET', '/share');
    expect(reply.headers).toMatchObject({
      'x-robots-tag': expect.stringContaining('noindex'),
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });
});

describe('the clip of a link', () => {
  it('holds no picture outside its window, and its download begins at the time in its name', async () => {
    const clip = await addEvent(test.db, { cameraId: gate, startMs: at(7.3), endMs: at(8.1) });
    const { token } = await shared({ kind: 'clip', id: clip });
    const reply = await open(token);
    expect(reply.body).toMatchObject({ start: iso(at(5.3)), end: iso(at(16.1)) });
    const headers = { cookie: cookieOf(reply) };
    const played = await watchClip((await test.call('GET', reply.body.video_url, { headers })).body, START);
    expect(Math.min(...played.shownMs)).toBeGreaterThanOrEqual(at(5.3) - FRAME_MS);
    expect(Math.max(...played.shownMs)).toBeLessThanOrEqual(at(16.1) + FRAME_MS);
    const file = await test.call('GET', reply.body.download_url, { headers });
    const startsAt = String(file.headers['x-clip-start']);
    expect(startsAt).toBe(iso(at(5)));
    expect((await watchClip(file.body, START)).shownMs[0]).toBe(Date.parse(startsAt));
  });

  it('shows what the link was made for, or nothing once the clip shows another time', async () => {
    const clip = await addEvent(test.db, { cameraId: gate, startMs: at(7.3), endMs: at(8.1) });
    const { token } = await shared({ kind: 'clip', id: clip });
    const reply = await open(token);
    const headers = { cookie: cookieOf(reply) };
    await test.db
      .updateTable('event')
      .set({ ts: new Date(at(2)), endTs: new Date(at(3)) })
      .where('id', '=', clip)
      .execute();
    expect(refusal(await open(token))).toEqual(NOT_FOUND);
    for (const url of [reply.body.video_url, reply.body.download_url])
      expect(refusal(await test.call('GET', url, { headers }))).toEqual(NOT_FOUND);
  });

  it('dies with its footage', async () => {
    const barn = await newCamera(test, admin, 'Barn');
    await addTestFootage(test, { cameraId: barn, startMs: START, seconds: 8 });
    const clip = await addEvent(test.db, { cameraId: barn, startMs: at(3), endMs: at(4) });
    const { id, token } = await shared({ kind: 'clip', id: clip }, admin);
    const reply = await open(token);
    const headers = { cookie: cookieOf(reply) };
    expect((await test.call('GET', reply.body.video_url, { headers })).status).toBe(200);
    await test.db.deleteFrom('segment').where('cameraId', '=', barn).execute();
    for (const url of [reply.body.video_url, reply.body.download_url])
      expect(refusal(await test.call('GET', url, { headers }))).toEqual(NOT_FOUND);
    expect(refusal(await open(token))).toEqual(NOT_FOUND);
    expect(await listed(id, admin)).toMatchObject({ state: 'gone' });
  });

  it('dies with the bookmark or event that it shows', async () => {
    const body = { camera_id: gate, start: iso(at(3)), end: iso(at(6)), label: 'Parcel' };
    const bookmark = (await test.call('POST', '/bookmarks', { token: admin, body })).body.id as string;
    const event = await addEvent(test.db, { cameraId: gate, startMs: at(3), endMs: at(4) });
    const links = [];
    for (const subject of [bookmark, event]) links.push(await shared({ kind: 'clip', id: subject }, admin));
    for (const { id, token } of links) {
      expect((await open(token)).status).toBe(200);
      expect(await listed(id, admin)).toMatchObject({ state: 'active' });
    }
    await test.call('DELETE', `/bookmarks/${bookmark}`, { token: admin });
    await test.db.deleteFrom('event').where('id', '=', event).execute();
    for (const { id, token } of links) {
      expect(refusal(await open(token))).toEqual(NOT_FOUND);
      expect(await listed(id, admin)).toMatchObject({ state: 'gone' });
    }
  });
});

describe('a link is revoked for good', () => {
  /** A visitor with a link of their own, which opens. */
  async function sharer(name: string) {
    const person = await newUser(name, { capabilities: CAPABILITIES, camera_ids: [gate, yard] });
    const link = await shared({ kind: 'export', id: await newExport(person.token) }, person.token);
    const headers = { cookie: cookieOf(await open(link.token)) };
    const file = () => test.call('GET', `/share/${link.id}/video.mp4`, { headers });
    expect((await file()).status).toBe(200);
    return { ...person, link, file };
  }
  const setRole = (roleId: string, body: object) => test.call('PUT', `/config/roles/${roleId}`, { token: admin, body });
  async function expectRevoked({ link, file }: Awaited<ReturnType<typeof sharer>>) {
    expect(refusal(await open(link.token))).toEqual(NOT_FOUND);
    expect(refusal(await file())).toEqual(NOT_FOUND);
    expect(await listed(link.id, admin)).toMatchObject({ state: 'revoked' });
  }

  it('when its creator loses the right to export, even if it comes back', async () => {
    const person = await sharer('loses-right');
    await setRole(person.roleId, { capabilities: ['clips'] });
    await expectRevoked(person);
    await setRole(person.roleId, { capabilities: CAPABILITIES });
    await expectRevoked(person);
  });

  it('when its creator loses the camera, but not another one', async () => {
    const person = await sharer('loses-camera');
    await setRole(person.roleId, { camera_ids: [gate] });
    expect((await open(person.link.token)).status).toBe(200);
    await setRole(person.roleId, { camera_ids: [yard] });
    await expectRevoked(person);
  });

  it('when its creator is deleted', async () => {
    const person = await sharer('deleted');
    await test.call('DELETE', `/config/users/${person.id}`, { token: admin });
    await expectRevoked(person);
    expect(await listed(person.link.id, admin)).toMatchObject({ created_by: null });
  });

  it('when its camera is removed', async () => {
    const shed = await newCamera(test, admin, 'Shed');
    await addTestFootage(test, { cameraId: shed, startMs: START, seconds: 8 });
    const { id, token } = await shared({ kind: 'export', id: await newExport(admin, shed) }, admin);
    expect((await open(token)).status).toBe(200);
    expect((await test.call('DELETE', `/config/cameras/${shed}?footage=keep`, { token: admin })).status).toBeLessThan(
      300,
    );
    expect(refusal(await open(token))).toEqual(NOT_FOUND);
    expect(await listed(id, admin)).toMatchObject({ state: 'revoked' });
  });

  it('and only by its creator or an administrator', async () => {
    const { id, token } = await shared();
    const stranger = await newUser('stranger', { capabilities: CAPABILITIES, camera_ids: [gate] });
    expect((await test.call('DELETE', `/shares/${id}`, { token: stranger.token })).status).toBe(404);
    expect((await test.call('GET', `/shares/${id}/openings`, { token: stranger.token })).status).toBe(404);
    expect(await listed(id, stranger.token)).toBeUndefined();
    expect((await open(token)).status).toBe(200);
    expect((await test.call('DELETE', `/shares/${id}`, { token: admin })).status).toBe(204);
    expect(refusal(await open(token))).toEqual(NOT_FOUND);
  });
});
