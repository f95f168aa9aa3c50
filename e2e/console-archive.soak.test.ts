import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { desktop } from './console-browser.ts';
import { type HostileInstallation, harmOnEveryScreen, openHostileInstallation } from './hostile-walk.ts';
import { closePages } from './page-contexts.ts';

let hostile: HostileInstallation;
beforeAll(async () => {
  hostile = await openHostileInstallation(inject('postgresUrl'));
});
afterAll(() => hostile?.installation.close());
afterEach(async () => {
  expect(hostile.installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(hostile.installation.browser);
});

describe('text that a user entered', () => {
  it('is shown as text on every screen, truncated where needed, on a desktop', async () => {
    expect(await harmOnEveryScreen(hostile, { viewport: desktop })).toEqual([]);
  });
});

describe('a storage', () => {
  it('whose disk was replaced accepts the new one after confirmation', async () => {
    const { installation } = hostile;
    const page = await installation.open('/ui/storages');
    await page.getByText('Disk missing', { exact: true }).waitFor();
    await page.getByText(/^The disk of this storage is missing/).waitFor();
    await page.getByRole('button', { name: 'Use this disk' }).click();
    await page.getByRole('alert').filter({ hasText: 'Checking the disk of' }).waitFor();
    await page.getByText('Disk missing', { exact: true }).waitFor({ state: 'hidden' });
    await expect
      .poll(async () => (await installation.admin.status.get()).storages.map(({ state }) => state))
      .not.toContain('missing');
  });
});
