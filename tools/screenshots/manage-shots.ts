import type { Client } from '@holdfast/client';
import { type FakeOnvifDevice, startFakeOnvifDevice } from '@holdfast/testkit';
import type { Page } from 'playwright-core';

const MINUTE_MS = 60_000;

/** A camera that has not been added yet, to be found on the network. */
export const startUnknownCamera = (streamUrl: () => string): Promise<FakeOnvifDevice> =>
  startFakeOnvifDevice({
    username: 'viewer',
    password: 'viewer',
    name: 'Side gate',
    hardware: 'HX-200',
    get streams() {
      const stream = { encoding: 'H264', url: streamUrl() };
      return [
        { ...stream, token: 'a', name: 'Main', width: 1280, height: 720 },
        { ...stream, token: 'b', name: 'Small', url: `${stream.url}?small`, width: 640, height: 360 },
      ];
    },
  });

/** Bookmarks and exports of what was recorded in the last minutes; waits until there is enough of it. */
export async function furnishFootage(client: Client, idOf: (name: string) => string): Promise<void> {
  const cameraIds = ['Driveway', 'Front door'].map(idOf);
  const runOf = async () => {
    const now = Date.now();
    const { cameras } = await client.timeline.get({
      query: {
        camera_ids: cameraIds,
        start: new Date(now - 60 * MINUTE_MS).toISOString(),
        end: new Date(now).toISOString(),
      },
    });
    const runs = cameras.map(({ runs: all }) => all.at(-1));
    return runs.every((run) => run !== undefined && Date.parse(run.end) - Date.parse(run.start) > 15_000)
      ? runs[0]
      : undefined;
  };
  let run = await runOf();
  while (run === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    run = await runOf();
  }
  const at = (seconds: number) => new Date(Date.parse(run.start) + seconds * 1000).toISOString();
  const [driveway = '', door = ''] = cameraIds;
  await client.bookmarks.create({
    body: {
      camera_id: driveway,
      start: at(2),
      end: at(12),
      label: 'Van turned around in the driveway',
      note: 'White van, no markings. Stayed for a minute and left the way it came.',
    },
  });
  await client.bookmarks.create({
    body: { camera_id: door, start: at(3), end: at(9), label: 'Parcel delivered', protected: false },
  });
  await client.exports.create({ body: { camera_ids: [driveway], start: at(0), end: at(12) } });
  await client.exports.create({ body: { camera_ids: cameraIds, start: at(0), end: at(10), burn_clock: true } });
  while ((await client.exports.list()).items.some(({ state }) => state !== 'done'))
    await new Promise((resolve) => setTimeout(resolve, 500));
}

interface ManageShots {
  page: Page;
  baseUrl: string;
  look: string;
  shoot: (page: Page, name: string) => Promise<void>;
}

/** Bookmarks, exports with their form, events, and a camera that is found on the network. */
export async function shootManaged({ page, baseUrl, look, shoot }: ManageShots): Promise<void> {
  await page.goto(`${baseUrl}/ui/bookmarks`);
  for (const name of [/^Driveway, /, /^Front door, /]) await page.getByRole('img', { name }).waitFor();
  await page.getByText(/^Protected, /).waitFor();
  await shoot(page, `${look}-bookmarks`);
  await page.getByRole('button', { name: /^Edit Van/ }).click();
  await page.getByRole('dialog').getByLabel('Note').waitFor();
  await shoot(page, `${look}-bookmark`);

  await page.goto(`${baseUrl}/ui/exports`);
  await page.getByText('Ready', { exact: true }).first().waitFor();
  await shoot(page, `${look}-exports`);
  await page.getByRole('button', { name: 'New export' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).waitFor();
  await shoot(page, `${look}-export`);

  await page.goto(`${baseUrl}/ui/events`);
  await page
    .getByText(/Workshop/)
    .first()
    .waitFor();
  await shoot(page, `${look}-events`);

  await page.goto(`${baseUrl}/ui/cameras/new`);
  await page.getByRole('button', { name: 'Search for cameras' }).click();
  await page.getByRole('button', { name: 'Select Side gate' }).click();
  const found = page.getByRole('region', { name: 'Find it on your network' });
  await found.getByLabel('Camera user').fill('viewer');
  await found.getByLabel('Camera password').fill('viewer');
  await found.getByRole('button', { name: 'Show streams' }).click();
  await found.getByRole('button', { name: 'Use this camera' }).waitFor();
  await shoot(page, `${look}-find-camera`);
}
