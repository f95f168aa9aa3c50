import { type FakeOnvifDevice, startFakeOnvifDevice } from '@holdfast/testkit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  blockRequests,
  boxOf,
  firstLoad,
  goTo,
  holdRemovals,
  isFocused,
  phone,
  searchForCameras,
  seriousFaults,
} from './console-browser.ts';
import { ADMIN, type ConsoleInstallation, openConsole } from './console-installation.ts';
import { expectAccessibleDialogs, userDialog } from './every-dialog.ts';
import { expectAccessibleScreens } from './every-screen.ts';
import { closePages, openTab } from './page-contexts.ts';

// One install for the whole file; the tests build on each other.
let installation: ConsoleInstallation;
let device: FakeOnvifDevice;
beforeAll(async () => {
  device = await startFakeOnvifDevice({
    // Any device on the network can choose its own name.
    name: `<script>globalThis.harmed = 1</script>${'W'.repeat(3_000)}`,
    username: 'viewer',
    password: 'its own word',
    hardware: 'HX-200',
    streams: [],
  });
  installation = await openConsole(inject('postgresUrl'), {
    ONVIF_PROBE_ADDRESS: `${device.probe.address}:${device.probe.port}`,
  });
});
afterAll(async () => {
  await installation?.close();
  await device?.stop();
});
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();
const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor();
const until = <T>(ask: () => Promise<T>) => expect.poll(ask);

describe('the first run', () => {
  it('leads from an empty install to the first picture', async () => {
    const page = await installation.open('/');
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/ui/setup');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('User name').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByLabel('Confirm password').fill('something else');
    await page.getByText('The passwords don’t match.').waitFor();
    await page.getByLabel('Confirm password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Create account' }).click();

    await page.getByText('OK', { exact: true }).waitFor();
    await page.getByText(/ free$/).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();

    await searchForCameras(page, '1 camera found.');
    await page.getByText('HX-200').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false);
    await page.getByRole('button', { name: 'Test address' }).click();
    await page.getByText('Fill in this field.').waitFor();
    expect(await isFocused(page.getByLabel('Stream address'))).toBe(true);
    await page.getByLabel('Stream address').fill('file:///etc/passwd');
    await page.getByText(/The address must start with|Enter an address such as/).waitFor();
    await page.getByLabel('Stream address').fill('rtsp://root:secret@127.0.0.1:1/none');
    expect(await page.getByLabel('Stream address').inputValue()).toBe('rtsp://127.0.0.1:1/none');
    expect(await page.getByLabel('Camera user').inputValue()).toBe('root');
    await page.getByRole('button', { name: 'Test address' }).click();
    await page.getByRole('alert').getByText('The camera did not respond').waitFor();
    await page.getByLabel('Camera user').fill('');
    await page.getByLabel('Camera password').fill('');
    await page.getByLabel('Stream address').fill(installation.camera.url('/main'));
    await page.getByRole('button', { name: 'Test address' }).click();
    await page.getByRole('img', { name: 'Picture from this address' }).waitFor();
    await page.getByText('H.264, 320×180').waitFor();
    // Each heading has room for its text.
    const overflowing = (all: Element[]) => all.filter((one) => one.scrollWidth > one.clientWidth).length;
    expect(await page.locator('dt').evaluateAll(overflowing)).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('Name').fill('Gate');
    await page.getByRole('button', { name: 'Add this camera' }).click();
    await page.getByRole('img', { name: 'Picture from Gate' }).waitFor();
    await page.getByRole('link', { name: 'Open the console' }).click();
    await heading(page, 'Live');
    await page.getByRole('link', { name: 'Cameras' }).click();
    await heading(page, 'Cameras');
    // Below the picture, into whose corners cameras burn their clock.
    const taken = page.getByText(/^Picture from \d\d:\d\d:\d\d$/);
    const picture = await boxOf(page.getByRole('img', { name: 'Picture from Gate' }));
    expect((await boxOf(taken)).y).toBeGreaterThanOrEqual(picture.bottom);
  });

  it('loads less than 350 kB of gzipped script on a first visit', async () => {
    for (const [path, mainContent] of [
      ['/ui/', '[data-pane][data-state="playing"], [data-pane] img'],
      ['/ui/cameras', 'img[alt="Picture from Gate"]'],
    ] as const) {
      const page = await installation.openAs(ADMIN, path);
      const { gzipBytes, summary } = await firstLoad(page, mainContent);
      console.log(`${path}: ${summary}`);
      expect(gzipBytes).toBeGreaterThan(50_000);
      expect(gzipBytes).toBeLessThan(350_000);
    }
  });
});

