import { checkCropJpeg } from '@holdfast/domain';
import { streetPasses } from '@holdfast/scenes';
import { startFakeReceiver } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, openBrowser, openPage } from './console-browser.ts';
import { DEMO_CAMERAS, type DemoInstallation, openDemo } from './demo-installation.ts';
import { paneMenu, paneOf, paneOrder, untilPlaying } from './live-page.ts';

let demo: DemoInstallation;
beforeAll(async () => {
  demo = await openDemo();
});
afterAll(() => demo?.close());

it('works in the browser: it shows its notice, every camera live, and recordings', async () => {
  const client = await demo.signedIn();
  const [, address, username, password] =
    /sign in at (\S+) as (\S+) with the password (\S+)/.exec(demo.product.output()) ?? [];
  const browser = await openBrowser();
  try {
    const { page, complaints } = await openPage(browser, demo.product.baseUrl);
    await page.goto(address ?? '');
    await page.getByLabel('User name').fill(username ?? '');
    await page.getByLabel('Password', { exact: true }).fill(password ?? '');
    await page.keyboard.press('Enter');
    const notice = page.getByRole('complementary', { name: 'This is the demo.' });
    await notice.getByText('Its cameras are simulated').waitFor();
    await notice.getByRole('button', { name: 'Got it' }).click();
    await notice.waitFor({ state: 'detached' });

    await page
      .locator('[data-pane]')
      .nth(DEMO_CAMERAS.length - 1)
      .waitFor();
    expect((await paneOrder(page)).sort()).toEqual(DEMO_CAMERAS);
    for (const name of DEMO_CAMERAS) await untilPlaying(page, name);
    // Its camera sends H.265, which this browser has no decoder for.
    await paneMenu(page, 'Front door', 'Show stream info');
    await paneOf(page, 'Front door')
      .getByText(/converted to H\.264 for this browser/)
      .waitFor();

    const street = (await client.cameras.list()).items.find(({ name }) => name === 'Street')?.id ?? '';
    const firstLong = async () => {
      const [start, end] = [new Date(Date.now() - 3_600_000), new Date()].map((at) => at.toISOString());
      const { cameras } = await client.timeline.get({
        query: { camera_ids: [street], start: start ?? '', end: end ?? '' },
      });
      return cameras[0]?.runs.find((run) => Date.parse(run.end) - Date.parse(run.start) > 12_000)?.start;
    };
    await expect.poll(firstLong).toBeDefined();
    await page.goto(`${demo.product.baseUrl}/ui/playback?cameras=${street}&at=${await firstLong()}`);
    await page.locator(`li[data-camera="${street}"][data-kind="playing"]`).waitFor();
    const frames = () =>
      page.evaluate(
        (id) =>
          document.querySelector<HTMLVideoElement>(`li[data-camera="${id}"] video`)?.getVideoPlaybackQuality()
            .totalVideoFrames ?? 0,
        street,
      );
    const before = await frames();
    await page.keyboard.press('k');
    await expect.poll(frames).toBeGreaterThan(before + 20);
    expect(complaints).toEqual([]);
  } finally {
    await closeBrowser(browser);
  }
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

it('reads the plates of its cars, and alerts for one on the watch list with a picture', async () => {
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
        .map(({ body }): Record<string, unknown> => JSON.parse(body.toString('utf8')))
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
    // The scene is a loop: each car comes again and again, and both engines report it each time.
    const seenTwice = async () => {
      const { passes } = await client.passes.report({ query: { verdict: 'match' } });
      const byPlate = Map.groupBy(passes, ({ native }) => native?.plate);
      return [...byPlate.values()].some((ofPlate) => ofPlate.length > 1);
    };
    await expect.poll(seenTwice).toBe(true);
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
