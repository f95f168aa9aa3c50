import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type FakeReceiver, startFakeReceiver } from '@holdfast/testkit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { choices, expectConfirmedByKeys, isTooWide, onPhone } from './confirm-passes.ts';
import {
  faultsInBothSchemes,
  goTo,
  goToScreen,
  openPage,
  seriousFaults,
  unreachableByKeyboard,
  untilLoaded,
} from './console-browser.ts';
import { closePages } from './page-contexts.ts';
import { CAMERA_NAME, drawPlate, openPlatesInstallation, type PlatesInstallation } from './plates-installation.ts';
import { signedInState } from './sign-in.ts';

const run = promisify(execFile);

let installation: PlatesInstallation;
let receiver: FakeReceiver;
let folder: string;
let crop: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-plates-'));
  receiver = await startFakeReceiver();
  installation = await openPlatesInstallation(inject('postgresUrl'));
  crop = await drawPlate(installation.browser, 'ABC 123');
  const at = (seconds: number) => new Date(installation.startMs + seconds * 1000).toISOString();
  await installation.post({ plate: 'ABC123', ts: at(5), crop });
  await installation.post({ plate: 'A8C123', ts: at(12) });
  await installation.post({ plate: 'XYZ789', ts: at(20) });
});
afterAll(async () => {
  await installation?.close();
  await receiver?.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();
const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor();
const platesIn = (page: Page) =>
  page.getByRole('list', { name: 'Reads' }).locator('li a[href*="dossier"]').allTextContents();
const untilPlates = (page: Page, plates: string[]) => expect.poll(() => platesIn(page)).toEqual(plates);
const saved = async (page: Page, click: () => Promise<void>): Promise<string> => {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
};
/** Saves a picture of each screen if E2E_PICTURES is set. */
const shoot = async (page: Page, name: string) => {
  const target = process.env.E2E_PICTURES;
  if (target) await page.screenshot({ path: join(target, `${name}.png`), fullPage: true });
};

describe('plates', () => {
  it('are found while typing, in all four modes, and appear as they are read', async () => {
    const page = await installation.open('/ui/plates', { colorScheme: 'light' });
    await untilPlates(page, ['XYZ789', 'A8C123', 'ABC123']);
    await page.getByRole('img', { name: /^3 reads/ }).waitFor();
    const query = page.getByLabel('Plate', { exact: true });
    await query.fill('c12');
    await untilPlates(page, ['A8C123', 'ABC123']);
    for (const [mode, text, plates] of [
      ['Starts with', 'ab', ['ABC123']],
      ['Exact', 'abc-123', ['ABC123']],
      ['Similar', 'abc124', ['A8C123', 'ABC123']],
    ] as const) {
      await page.getByText(mode, { exact: true }).click();
      await query.fill(text);
      await untilPlates(page, [...plates]);
    }
    await page.getByText('1 character differs').first().waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('match')).toBe('fuzzy');
    await page.reload();
    await untilPlates(page, ['A8C123', 'ABC123']);

    await page.getByText('Contains', { exact: true }).click();
    await query.fill('--');
    await untilPlates(page, ['XYZ789', 'A8C123', 'ABC123']);
    await choices(page, 'Reader').click();
    await page.getByRole('option', { name: 'External detector' }).click();
    await page.getByText('No matches').waitFor();
    await choices(page, 'Reader').click();
    await page.getByRole('option', { name: 'Built-in reader' }).click();
    await untilPlates(page, ['XYZ789', 'A8C123', 'ABC123']);
    await installation.post({ plate: 'LIVE01' });
    await untilPlates(page, ['LIVE01', 'XYZ789', 'A8C123', 'ABC123']);
    await untilLoaded(page);
    await shoot(page, 'light-plates');
    expect(await faultsInBothSchemes(page)).toEqual([]);
    expect(await unreachableByKeyboard(page)).toEqual([]);

    await page.getByRole('link', { name: 'ABC123', exact: true }).click();
    await heading(page, 'ABC123');
    await page.getByText('Look-alike characters only').waitFor();
    await page.getByText('First seen').waitFor();
    await untilLoaded(page);
    await shoot(page, 'light-dossier');
    expect(await faultsInBothSchemes(page)).toEqual([]);

    const small = await installation.open('/ui/plates', { ...onPhone, colorScheme: 'dark' });
    await untilPlates(small, ['LIVE01', 'XYZ789', 'A8C123', 'ABC123']);
    await untilLoaded(small);
    await shoot(small, 'phone-plates');
    expect(await seriousFaults(small)).toEqual([]);
    expect(await isTooWide(small)).toBe(0);
  });
});

describe('the watch list', () => {
  it('shows what an entry would have matched; a read of it is alerted, and the link opens the sighting', async () => {
    const { admin } = installation;
    await admin.alerts.createChannel({
      body: { name: 'Here', kind: 'webhook', base_url: receiver.url, attach_image: true },
    });
    const page = await installation.open('/ui/plates/watchlist', { colorScheme: 'light' });
    await page.getByRole('button', { name: 'Add plate' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Plate', { exact: true }).fill('ab-c 123');
    await dialog.getByText('Would have matched 2 reads of 2 plates.').waitFor();
    await dialog.getByRole('img', { name: 'Plate ABC123' }).waitFor();
    await dialog.getByLabel('Name').fill('門番 (Anna)');
    await dialog.getByLabel('Red', { exact: true }).check();
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    await shoot(page, 'light-entry');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'ABC123 was saved.');
    await page.getByRole('list', { name: 'Watch' }).getByText('門番 (Anna)').waitFor();
    expect(await faultsInBothSchemes(page)).toEqual([]);

    const readTs = new Date(installation.startMs + 15_000).toISOString();
    const readId = await installation.post({ plate: 'ABC123', ts: readTs, crop });
    const alert = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body.toString('utf8')) as Record<string, unknown>)
        .find(({ event_key }) => event_key === 'plate_watchlist_hit');
    await expect.poll(alert).toBeDefined();
    const link = `${installation.product.baseUrl}/ui/plates/sightings/${readId}`;
    expect(alert()).toMatchObject({ image_jpeg: crop, link });
    await page.goto(String(alert()?.link));
    await heading(page, 'ABC123');
    await page.getByText('On the watch list').waitFor();
    await page.getByRole('img', { name: 'Plate ABC123' }).waitFor();
    await page.getByRole('img', { name: new RegExp(`^${CAMERA_NAME.slice(0, 6)}`) }).waitFor();
    await untilLoaded(page);
    await shoot(page, 'light-sighting');
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show clip' }).click();
    const clip = page.getByLabel('Clip of ABC123');
    await expect.poll(() => clip.evaluate((video) => (video as HTMLVideoElement).readyState)).toBeGreaterThan(1);
    const play = page.getByRole('link', { name: /^Play ABC123/ });
    expect(new URL(String(await play.getAttribute('href')), page.url()).searchParams.get('at')).toContain(
      readTs.slice(0, 19),
    );
    await play.click();
    await page.waitForURL(/\/ui\/playback\?/);
  });

  it('prints a sighting as one page, in the chosen time zone, with any text drawn safely', async () => {
    const { items } = await installation.admin.plates.search({ query: { q: 'ABC123', match: 'exact' } });
    const page = await installation.open(`/ui/plates/sightings/${items[0]?.id}`);
    await page.getByRole('button', { name: 'PDF' }).click();
    const dialog = page.getByRole('dialog');
    await choices(dialog, 'Time zone').fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    const path = await saved(page, () => dialog.getByRole('button', { name: 'Download' }).click());
    if (process.env.E2E_PICTURES)
      await run('pdftoppm', ['-r', '80', '-png', path, join(process.env.E2E_PICTURES, 'sighting')]);

    const { stdout: text } = await run('pdftotext', ['-layout', path, '-']);
    expect(text).toContain('ABC123');
    expect(text).toContain(CAMERA_NAME);
    expect(text).toContain('Asia/Tokyo (GMT+09:00)');
    const inTokyo = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'long',
      timeStyle: 'medium',
      timeZone: 'Asia/Tokyo',
    });
    expect(text).toContain(inTokyo.format(new Date(items[0]?.ts ?? '')));
    expect(text).toContain('Recent sightings');
    const { stdout: info } = await run('pdfinfo', [path]);
    expect(info).toMatch(/Pages:\s+1\n/);
    expect(info).toMatch(/Page size:\s+595\.\d+ x 841\.\d+ pts \(A4\)/);
    const { stdout: fonts } = await run('pdffonts', [path]);
    expect(fonts).toContain('Roboto');
    expect(fonts).not.toMatch(/ no +no +no /);

    await run('pdftoppm', ['-r', '36', path, join(folder, 'page')]);
    const picture = readPpm(await readFile(join(folder, 'page-1.ppm')));
    // Within the banner, left of its text.
    const [red, green, blue] = picture.at(24, 24);
    expect(red).toBeGreaterThan(150);
    expect(Math.max(green, blue)).toBeLessThan(70);
    // The crop is yellow.
    const crops = picture.pixels().filter(([r, g, b]) => r > 220 && g > 190 && b < 60).length;
    expect(crops).toBeGreaterThan(300);

    // The same for an event of the feed.
    await goTo(page, `/ui/events?clip=${items[0]?.id}`);
    await heading(page, 'Events');
    await page.getByRole('button', { name: 'PDF' }).click();
    const event = await saved(page, () => page.getByRole('button', { name: 'Download', exact: true }).click());
    const { stdout: eventText } = await run('pdftotext', ['-layout', event, '-']);
    expect(eventText).toContain('Event');
    expect(eventText).toContain(CAMERA_NAME);
    expect(eventText).toContain('Europe/Berlin (GMT+0');
  });

  it('is imported and exported as a file, and a hostile one changes nothing', async () => {
    const page = await installation.open('/ui/plates/watchlist', { colorScheme: 'light' });
    const choose = async (name: string, text: string) => {
      const path = join(folder, name);
      await writeFile(path, text);
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('dialog').getByText('Choose a file', { exact: true }).click(),
      ]);
      await chooser.setFiles(path);
    };
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog');
    await choose('hostile.csv', 'plate,color,label\nGOOD1,,\n=cmd|calc,javascript:1,\nGOOD2,red,<script>\n');
    await dialog.getByText('Line 3: Enter a colour such as #FF8800.').waitFor();
    await dialog.getByText('Line 4: Enter a colour such as #FF8800.').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('Correct the file or choose another one.').waitFor();
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    expect((await installation.admin.watchlist.list()).items).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Remove file' }).click();
    await choose('good.csv', 'plate;note;notify\nFORM1;=HYPERLINK("http://evil.example");nein\nabc123;other;ja\n');
    await dialog.getByText('Adds 1 plate. 1 is already listed and stays as it is.').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await toast(page, '1 plate was added.');
    await page.getByRole('link', { name: 'FORM1' }).waitFor();

    const file = await readFile(
      await saved(page, () => page.getByRole('link', { name: 'Export CSV' }).click()),
      'utf8',
    );
    expect(file).toContain(`FORM1,watch,,"'=HYPERLINK(""http://evil.example"")",,no\r\n`);
    await page.getByRole('button', { name: 'Remove FORM1' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'FORM1' }).waitFor();

    const small = await installation.open('/ui/plates/watchlist', { ...onPhone, colorScheme: 'dark' });
    await small.getByRole('link', { name: 'FORM1' }).waitFor();
    await shoot(small, 'phone-watchlist');
    expect(await seriousFaults(small)).toEqual([]);
    expect(await isTooWide(small)).toBe(0);
  });
});

