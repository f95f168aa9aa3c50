import { ALERT_EVENT_KEYS } from '@holdfast/domain';
import { type FakeReceiver, startFakeReceiver } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';
import { createPost } from './post.ts';

let installation: PlateInstallation;
let receiver: FakeReceiver;
beforeAll(async () => {
  receiver = await startFakeReceiver();
  const impatient = createPost({ outbound: {}, timeoutMs: 1_000 });
  installation = await startPlateInstallation(inject('postgresUrl'), {
    aroundPost: (real) => (message) => (receiver.manners === 'hang' ? impatient : real)(message),
  });
});
afterAll(async () => {
  await installation?.close();
  await receiver?.stop();
});

const PATH = '/config/notifications/channels';
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  installation.test.call(method, path, { token: installation.admin, ...(body !== undefined && { body }) });
const create = (body: Record<string, unknown>) => call('POST', PATH, body);
const pointerOf = (reply: { status: number; body: { errors?: { pointer: string }[] } }) => [
  reply.status,
  reply.body.errors?.[0]?.pointer,
];

describe('notification channels', () => {
  it('store their secret encrypted and never return it', async () => {
    const secret = '123456:a-very-secret-token';
    const made = await create({ name: 'Phone', kind: 'telegram', target: '-100', secret });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ base_url: 'https://api.telegram.org/', has_secret: true, attach_image: true });
    for (const reply of [made, await call('GET', PATH), await call('GET', `${PATH}/${made.body.id}`)])
      expect(JSON.stringify(reply.body)).not.toContain('very-secret');
    const row = await installation.test.db
      .selectFrom('notificationChannel')
      .selectAll()
      .where('name', '=', 'Phone')
      .executeTakeFirstOrThrow();
    expect(row.secret?.includes('very-secret')).toBe(false);
  });

  it('update the given fields and keep the rest', async () => {
    const { body } = await create({ name: 'Hook', kind: 'webhook', base_url: receiver.url, secret: 'key' });
    const edited = await call('PUT', `${PATH}/${body.id}`, { enabled: false, name: 'Hook 2' });
    expect(edited.body).toEqual({ ...body, enabled: false, name: 'Hook 2' });
    expect((await call('PUT', `${PATH}/${body.id}`, { secret: null })).body.has_secret).toBe(false);
    expect((await create({ name: 'hook 2', kind: 'webhook', base_url: receiver.url })).body.type).toBe(
      '/problems/name-taken',
    );
    expect((await call('DELETE', `${PATH}/${body.id}`)).status).toBe(204);
    expect((await call('DELETE', `${PATH}/${body.id}`)).status).toBe(404);
  });

  it('do not send a kept secret to another server', async () => {
    const { body } = await create({
      name: 'Moving',
      kind: 'ntfy',
      target: 'gate',
      base_url: receiver.url,
      secret: 'tk_1',
    });
    const moved = await call('PUT', `${PATH}/${body.id}`, { base_url: 'http://127.0.0.1:9/' });
    expect(pointerOf(moved)).toEqual([422, '/secret']);
    expect((await call('PUT', `${PATH}/${body.id}`, { base_url: `${receiver.url}/sub` })).status).toBe(200);
    expect((await call('PUT', `${PATH}/${body.id}`, { base_url: 'http://127.0.0.1:9/', secret: 'tk_2' })).status).toBe(
      200,
    );
  });

  it.each([
    ['a link-local address', { base_url: 'http://169.254.169.254/latest' }, '/base_url'],
    ['a metadata address in disguise', { base_url: 'http://2852039166/' }, '/base_url'],
    ['a metadata address in IPv6', { base_url: 'http://[::ffff:a9fe:a9fe]/' }, '/base_url'],
    ['a link-local IPv6 address', { base_url: 'http://[fe80::1]/' }, '/base_url'],
    ['another protocol', { base_url: 'gopher://127.0.0.1/' }, '/base_url'],
    ['a file', { base_url: 'file:///etc/passwd' }, '/base_url'],
    ['no address at all', {}, '/base_url'],
    ['text that is no address', { base_url: 'nonsense' }, '/base_url'],
    ['a password in the address', { base_url: 'http://me:secret@127.0.0.1/' }, '/base_url'],
    ['a target it has no use for', { base_url: 'http://127.0.0.1/', target: 'x' }, '/target'],
    [
      'an owner who does not exist',
      { base_url: 'http://127.0.0.1/', owner_user_id: '00000000-0000-4000-8000-000000000000' },
      '/owner_user_id',
    ],
  ])('refuse a webhook to %s', async (_title, fields, pointer) => {
    const reply = await create({ name: 'Refused', kind: 'webhook', ...fields });
    expect(pointerOf(reply)).toEqual([422, pointer]);
    expect(reply.body.errors[0].message.length).toBeGreaterThan(10);
  });

  it.each([
    ['discord', { target: '1/../2', secret: 'abc' }, '/target'],
    ['discord', { target: '1' }, '/secret'],
    ['slack', { secret: '../../x' }, '/secret'],
    ['slack', { secret: 'T1/B1/X1', attach_image: true }, '/attach_image'],
    ['slack', { secret: 'T1/B1/X1', attach_clip: 'thumbnail' }, '/attach_clip'],
    ['discord', { target: '1', secret: 'a', attach_clip: 'film' }, '/attach_clip'],
    ['telegram', { target: '1', secret: '1:a/../b' }, '/secret'],
    ['telegram', { secret: '1:a' }, '/target'],
    ['pushover', { target: 'u', secret: 'a b' }, '/secret'],
    ['ntfy', { target: 'gate' }, '/base_url'],
    ['ntfy', { base_url: 'http://127.0.0.1/', target: '../admin' }, '/target'],
    ['ntfy', { base_url: 'http://127.0.0.1/', target: 'gate', secret: 'line\r\nbreak' }, '/secret'],
  ])('refuse for %s what could not be part of its address: %j', async (kind, fields, pointer) => {
    expect(pointerOf(await create({ name: 'Refused', kind, ...fields }))).toEqual([422, pointer]);
  });

  it('are tested on request, with a clear error', async () => {
    const { body } = await create({ name: 'Tested', kind: 'webhook', base_url: receiver.url });
    const test = () => call('POST', `${PATH}/${body.id}/test`);
    expect((await test()).status).toBe(204);
    expect(JSON.parse(receiver.received.at(-1)?.body.toString() ?? '')).toMatchObject({
      version: 1,
      event_key: 'test',
      camera: null,
    });
    for (const [manners, words, code] of [
      ['fail', 'It answered 500.', 'delivery-status'],
      ['hang', 'no answer within', 'delivery-timed-out'],
      ['redirect', 'redirects are not followed', 'delivery-redirected'],
    ] as const) {
      receiver.manners = manners;
      const reply = await test();
      expect([reply.status, reply.body.type]).toEqual([502, '/problems/channel-failed']);
      expect(reply.body.detail).toContain(words);
      expect(reply.body.reason.code).toBe(code);
      expect(JSON.stringify(reply.body)).not.toContain('secret of the receiver');
    }
    receiver.manners = 'ok';
  });
});