describe('signing in', () => {
  it('is refused with the server’s sentence, then leads to the requested page', async () => {
    const page = await installation.open('/ui/policies');
    await heading(page, 'Welcome back');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('User name').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill('wrong wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Wrong user name or password').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByLabel('Keep me signed in on this device').check();
    await page.keyboard.press('Enter');
    await heading(page, 'Policies');
    const tab = await openTab(page.context());
    await tab.goto(`${installation.product.baseUrl}/ui/system`);
    await heading(tab, 'Status');
    await tab.getByText('Recorder and database are working').waitFor();
  });

  it('signs in every tab of the browser, and leaves nothing readable by scripts', async () => {
    const page = await installation.openAs(ADMIN, '/ui/policies');
    await heading(page, 'Policies');
    const readable = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    // Every token of ours is a JWT.
    expect(readable).not.toMatch(/eyJ[\w-]+\./);
    const cookies = await page.context().cookies();
    expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual(cookies.map(() => [true, 'Strict']));
    const tab = await openTab(page.context());
    await tab.goto(`${installation.product.baseUrl}/ui/policies`);
    await heading(tab, 'Policies');
    await tab.getByRole('button', { name: /^ann/ }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Welcome back');
  });

  it('is requested over the same screen when the session ends, and keeps typed text', async () => {
    const page = await installation.openAs(ADMIN, '/ui/cameras/new');
    await page.getByLabel('Name').fill('Half typed');
    const admin = await installation.admin();
    const { items } = await admin.auth.sessions();
    for (const { id, current } of items) if (!current) await admin.auth.endSession({ params: { id } });
    await page.getByLabel('Stream address').fill(installation.camera.url('/main'));
    // The screen may notice by itself before the button can be clicked.
    const test = page.getByRole('button', { name: 'Test address' });
    await test.click({ timeout: 5_000 }).catch(() => undefined);
    await page.getByText('Your session has expired').waitFor();
    await page.getByLabel('User name').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Your session has expired').waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Half typed');
  });

  it('waits for an unavailable server, recovers by itself, and offers an update after however short a time', async () => {
    const page = await installation.openAs(ADMIN, '/ui/system');
    await page.addInitScript(() => {
      Date.now = () => performance.timeOrigin;
    });
    await page.reload();
    await page.getByText('Recorder and database are working').waitFor();
    const updated = '<script type="module" src="/ui/assets/index-updated.js"></script>';
    await page.route('**/ui/', (route) => route.fulfill({ contentType: 'text/html', body: updated }));
    const reconnect = await blockRequests(page);
    await page.getByText('The server is not responding. Reconnecting…').waitFor();
    await reconnect();
    await page.getByText('The server is not responding. Reconnecting…').waitFor({ state: 'hidden' });
    await page.getByText('Recorder and database are working').waitFor();
    await page.getByText('Holdfast was updated.').waitFor();
    // The browser logs every request that failed in the meantime.
    installation.complaints.splice(
      0,
      installation.complaints.length,
      ...installation.complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text)),
    );
  });
});

