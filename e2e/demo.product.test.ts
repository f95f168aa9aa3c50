import { checkCropJpeg } from '@holdfast/domain';
import { streetPasses } from '@holdfast/scenes';
import { startFakeReceiver } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_CAMERAS, type DemoInstallation, openDemo } from './demo-installation.ts';

let demo: DemoInstallation;
let firstAnswer: { needs_bootstrap: boolean };
beforeAll(async () => {
  demo = await openDemo();
  firstAnswer = await demo.product.client().auth.setup();
});
afterAll(() => demo?.close());

it('has its administrator from the first answer on, so that nobody else can claim the account', async () => {
  expect(firstAnswer).toEqual({ needs_bootstrap: false });
  const other = demo.product.client().auth.bootstrap({ body: { username: 'mallory', password: 'seven gates' } });
  await expect(other).rejects.toMatchObject({ status: 409 });
});

it('records simulated cameras', async () => {
  const client = await demo.signedIn();
  expect((await client.cameras.list()).items.map(({ name }) => name)).toEqual(DEMO_CAMERAS);
  const states = async () => (await client.status.get()).cameras.flatMap(({ streams }) => streams);
  await expect
    .poll(async () => (await states()).map(({ state }) => state))
    .toEqual(['recording', 'recording', 'recording']);
  // The codecs come from the footage, known when its first file is closed.
  await expect
    .poll(async () => (await states()).map(({ codecs }) => codecs?.slice(0, 4)).sort())
    .toEqual(['avc1', 'avc1', 'hvc1']);

  const startMs = Date.now();
  const camera_ids = (await client.cameras.list()).items.map(({ id }) => id);
  const runs = async () => {
    const [start, end] = [new Date(startMs - 60_000), new Date()].map((at) => at.toISOString()) as [string, string];
    return (await client.timeline.get({ query: { camera_ids, start, end } })).cameras.map(
      ({ runs }) => runs.length > 0,
    );
  };
  await expect.poll(runs).toEqual([true, true, true]);
});

it('has a smart home and a detector that report what its pictures show', async () => {
  const client = await demo.signedIn();
  const door = (await client.cameras.list()).items.find(({ name }) => name === 'Front door')?.id ?? '';
  const seen = async (labels: string[]) => {
    const [start, end] = [new Date(Date.now() - 600_000), new Date()].map((at) => at.toISOString()) as [string, string];
    return (await client.events.list({ query: { start, end, camera_ids: [door], labels } })).items;
  };
  await expect.poll(() => seen(['person'])).not.toEqual([]);
  expect((await seen(['person'])).at(-1)).toMatchObject({ source_id: 'external', box: expect.any(Array) });
  const states = async () => (await client.hub.states()).states.map(({ entity_id, state }) => [entity_id, state]);
  await expect.poll(states).toEqual([['binary_sensor.front_door', 'on']]);
  await expect.poll(states).toEqual([['binary_sensor.front_door', 'off']]);
});

it('reads the plates of its cars, and alerts for one on the watchlist with a picture', async () => {
  const client = await demo.signedIn();
  const receiver = await startFakeReceiver();
  try {
    const street = (await client.cameras.list()).items.find(({ name }) => name === 'Street');
    const plates = streetPasses.map(({ plate }) => plate);
    const listed = (await client.watchlist.list()).items.map(({ plate }) => plate);
    expect(listed).toEqual([plates[0]]);
    for (const plate of plates.slice(1)) await client.watchlist.create({ body: { plate, label: 'From the demo' } });
    await client.alerts.createChannel({
      body: { name: 'Here', kind: 'webhook', base_url: receiver.url, attach_image: true },
    });
    const alert = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body.toString('utf8')) as Record<string, unknown>)
        .find(({ event_key }) => event_key === 'plate_watchlist_hit');
    await expect.poll(alert).toBeDefined();
    expect(JSON.stringify(alert()?.data)).toMatch(new RegExp(plates.join('|')));
    expect(checkCropJpeg(Buffer.from(String(alert()?.image_jpeg), 'base64')).kind).toBe('jpeg');
    // Both engines saw the same car, and each has its own picture of the plate.
    const compared = async () =>
      (await client.passes.report({ query: {} })).passes.find(({ verdict }) => verdict === 'match');
    await expect.poll(compared).toBeDefined();
    const pass = await compared();
    expect(plates).toContain(pass?.native?.plate);
    expect(pass?.external?.plate).toBe(pass?.native?.plate);
    const hasCrops = async () => {
      const { native, external } = (await compared()) ?? {};
      return [native, external].map((side) => typeof side?.crop === 'string');
    };
    await expect.poll(hasCrops).toEqual([true, true]);
    await client.cameras.updateLpr({ params: { id: street?.id ?? '' }, body: { engine: 'none' } });
  } finally {
    await receiver.stop();
  }
});

it('does not restore a camera that was removed', async () => {
  const client = await demo.signedIn();
  const door = (await client.cameras.list()).items.find(({ name }) => name === 'Front door');
  await client.cameras.remove({ params: { id: door?.id ?? '' }, query: { footage: 'keep' } });
  expect(await demo.restart()).toBe(0);
  const again = await demo.signedIn();
  expect((await again.cameras.list()).items.map(({ name }) => name)).toEqual(['Street', 'Street at night']);
  expect((await again.status.storageStats()).cameras.map(({ name, removed }) => [name, removed])).toContainEqual([
    'Front door',
    true,
  ]);
});
