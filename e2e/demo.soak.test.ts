import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage } from './console-browser.ts';
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
    await browser.close();
  }
});
