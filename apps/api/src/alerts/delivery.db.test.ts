import { createHmac } from 'node:crypto';
import { reasonCode } from '@holdfast/domain';
import { createLogger, createSecretBox } from '@holdfast/kit';
import { type FakeReceiver, PATIENCE_MS, startFakeReceiver } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { cropOf, type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';
import { deliveryTask } from './delivery-task.ts';
import { createPost, type Post } from './post.ts';

const LONG = { timeout: PATIENCE_MS, interval: 20 };
const KINDS = {
  discord: { target: '4711', secret: 'hook-token' },
  slack: { secret: 'T1/B2/X3' },
  telegram: { target: '-1001', secret: '42:bot-token' },
  pushover: { target: 'userkey', secret: 'apptoken' },
  ntfy: { target: 'gate', secret: 'tk_access' },
  webhook: { secret: 'signing key' },
} as const;
type Kind = keyof typeof KINDS;
const NOWHERE = 'http://127.0.0.1:1/';

let installation: PlateInstallation;
let receivers: Record<Kind, FakeReceiver>;
beforeEach(async () => {
  const started = await Promise.all(Object.keys(KINDS).map(async (kind) => [kind, await startFakeReceiver()] as const));
  receivers = Object.fromEntries(started) as Record<Kind, FakeReceiver>;
});
afterEach(async () => {
  await installation?.close();
  await Promise.all(Object.values(receivers).map((receiver) => receiver.stop()));
});

/** Gives up soon on a receiver that hangs; on a busy machine any other may take seconds. */
const aroundPost = (patient: Post): Post => {
  const impatient = createPost({ outbound: {}, timeoutMs: 1_000 });
  return (message) => {
    const to = Object.values(receivers).find(({ url }) => message.url.href.startsWith(url));
    return (to?.manners === 'hang' ? impatient : patient)(message);
  };
};
const open = async (options: Parameters<typeof startPlateInstallation>[1] = {}) => {
  installation = await startPlateInstallation(inject('postgresUrl'), {
    delivering: true,
    aroundPost,
    ...options,
  });
  await installation.watch('HIT0001', { label: '*bold* <!here> @everyone' });
};
const add = async (kind: Kind, more: Record<string, unknown> = {}) => {
  const body = { name: kind, kind, base_url: receivers[kind].url, ...KINDS[kind], ...more };
  const reply = await installation.test.call('POST', '/config/notifications/channels', {
    token: installation.admin,
    body,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.id as string;
};
const addAll = async (more: Partial<Record<Kind, Record<string, unknown>>> = {}) => {
  for (const kind of Object.keys(KINDS) as Kind[]) await add(kind, more[kind]);
};
const hit = (more: Record<string, unknown> = {}) =>
  installation.post({ plate: 'HIT0001', bbox: [0, 0, 0.5, 0.5], crop_jpeg: cropOf(), ...more });
const log = async (token = installation.admin) =>
  (await installation.test.call('GET', '/notifications/log', { token })).body.items as {
    channel: { name: Kind };
    state: string;
    failed_tries: number;
    last_error: string | null;
    last_error_reason: { code: string; values: Record<string, unknown> } | null;
  }[];
const states = async () => Object.fromEntries((await log()).map(({ channel, state }) => [channel.name, state]));
const got = (kind: Kind) => receivers[kind].received;
const jpeg = () => Buffer.from(cropOf(), 'base64');
const formOf = (kind: Kind) => {
  const [request] = got(kind);
  return new Response(new Uint8Array(request?.body ?? []), {
    headers: { 'content-type': String(request?.headers['content-type']) },
  }).formData();
};
const bytesOf = async (part: FormDataEntryValue | null) => Buffer.from(await (part as File).arrayBuffer());

describe('the six channels', () => {
  it('each take one message in their own form, the crop attached where they take images', async () => {
    await open({ alerts: { publicUrl: 'https://nvr.example/', timeZone: 'Europe/Berlin' } });
    await addAll();
    const { body } = await hit();
    await vi.waitFor(async () => expect(new Set(Object.values(await states()))).toEqual(new Set(['delivered'])), LONG);
    for (const kind of Object.keys(KINDS)) expect(got(kind as Kind), kind).toHaveLength(1);

    expect(got('discord')[0]).toMatchObject({ method: 'POST', url: '/api/webhooks/4711/hook-token' });
    const discord = await formOf('discord');
    expect(await bytesOf(discord.get('files[0]'))).toEqual(jpeg());
    const payload = JSON.parse(String(discord.get('payload_json')));
    expect(payload).toMatchObject({ allowed_mentions: { parse: [] }, embeds: [{ title: 'Plate HIT0001 at Gate' }] });
    expect(payload.embeds[0].description).not.toMatch(/@everyone|(?<!\\)\*bold/);

    expect(got('slack')[0]).toMatchObject({ method: 'POST', url: '/services/T1/B2/X3' });
    const slack = got('slack')[0]?.body.toString() ?? '';
    // Slack could not open the picture, and a link would lead to a sign-in page.
    expect(slack).not.toContain('nvr.example');
    expect(slack).not.toContain('<!here>');
    expect(JSON.parse(slack)).toMatchObject({
      text: 'Plate HIT0001 at Gate',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Plate HIT0001 at Gate' } },
        { type: 'section', text: { type: 'plain_text' } },
      ],
    });

    expect(got('telegram')[0]).toMatchObject({ method: 'POST', url: '/bot42:bot-token/sendPhoto' });
    const telegram = await formOf('telegram');
    expect(await bytesOf(telegram.get('photo'))).toEqual(jpeg());
    expect([telegram.get('chat_id'), telegram.get('parse_mode')]).toEqual(['-1001', 'MarkdownV2']);
    expect(String(telegram.get('caption'))).toContain('\\*bold\\*');

    expect(got('pushover')[0]).toMatchObject({ method: 'POST', url: '/1/messages.json' });
    const pushover = await formOf('pushover');
    expect(await bytesOf(pushover.get('attachment'))).toEqual(jpeg());
    expect([pushover.get('token'), pushover.get('user')]).toEqual(['apptoken', 'userkey']);

    expect(got('ntfy')[0]).toMatchObject({ method: 'PUT', headers: { authorization: 'Bearer tk_access' } });
    expect(got('ntfy')[0]?.body).toEqual(jpeg());
    const ntfy = new URL(got('ntfy')[0]?.url ?? '', 'http://x');
    expect([ntfy.pathname, ntfy.searchParams.get('title')]).toEqual(['/gate', 'Plate HIT0001 at Gate']);
    expect(ntfy.searchParams.get('click')).toBe(pushover.get('url'));
    expect(pushover.get('url')).toMatch(/^https:\/\/nvr\.example\/ui\/plates\/sightings\//);

    const [webhook] = got('webhook');
    const signature = createHmac('sha256', 'signing key')
      .update(webhook?.body ?? '')
      .digest('hex');
    expect(webhook?.headers['x-signature']).toBe(`sha256=${signature}`);
    expect(JSON.parse(webhook?.body.toString() ?? '')).toEqual({
      version: 1,
      event_key: 'plate_watchlist_hit',
      title: 'Plate HIT0001 at Gate',
      detail: expect.stringContaining('listed as HIT0001'),
      camera: { id: installation.cameraId, name: 'Gate' },
      ts: expect.stringMatching(/^2\d{3}-.*Z$/),
      data: expect.objectContaining({ plate_read_id: body.id, plate: 'HIT0001', distance: 0, confidence: 0.9 }),
      image_url: `https://nvr.example/plates/${body.id}/crop`,
      link: `https://nvr.example/ui/plates/sightings/${body.id}`,
    });
  });

  it('omit the picture if there is none or it is not enabled; the webhook includes it on request', async () => {
    await open();
    for (const kind of ['discord', 'telegram', 'ntfy', 'pushover'] as const) await add(kind, { attach_image: false });
    await add('webhook', { attach_image: true, secret: null });
    await hit();
    await vi.waitFor(async () => expect(new Set(Object.values(await states()))).toEqual(new Set(['delivered'])), LONG);
    expect(got('telegram')[0]?.url).toBe('/bot42:bot-token/sendMessage');
    expect(JSON.parse(got('discord')[0]?.body.toString() ?? '').embeds[0].image).toBeUndefined();
    expect(JSON.parse(got('ntfy')[0]?.body.toString() ?? '')).toMatchObject({ topic: 'gate' });
    expect((await formOf('pushover')).has('attachment')).toBe(false);
    const webhook = JSON.parse(got('webhook')[0]?.body.toString() ?? '');
    expect(Buffer.from(webhook.image_jpeg, 'base64')).toEqual(jpeg());
    expect(webhook).not.toHaveProperty('image_url');
    expect(got('webhook')[0]?.headers).not.toHaveProperty('x-signature');
  });

  it('use the operator’s templates, with escaped values', async () => {
    await open();
    await add('webhook');
    const body = {
      title_template: '{{entry_label}}|{{plate}}',
      body_template: '{{camera}} {{confidence}} {{distance}}',
    };
    await installation.test.call('PUT', '/config/notifications/rules/plate_watchlist_hit', {
      token: installation.admin,
      body,
    });
    await hit();
    await vi.waitFor(() => expect(got('webhook')).toHaveLength(1), LONG);
    expect(JSON.parse(got('webhook')[0]?.body.toString() ?? '')).toMatchObject({
      title: '*bold* <!here> @everyone|HIT0001',
      detail: 'Gate 90 % 0',
    });
  });
});

describe('a channel that hangs, refuses, fails or redirects', () => {
  it('delays only itself, is tried again, and is given up after five tries', async () => {
    await open();
    // Nothing listens there. The port of a receiver that was stopped could be taken by another test.
    await addAll({ pushover: { base_url: NOWHERE } });
    receivers.telegram.manners = 'hang';
    receivers.discord.manners = 'fail';
    receivers.slack.manners = 'redirect';
    await hit();
    await vi.waitFor(
      async () => expect(await states()).toMatchObject({ ntfy: 'delivered', webhook: 'delivered' }),
      LONG,
    );
    const bad: Kind[] = ['telegram', 'discord', 'slack', 'pushover'];
    for (let tries = 1; tries <= 5; tries += 1) {
      await vi.waitFor(async () => {
        const entries = (await log()).filter(({ channel }) => bad.includes(channel.name));
        expect(entries.map(({ failed_tries }) => failed_tries)).toEqual([tries, tries, tries, tries]);
      }, LONG);
      installation.test.clock.step(15 * 60_000);
    }
    const entries = Object.fromEntries((await log()).map((entry) => [entry.channel.name, entry]));
    expect(entries.telegram).toMatchObject({
      state: 'failed',
      last_error: 'There was no answer within 1 s.',
      last_error_reason: { code: 'delivery-timed-out', values: { seconds: 1 } },
    });
    expect(entries.discord).toMatchObject({
      state: 'failed',
      last_error: 'It answered 500.',
      last_error_reason: { code: 'delivery-status', values: { status: '500' } },
    });
    expect(entries.slack).toMatchObject({
      state: 'failed',
      last_error: expect.stringContaining('redirects'),
      last_error_reason: { code: 'delivery-redirected', values: { status: '302' } },
    });
    expect(entries.pushover).toMatchObject({
      state: 'failed',
      last_error: 'The connection failed (ECONNREFUSED).',
      last_error_reason: { code: 'delivery-connection-failed', values: { error: 'ECONNREFUSED' } },
    });
    expect(got('telegram')).toHaveLength(5);
    expect(got('ntfy')).toHaveLength(1);
    expect(got('webhook')).toHaveLength(1);
  });

  it('delivers when it recovers', async () => {
    await open();
    await add('webhook');
    receivers.webhook.manners = 'fail';
    await hit();
    await vi.waitFor(async () => expect((await log())[0]).toMatchObject({ state: 'pending', failed_tries: 1 }), LONG);
    receivers.webhook.manners = 'ok';
    installation.test.clock.step(10_000);
    await vi.waitFor(async () => expect((await log())[0]).toMatchObject({ state: 'delivered', failed_tries: 1 }), LONG);
    expect(got('webhook')).toHaveLength(2);
  });

  it('receives nothing once it is disabled or its owner lost the camera', async () => {
    await open({ delivering: false });
    const { id } = await installation.signIn('owner', {
      capabilities: ['view_plates'],
      camera_ids: [installation.cameraId],
    });
    const off = await add('webhook');
    await add('ntfy', { owner_user_id: id });
    await hit();
    await installation.test.call('PUT', `/config/notifications/channels/${off}`, {
      token: installation.admin,
      body: { enabled: false },
    });
    await installation.test.db.deleteFrom('roleCamera').execute();
    await runDeliveryUntil(async () => expect(await states()).toEqual({ webhook: 'failed', ntfy: 'failed' }));
    expect([...got('webhook'), ...got('ntfy')]).toEqual([]);
    const codes = (await log()).map((entry) => [entry.channel.name, entry.last_error_reason?.code]);
    expect(Object.fromEntries(codes)).toEqual({
      webhook: 'delivery-channel-off',
      ntfy: 'delivery-owner-without-access',
    });
  });
});

describe('the log', () => {
  it('has the codes and values from which sentences are built in any language', async () => {
    await open({ delivering: false });
    await add('webhook');
    await hit();
    expect(await log()).toMatchObject([
      {
        event_key: 'plate_watchlist_hit',
        camera_id: installation.cameraId,
        camera_name: 'Gate',
        data: { plate: 'HIT0001', entry: { label: '*bold* <!here> @everyone' } },
        reason: null,
        last_error: null,
        last_error_reason: null,
      },
    ]);
  });

  it('has the cause of an event and an error as codes with values, and as sentences for programs', async () => {
    await open({ delivering: false });
    await add('webhook');
    await hit();
    const { db } = installation.test;
    await db
      .updateTable('systemEvent')
      .set({ data: JSON.stringify({ reason: reasonCode('camera-refused', { status: 503 }) }) })
      .execute();
    await db
      .updateTable('alertDelivery')
      .set({ lastError: reasonCode('delivery-status', { status: 500 }) })
      .execute();
    expect(await log()).toMatchObject([
      {
        data: { reason: 'The camera does not provide the stream (RTSP status 503).' },
        reason: { code: 'camera-refused', values: { status: '503' } },
        last_error: 'It answered 500.',
        last_error_reason: { code: 'delivery-status', values: { status: '500' } },
      },
    ]);
  });

  it('sends the cause of an event as a sentence to a webhook', async () => {
    await open();
    await add('webhook');
    const { db, alerts, clock } = installation.test;
    await db.transaction().execute((tx) =>
      alerts.raise(tx, {
        eventKey: 'storage_unwritable',
        cameraId: null,
        tsMs: clock.now(),
        detail: 'Storage Attic cannot be used.',
        data: { reason: reasonCode('storage-unusable'), state: 'missing' },
        plateReadId: null,
      }),
    );
    alerts.wake();
    await vi.waitFor(() => expect(got('webhook')).toHaveLength(1), LONG);
    const { data } = JSON.parse(got('webhook')[0]?.body.toString() ?? '');
    expect(data).toEqual({ reason: 'The storage cannot be used.', state: 'missing' });
  });

  it('keeps the sentence that an older version stored', async () => {
    await open({ delivering: false });
    await add('webhook');
    await hit();
    await installation.test.db.updateTable('alertDelivery').set({ lastError: 'It answered 500, long ago.' }).execute();
    expect(await log()).toMatchObject([{ last_error: 'It answered 500, long ago.', last_error_reason: null }]);
  });
});

/** A sender as in a separate process, on the same database. */
async function runDeliveryUntil(condition: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const { db, alerts, imagesOf } = installation.test;
  const running = deliveryTask({
    db,
    imagesOf,
    alerts,
    log: createLogger({ name: 'test', level: 'silent' }),
    secrets: createSecretBox(Buffer.alloc(32, 9)),
    post: aroundPost(createPost({ outbound: {}, timeoutMs: 60_000 })),
  }).run(stop.signal);
  try {
    await vi.waitFor(condition, LONG);
  } finally {
    stop.abort();
    await running;
  }
}

describe('a restart', () => {
  it('neither repeats nor loses an alert, and does not restart a cooldown', async () => {
    await open({ delivering: false });
    await add('webhook');
    await hit();
    expect(got('webhook')).toHaveLength(0);
    await runDeliveryUntil(async () => expect(await states()).toEqual({ webhook: 'delivered' }));
    await hit();
    await runDeliveryUntil(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(got('webhook')).toHaveLength(1);
  });

  it('waits for messages in flight instead of sending them twice', async () => {
    await open({ delivering: false });
    await add('webhook');
    await hit();
    receivers.webhook.manners = 'hang';
    await runDeliveryUntil(async () => expect(got('webhook')).toHaveLength(1));
    expect(await log()).toMatchObject([{ state: 'pending', failed_tries: 1 }]);
  });

  it('takes over the claims of a killed process once they expire', async () => {
    await open({ delivering: false });
    await add('webhook');
    await hit();
    const claimedUntil = new Date(installation.test.clock.now() + 60_000);
    await installation.test.db.updateTable('alertDelivery').set({ claimedUntil }).execute();
    await runDeliveryUntil(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(got('webhook')).toHaveLength(0);
    installation.test.clock.step(60_001);
    await runDeliveryUntil(async () => expect(await states()).toEqual({ webhook: 'delivered' }));
    expect(got('webhook')).toHaveLength(1);
  });

  it('lets two processes share the outbox without sending anything twice', async () => {
    await open({ delivering: false });
    await add('webhook');
    await installation.test.call('PUT', '/config/notifications/rules/plate_watchlist_hit', {
      token: installation.admin,
      body: { cooldown_seconds: 0 },
    });
    await Promise.all(Array.from({ length: 25 }, () => hit()));
    const done = async () => expect((await log()).every(({ state }) => state === 'delivered')).toBe(true);
    await Promise.all([runDeliveryUntil(done), runDeliveryUntil(done)]);
    expect(got('webhook')).toHaveLength(25);
    expect(new Set(got('webhook').map(({ body }) => JSON.parse(body.toString()).data.plate_read_id)).size).toBe(25);
  });
});
