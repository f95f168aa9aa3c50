import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { faultsInBothSchemes, phone, seriousFaults } from './console-browser.ts';
import { cards, type FeedScene, openFeedScene, played, until } from './feed-scene.ts';
import { leavePages } from './page-contexts.ts';

const onPhone = { viewport: phone, hasTouch: true, isMobile: true } as const;

let scene: FeedScene;
beforeAll(async () => {
  scene = await openFeedScene(inject('postgresUrl'));
});
afterAll(() => scene?.close());
afterEach(async () => {
  expect(scene.installation.complaints.splice(0).join('\n')).toBe('');
  await leavePages(scene.installation.browser);
});

describe('on a phone', () => {
  it('clips are lines that move after a tap, and a tap opens them', async () => {
    await scene.untilWatching();
    await scene.sendFrames(60);
    await scene.drivePast();
    await until(async () => (await scene.clips())[0]?.has_footage).toBe(true);
    const page = await scene.installation.open('/ui/events', onPhone);
    const card = cards(page).last();
    await cards(page).first().waitFor();
    await page
      .getByRole('button', { name: /^Preview / })
      .last()
      .tap();
    await card.locator('img[data-picture="moving"]').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await card.getByRole('link').tap();
    await until(() => played(page)).toBeGreaterThan(0);
    expect(await seriousFaults(page)).toEqual([]);
  });
});