describe('the recording settings of a camera', () => {
  it('show what saving will do, and saving does that', async () => {
    const admin = await installation.admin();
    await admin.policies.create({ body: { name: 'Night', mode: 'off' } });
    await admin.cameras.create({ body: { name: 'Yard', main_url: 'rtsp://127.0.0.1:1/none' } });
    const policyOf = async (name: string) => {
      const [cameras, policies] = await Promise.all([admin.cameras.list(), admin.policies.list()]);
      const camera = cameras.items.find((one) => one.name === name);
      return policies.items.find(({ id }) => id === camera?.policy_id)?.name;
    };

    const page = await installation.openAs(ADMIN, '/ui/cameras');
    await page.getByRole('link', { name: 'Gate' }).click();
    await page.getByRole('tab', { name: 'Recording' }).click();
    await page.getByText('“Default” is shared with 1 other camera: Yard.').waitFor();

    await page.getByRole('radio', { name: /On motion/ }).click();
    await page.getByLabel('Before motion').waitFor();
    await page.getByRole('radio', { name: /Never/ }).click();
    await page.getByText('Switches to the policy “Night”.').waitFor();
    await page.getByLabel('Keep for', { exact: true }).fill('2');
    await page.getByText('Creates a policy named “Gate”. “Default” does not change for Yard.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Gate now uses the policy “Gate”.');
    await until(() => policyOf('Gate')).toBe('Gate');

    await page.getByText('No other camera uses “Gate”.').waitFor();
    await page.getByLabel('Keep for', { exact: true }).fill('9');
    await page.getByText('Changes the policy “Gate”, which only this camera uses.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();

    await page.getByRole('combobox', { name: 'Policy' }).click();
    await page.getByRole('option', { name: 'Default' }).click();
    await page
      .getByText(
        'Switches to the policy “Default”. Also used by Yard. “Gate” is deleted because no other camera uses it.',
      )
      .waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Gate now uses the policy “Default”.');
    await until(() => policyOf('Gate')).toBe('Default');
    expect((await admin.policies.list()).items.map(({ name }) => name)).toEqual(['Default', 'Night']);
  });

  it('of a policy have a budget and a week that is edited by keyboard and pointer', async () => {
    const page = await installation.openAs(ADMIN, '/ui/policies');
    await page.getByRole('link', { name: 'Night' }).click();
    await page.getByLabel('Budget', { exact: true }).fill('500');
    await page.getByLabel('All week').uncheck();
    const hour = (name: string) => page.getByRole('button', { name, exact: true });
    await hour('Monday 00:00').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await hour('Saturday 10:00').hover();
    await page.mouse.down();
    await hour('Sunday 12:00').hover();
    await page.mouse.up();
    await page.getByRole('button', { name: 'Friday', exact: true }).click();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByText('Saving changes 0 cameras immediately.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Night was saved.');
    const night = (await (await installation.admin()).policies.list()).items.find(({ name }) => name === 'Night');
    expect(night?.live_max_bytes).toBe(500_000_000_000);
    expect(night?.schedule).toEqual([
      '001111110000000001111111',
      ...Array.from({ length: 3 }, () => '111111110000000001111111'),
      '1'.repeat(24),
      '111111111100011111111111',
      '111111111100011111111111',
    ]);
  });
});

describe('the areas of a camera', () => {
  it('are drawn on its picture, changed by pointer and keyboard, and saved', async () => {
    const admin = await installation.admin();
    const gate = async () => (await admin.cameras.listConfig()).items.find(({ name }) => name === 'Gate');
    const page = await installation.openAs(ADMIN, '/ui/cameras');
    await page.getByRole('link', { name: 'Gate' }).click();
    await page.getByRole('tab', { name: 'Motion' }).click();
    await page.getByText(/Motion smaller than \d/).waitFor();
    await page.getByRole('tab', { name: 'Plates' }).click();
    await page.getByRole('radio', { name: 'Built-in reader' }).check();
    const stage = page.getByTestId('area-stage');
    await stage.getByRole('img', { name: 'Picture from Gate' }).waitFor();
    await stage.scrollIntoViewIfNeeded();
    const box = await stage.boundingBox();
    if (!box) throw new Error('the stage is not visible');
    const at = (x: number, y: number) => ({ position: { x: box.width * x, y: box.height * y } });

    await page.getByRole('button', { name: 'Draw area' }).click();
    await stage.click(at(0.1, 0.1));
    await stage.click(at(0.4, 0.1));
    await stage.click(at(0.4, 0.5));
    await page.getByText(/^3 corners\./).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Include 1, corner 3, 40 % from left, 50 % from top$/ }).focus();
    for (let i = 0; i < 2; i += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('button', { name: /^Include 1, corner 3, 50 % from left, 50 % from top$/ }).waitFor();
    await page.keyboard.press('Insert');
    await page.getByRole('button', { name: /^Include 1, corner 4, / }).waitFor();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+z');

    await page.getByRole('button', { name: 'Add rectangle' }).click();
    await page.getByRole('button', { name: /^Include 2, corner 1, / }).hover();
    await page.mouse.down();
    await stage.hover({ ...at(0.8, 0.8), force: true });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Include 2, corner 1, 80 % from left, 80 % from top' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Saved.');

    const include = (await gate())?.lpr_zones.include ?? [];
    expect(include).toHaveLength(2);
    const [drawn = [], boxed = []] = include;
    expect(drawn.map(([x, y]) => [Math.round(x * 100), Math.round(y * 100)])).toEqual([
      [10, 10],
      [40, 10],
      [50, 50],
      [30, 30],
    ]);
    expect(boxed[0]?.map((value) => Math.round(value * 100))).toEqual([80, 80]);

    await page.getByRole('button', { name: 'Include 2, corner 1, 80 % from left, 80 % from top' }).focus();
    await page.getByRole('button', { name: 'Remove area' }).press('Enter');
    await page.locator(':focus').getByText('Add rectangle').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await gate())?.lpr_zones.include.length).toBe(1);
  });

  it('that are not saved are kept on other tabs and screens, with a warning before they are lost', async () => {
    const page = await installation.openAs(ADMIN, '/ui/cameras');
    await page.getByRole('link', { name: 'Gate' }).click();
    await page.getByRole('tab', { name: 'Plates' }).click();
    await page.getByRole('button', { name: 'Add rectangle' }).click();
    const added = page.getByRole('button', { name: /^Include 2, corner 1, / });
    await added.waitFor();
    await page.getByRole('tab', { name: 'General' }).click();
    await added.waitFor({ state: 'hidden' });
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('tab', { name: /^Plates *\(unsaved\)$/ }).click();
    await added.waitFor();

    await page.getByRole('link', { name: 'Storage' }).click();
    await heading(page, 'Storage');
    await toast(page, 'Your changes are not saved yet. They are kept until you close this page.');
    await page.getByRole('button', { name: 'Go back' }).click();
    await added.waitFor();

    await page.getByRole('button', { name: /^ann/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page
      .getByRole('dialog', { name: 'You have unsaved changes' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();

    await page.getByRole('button', { name: 'Discard' }).click();
    await added.waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: 'Plates', exact: true }).waitFor();
  });
});

