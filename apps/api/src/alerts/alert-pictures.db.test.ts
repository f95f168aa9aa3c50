import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FakeReceiver, PATIENCE_MS, startFakeReceiver } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { addTestFootage } from '../test-footage.ts';
import { cropOf, type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

const LONG = { timeout: PATIENCE_MS, interval: 50 };
const CHANNELS = '/config/notifications/channels';
let installation: PlateInstallation;
let receiver: FakeReceiver;
let isInside = true;
let barn: string;

beforeAll(async () => {
  receiver = await startFakeReceiver();
  installation = await startPlateInstallation(inject('postgresUrl'), { delivering: true, isInside: () => isInside });
  await installation.watch('HIT0001');
  await call('PUT', '/config/notifications/rules/plate_watchlist_hit', { cooldown_seconds: 0 });
  barn = await installation.newCamera('Barn');
  const startMs = Math.floor(installation.test.clock.now() / 1000) * 1000 - 4_000;
  await addTestFootage(installation.test, { cameraId: installation.cameraId, startMs, seconds: 40, segmentSeconds: 4 });
});
afterAll(async () => {
  await installation?.close();
  await receiver?.stop();
});
beforeEach(async () => {
  isInside = true;
  for (const { id } of (await call('GET', CHANNELS)).body.items) await call('DELETE', `${CHANNELS}/${id}`);
  receiver.received.length = 0;
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  installation.test.call(method, path, { token: installation.admin, ...(body !== undefined && { body }) });
async function add(fields: Record<string, unknown>) {
  const reply = await call('POST', CHANNELS, { name: 'Channel', kind: 'webhook', base_url: receiver.url, ...fields });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
}
const hit = (cameraId = installation.cameraId) =>
  installation.post({ camera_id: cameraId, plate: 'HIT0001', bbox: [0, 0, 0.5, 0.5], crop_jpeg: cropOf() });
/** The message that arrives, after the wait for its footage. */
async function received() {
  await vi.waitFor(async () => {
    const { items } = (await call('GET', '/notifications/log')).body;
    expect(items.length).toBeGreaterThan(0);
  }, LONG);
  installation.test.clock.step(15_000);
  installation.test.alerts.wake();
  return vi.waitFor(() => {
    const [first] = receiver.received;
    if (!first) throw new Error('nothing has arrived');
    return first;
  }, LONG);
}
const webhookBody = async () => JSON.parse((await received()).body.toString());
const decoded = (text: string) => Buffer.from(text, 'base64');

describe('the picture of a clip in an alert', () => {
  it('is off until a channel asks for it', async () => {
    expect(await add({ attach_image: false })).toMatchObject({ attach_clip: 'none', plates_outside_confirmed: false });
    await hit();
    expect(Object.keys(await webhookBody()).filter((key) => key.startsWith('image'))).toEqual([]);
  });

  it('is a thumbnail, sent once its footage can be there', async () => {
    await add({ attach_clip: 'thumbnail' });
    await hit();
    expect((await call('GET', '/notifications/log')).body.items[0]).toMatchObject({
      state: 'pending',
      failed_tries: 0,
    });
    const jpeg = decoded((await webhookBody()).image_jpeg);
    expect(jpeg.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(jpeg.equals(decoded(cropOf()))).toBe(false);
  });

  it('moves where it was asked to, in the form of the service', async () => {
    await add({ kind: 'telegram', target: '-100', secret: '42:bot', attach_clip: 'moving' });
    await hit();
    const request = await received();
    expect(request.url).toBe('/bot42:bot/sendAnimation');
    const form = await new Response(new Uint8Array(request.body), {
      headers: { 'content-type': String(request.headers['content-type']) },
    }).formData();
    const gif = Buffer.from(await (form.get('animation') as File).arrayBuffer());
    expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
  });

  it('is left out while clips cannot be kept, and the alert is sent', async () => {
    const yard = await installation.newCamera('Yard');
    const startMs = Math.floor(installation.test.clock.now() / 1000) * 1000 - 4_000;
    await addTestFootage(installation.test, { cameraId: yard, startMs, seconds: 40, segmentSeconds: 4 });
    await mkdir(join(installation.test.dataDir, 'clips'), { recursive: true });
    await writeFile(join(installation.test.dataDir, 'clips', yard), '');
    await add({ attach_clip: 'thumbnail', attach_image: true });
    await hit(yard);
    expect(decoded((await webhookBody()).image_jpeg)).toEqual(decoded(cropOf()));
  });

  it('is replaced by the crop if nothing was recorded', async () => {
    await add({ attach_clip: 'moving', attach_image: true });
    await hit(barn);
    expect(decoded((await webhookBody()).image_jpeg)).toEqual(decoded(cropOf()));
  });
});

describe('a receiver outside private networks', () => {
  it('is named, and gets pictures of plates only after that was confirmed for its host', async () => {
    isInside = false;
    const channel = await add({ attach_image: true, attach_clip: 'thumbnail' });
    expect(channel.receiver).toEqual({ host: new URL(receiver.url).host, is_private: true });
    await hit();
    const first = await webhookBody();
    expect(first.data.plate).toBe('HIT0001');
    expect(first).not.toHaveProperty('image_jpeg');
    expect(receiver.received).toHaveLength(1);

    const edit = (body: object) => call('PUT', `${CHANNELS}/${channel.id}`, body);
    expect((await edit({ plates_outside_confirmed: true })).body.plates_outside_confirmed).toBe(true);
    receiver.received.length = 0;
    await hit();
    expect(await webhookBody()).toHaveProperty('image_jpeg');

    expect((await edit({ name: 'Other' })).body.plates_outside_confirmed).toBe(true);
    const moved = await edit({ base_url: 'https://hooks.example.invalid/x' });
    expect(moved.body).toMatchObject({
      plates_outside_confirmed: false,
      receiver: { host: 'hooks.example.invalid', is_private: false },
    });
  });
});