describe('notification rules', () => {
  const RULE = '/config/notifications/rules/plate_watchlist_hit';

  it('are listed for every key, with the plate hit’s cooldown of 300 s', async () => {
    const { body } = await call('GET', '/config/notifications/rules');
    expect(body.items.map(({ event_key }: { event_key: string }) => event_key)).toEqual([...ALERT_EVENT_KEYS]);
    expect(
      body.items.find(({ event_key }: { event_key: string }) => event_key === 'plate_watchlist_hit'),
    ).toMatchObject({
      enabled: true,
      cooldown_seconds: 300,
      quiet_start: null,
      quiet_end: null,
    });
  });

  it('keep fields that an edit omits', async () => {
    await call('PUT', RULE, { quiet_start: '22:00', quiet_end: '06:30' });
    const edited = await call('PUT', RULE, { cooldown_seconds: 60 });
    expect(edited.body).toMatchObject({
      quiet_start: '22:00',
      quiet_end: '06:30',
      cooldown_seconds: 60,
      enabled: true,
    });
    const cleared = await call('PUT', RULE, { quiet_start: null, quiet_end: null });
    expect(cleared.body).toMatchObject({ quiet_start: null, quiet_end: null, cooldown_seconds: 60 });
  });

  it.each([
    [{ quiet_start: '22:00' }, '/quiet_end'],
    [{ quiet_start: '22:00', quiet_end: '22:00' }, '/quiet_end'],
    [{ quiet_start: '24:00', quiet_end: '06:00' }, '/quiet_start'],
    [{ cooldown_seconds: -1 }, '/cooldown_seconds'],
    [{ cooldown_seconds: 604_801 }, '/cooldown_seconds'],
    [{ title_template: '{{nobody}}' }, '/title_template'],
    [{ title_template: ' ' }, '/title_template'],
    [{ body_template: 'broken {{plate' }, '/body_template'],
    [{ body_template: 'x'.repeat(2001) }, '/body_template'],
    [{ enable: true }, '/enable'],
  ])('refuse %j', async (edit, pointer) => {
    expect(pointerOf(await call('PUT', RULE, edit))).toEqual([422, pointer]);
  });

  it('do not exist for other keys', async () => {
    expect((await call('PUT', '/config/notifications/rules/nonsense', { enabled: false })).status).toBe(404);
  });
});