describe('the comparison of the engines', () => {
  // `npm run soak` tests twenty.
  it('confirms six passes by keyboard alone, with the accuracy of each engine as it goes', () =>
    expectConfirmedByKeys(installation, { passes: 6, shoot }));
});

describe('the zones of a camera', () => {
  it('show the boxes of the last reads, and show of any point whether it counts', async () => {
    const page = await installation.open(`/ui/cameras/${installation.cameraId}?tab=plates`, { colorScheme: 'light' });
    await page.getByText(/^\d+ of the last \d+ reads would be kept\.$/).waitFor();
    await page.getByRole('button', { name: 'Test a point' }).click();
    await page.getByText('A plate here is read.').waitFor();
    await page.getByText('Exclude', { exact: true }).click();
    await page.getByRole('button', { name: 'Add rectangle' }).click();
    await page.getByText('A plate here is ignored.').waitFor();
    await page.getByText(/^0 of the last \d+ reads would be kept\.$/).waitFor();
    const point = page.getByRole('button', { name: /^Test point/ });
    await point.focus();
    for (let n = 0; n < 25; n += 1) await page.keyboard.press('ArrowRight');
    await page.getByText('A plate here is read.').waitFor();
    await shoot(page, 'light-zones');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});

describe('someone who may not see plates', () => {
  it('finds no trace of them in a whole session, except the flag and the fields of cameras', async () => {
    const { admin, browser, product } = installation;
    const role = await admin.roles.create({
      body: { name: 'Family', capabilities: ['playback', 'clips', 'export'], all_cameras: true },
    });
    const user = { username: 'kim', password: 'correct horse' };
    await admin.users.create({ body: { ...user, role_id: role.id } });
    const storageState = await signedInState(product.baseUrl, user);
    const { page, complaints } = await openPage(browser, product.baseUrl, { storageState });
    const heard: string[] = [];
    const pending: Promise<unknown>[] = [];
    const isCode = (url: string) =>
      /\/ui\/(assets\/|$)|\.(js|css|svg|woff2|webmanifest|png)$/.test(new URL(url).pathname);
    page.on('request', (request) => {
      if (!isCode(request.url())) heard.push(request.url(), request.postData() ?? '');
    });
    page.on('response', (response) => {
      const type = response.headers()['content-type'] ?? '';
      if (!isCode(response.url()) && type.includes('json'))
        pending.push(
          response.text().then(
            (text) => heard.push(text),
            () => undefined,
          ),
        );
    });
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
    const shown: string[] = [];
    const look = async () => {
      await untilLoaded(page);
      shown.push(await page.evaluate(() => `${document.title} ${document.body.outerHTML}`));
    };
    const start = installation.startMs;
    await page.goto(`${product.baseUrl}/ui/account`);
    await page.getByRole('navigation').first().waitFor();
    await look();
    for (const path of [
      '/ui/live',
      '/ui/cameras',
      `/ui/cameras/${installation.cameraId}`,
      `/ui/playback?cameras=${installation.cameraId}&at=${start + 5000}`,
      '/ui/bookmarks',
      '/ui/events',
      '/ui/exports',
      '/ui/system',
    ]) {
      await goToScreen(page, path);
      await look();
    }
    // One read of an unlisted plate during the session, and one of a watched plate.
    await installation.post({ plate: 'SECRET1' });
    await installation.post({ plate: 'ABC123', crop });
    await admin.bookmarks.create({
      body: {
        camera_id: installation.cameraId,
        label: 'Afterwards',
        start: new Date(start).toISOString(),
        end: new Date(start + 5000).toISOString(),
      },
    });
    await page.goto(`${product.baseUrl}/ui/bookmarks`);
    await page.getByText('Afterwards').first().waitFor();
    await look();
    await Promise.all(pending);
    const allowed = /"plates_enabled":false|"lpr_\w+":("[^"]*"|\{[^}]*\}|[^,}]*)/g;
    // "template", as in the CSS property grid-template, is not about plates.
    const trace = /.{0,40}((?<!tem)plate|lpr|SECRET1|ABC123|A8C123|XYZ789).{0,40}/i;
    // Random text may contain these letters by chance.
    const random = /(token["=:%A-F0-9]+|base64,|mantine-)[\w+/.=-]+/g;
    const tracesIn = (texts: string[]) =>
      texts.flatMap((text) => trace.exec(text.replaceAll(allowed, '').replaceAll(random, ''))?.[0] ?? []);
    expect(tracesIn(heard)).toEqual([]);
    expect(tracesIn(shown)).toEqual([]);
    expect(heard.some((text) => text.includes('"plates_enabled":false'))).toBe(true);

    await page.goto(`${product.baseUrl}/ui/plates`);
    await page.getByText('Page not found').waitFor();
    expect(complaints).toEqual([]);
  });

  it('includes administrators while plates are off, who still find the switch', async () => {
    await installation.admin.lprConfig.update({ body: { enabled: false } });
    const page = await installation.open('/ui/plates');
    await page.getByText('Plate recognition is off').waitFor();
    expect(await page.getByRole('link', { name: 'Plates', exact: true }).count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Plate recognition' }).click();
    await page.getByLabel('Recognise plates').waitFor();
    await page.getByText('Total, with indexes').waitFor();
    await installation.admin.lprConfig.update({ body: { enabled: true } });
  });
});

/** A picture without compression: its size, then red, green and blue of each pixel. */
function readPpm(bytes: Buffer) {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString('latin1'));
  if (!head) throw new Error('not a PPM');
  const width = Number(head[1]);
  const data = bytes.subarray(head[0].length);
  const at = (x: number, y: number): [number, number, number] => {
    const start = (y * width + x) * 3;
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
  };
  return {
    at,
    pixels: () => Array.from({ length: data.length / 3 }, (_, n) => at(n % width, Math.floor(n / width))),
  };
}