describe('people', () => {
  const nasty = '<script>alert(1)</script> שלום';

  it('get roles and see only what they may', async () => {
    const page = await installation.openAs(ADMIN, '/ui/people');
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Add role' }).click();
    await page.getByLabel('Role name').fill(nasty);
    await page.getByRole('checkbox', { name: 'Clips' }).waitFor();
    await page.getByRole('checkbox', { name: 'Export' }).check();
    await page
      .getByRole('textbox', { name: 'Cameras' })
      .or(page.getByRole('combobox', { name: 'Cameras' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Gate' }).click();
    await page.keyboard.press('Escape');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await toast(page, nasty);
    await page.getByText(nasty, { exact: true }).first().waitFor();
    expect(await page.locator('script', { hasText: 'alert(1)' }).count()).toBe(0);

    await page.getByRole('tab', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.getByLabel('User name').fill('ben');
    await page.getByLabel('Password', { exact: true }).fill('battery');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Choose a role.').waitFor();
    await page.getByText('Use at least 8 characters.').waitFor();
    expect(await isFocused(page.getByLabel('Password', { exact: true }))).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill('battery staple');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await until(() => isFocused(page.getByRole('combobox', { name: 'Role' }))).toBe(true);
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: nasty }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await toast(page, 'ben was saved.');

    const own = await installation.openAs({ username: 'ben', password: 'battery staple' }, '/ui/');
    await heading(own, 'Live');
    await own.getByRole('link', { name: 'Cameras' }).click();
    await heading(own, 'Cameras');
    await own.getByRole('link', { name: 'Gate' }).waitFor();
    expect(await own.getByRole('link', { name: 'Yard' }).count()).toBe(0);
    expect(await own.getByRole('link', { name: 'Policies' }).count()).toBe(0);
    await own.getByRole('link', { name: 'Gate' }).click();
    await heading(own, 'Gate');
    expect(await own.getByRole('tab').count()).toBe(0);
  });

  it('see nothing of the previously signed-in user, on this page or behind the sign-in dialog', async () => {
    const ben = { username: 'ben', password: 'battery staple' };
    const signIn = async (page: Page) => {
      await page.getByLabel('User name').fill(ben.username);
      await page.getByLabel('Password', { exact: true }).fill(ben.password);
      await page.keyboard.press('Enter');
    };
    const refused = (page: Page) => page.getByText('You don’t have access to this page').waitFor();
    const expectNothing = async (page: Page) => {
      await refused(page);
      const screen = page.getByRole('main');
      expect(await screen.getByRole('button').or(screen.getByRole('tab')).count()).toBe(0);
    };
    const left = await installation.openAs(ADMIN, '/ui/people');
    await left.getByRole('button', { name: 'Delete ben' }).waitFor();
    await left.getByRole('button', { name: /^ann/ }).click();
    await left.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(left, 'Welcome back');
    await signIn(left);
    await heading(left, 'Users');
    await expectNothing(left);

    const over = await installation.openAs(ADMIN, '/ui/people');
    await over.getByRole('button', { name: 'Delete ben' }).waitFor();
    const admin = await installation.admin();
    for (const { id, current } of (await admin.auth.sessions()).items)
      if (!current) await admin.auth.endSession({ params: { id } });
    // Without the pointer: the dialog may be over the link already.
    await over.getByRole('link', { name: 'Storage' }).dispatchEvent('click');
    await over.getByText('Your session has expired').waitFor();
    await signIn(over);
    await refused(over);
    await goTo(over, '/ui/people');
    await heading(over, 'Users');
    await expectNothing(over);
  });

  it('that are removed can be restored for a while, and are then deleted', async () => {
    const page = await installation.openAs(ADMIN, '/ui/people');
    const passUndoTime = await holdRemovals(page);
    await page.getByRole('button', { name: 'Delete ben' }).click();
    await page.getByRole('button', { name: 'Delete ben' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Delete ben' }).click();
    await toast(page, 'ben was deleted.');
    expect((await (await installation.admin()).users.list()).items.map(({ username }) => username)).toContain('ben');
    await passUndoTime();
    await until(async () =>
      (await (await installation.admin()).users.list()).items.map(({ username }) => username),
    ).not.toContain('ben');
  });
});

describe('a removed item', () => {
  it('is deleted even if the user signs out or leaves the page before the undo time ends', async () => {
    const admin = await installation.admin();
    for (const name of ['Attic', 'Cellar'])
      await admin.roles.create({ body: { name, capabilities: ['clips'], all_cameras: true } });
    const names = async () => (await admin.roles.list()).items.map(({ name }) => name);
    const page = await installation.openAs(ADMIN, '/ui/people');
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Delete Attic' }).click();
    await toast(page, 'Attic was deleted.');
    await page.goto(`${installation.product.baseUrl}/ui/logo.svg`);
    await until(names).not.toContain('Attic');
    expect(await names()).toContain('Cellar');

    await page.goto(`${installation.product.baseUrl}/ui/people`);
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Delete Cellar' }).click();
    await toast(page, 'Cellar was deleted.');
    await page.getByRole('button', { name: /^ann/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Welcome back');
    expect(await names()).not.toContain('Cellar');
  });
});

describe('other settings', () => {
  it('shows why a camera is offline, and turns it off and on', async () => {
    const page = await installation.openAs(ADMIN, '/ui/cameras');
    await page.getByText('Offline', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Options for Yard' }).click();
    await page.getByRole('menuitem', { name: 'Turn off' }).click();
    await page.getByText('This camera is turned off.').waitFor();
  });

  it('keeps the saved password of a camera, and warns when it would be lost', async () => {
    const admin = await installation.admin();
    const { id } = await admin.cameras.create({
      body: { name: 'Locked', enabled: false, main_url: 'rtsp://root:secret@127.0.0.1:1/a' },
    });
    const page = await installation.openAs(ADMIN, `/ui/cameras/${id}?tab=general`);
    const address = page.getByLabel('Stream address', { exact: true });
    expect(await address.inputValue()).toBe('rtsp://127.0.0.1:1/a');
    await address.fill('rtsp://127.0.0.2:1/a');
    await page.getByText('The saved password belongs to a different user or host.').waitFor();
    await address.fill('rtsp://127.0.0.1:1/b');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Saved.');
    expect(await admin.cameras.get({ params: { id } })).toMatchObject({
      main_url: 'rtsp://root@127.0.0.1:1/b',
      main_has_password: true,
    });
  });

  it('shows the plate worker’s key once', async () => {
    const page = await installation.openAs(ADMIN, '/ui/plate-settings');
    await page.getByLabel('Recognise plates').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Saved.');
    await page.getByRole('button', { name: 'Generate new key' }).click();
    await page.getByRole('button', { name: 'Generate key' }).click();
    const token = await page.getByTestId('ingest-token').textContent();
    if (token === null) throw new Error('no key was shown');
    expect(token.length).toBeGreaterThan(20);
    await page.reload();
    await heading(page, 'Plate recognition');
    expect(await page.getByText(token).count()).toBe(0);
    expect((await installation.product.client(token).lprConfig.workerConfig()).cameras.length).toBeGreaterThan(0);
  });

  it('switches to German and dark mode, persistently', async () => {
    const page = await installation.openAs(ADMIN, '/ui/account');
    await page.getByText('Deutsch').click();
    await heading(page, 'Mein Konto');
    await page.getByText('Dunkel').click();
    await page.reload();
    await heading(page, 'Mein Konto');
    await page
      .getByText(/Europe\/Berlin \(MES?Z\)/)
      .first()
      .waitFor();
    expect(
      await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.mantineColorScheme]),
    ).toEqual(['de', 'dark']);
    await page.getByRole('link', { name: 'Kameras' }).click();
    await heading(page, 'Kameras');
  });
});

describe('every screen', () => {
  // `npm run soak` runs axe at each size with each colour scheme, and in every dialog.
  it('has no serious accessibility fault on a desktop in light mode', () =>
    expectAccessibleScreens(installation, { device: 'desktop', colorScheme: 'light', axe: true }));

  it('can be reached by keyboard and is not wider than a phone, in dark mode', () =>
    expectAccessibleScreens(installation, { device: 'phone', colorScheme: 'dark', axe: false }));

  it('has no serious accessibility fault in the user dialog either, and opens the keyboard shortcuts with ?', () =>
    expectAccessibleDialogs(installation, [userDialog]));

  it('is reachable on a phone through the bar at the bottom', async () => {
    const page = await installation.openAs(ADMIN, '/ui/cameras', { viewport: phone, hasTouch: true, isMobile: true });
    const bar = page.getByRole('navigation').filter({ has: page.getByRole('button', { name: 'More' }) });
    await bar.getByRole('link', { name: 'Events' }).tap();
    await heading(page, 'Events');
    await bar.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Storage' }).tap();
    await heading(page, 'Storage');
    await page.getByRole('button', { name: /^Account of/ }).tap();
    await page.getByRole('menuitem', { name: 'Sign out' }).tap();
    await heading(page, 'Welcome back');
  });

  it('that does not exist shows an error with a way back', async () => {
    const page = await installation.openAs(ADMIN, '/ui/cameras/00000000-0000-4000-8000-000000000000');
    await page.getByText('Page not found').waitFor();
    await page.getByRole('link', { name: 'Cameras' }).last().click();
    await heading(page, 'Cameras');
  });
});
