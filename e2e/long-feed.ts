import { expect } from 'vitest';
import { untilLoaded } from './console-browser.ts';
import type { FootageInstallation } from './footage-installation.ts';

const AT_ONCE = 1_000;

/** Scrolls through a feed of this many events; few of them are in the page at any time. */
export async function expectLongFeed(installation: FootageInstallation, { events }: { events: number }): Promise<void> {
  const cameraId = await installation.addCamera('Quiet');
  const { db } = installation.archive;
  const from = Date.now() - 3_600_000;
  for (let done = 0; done < events; done += AT_ONCE)
    await db
      .insertInto('event')
      .values(
        Array.from({ length: AT_ONCE }, (_, n) => {
          const ts = new Date(from - (done + n) * 20_000);
          const event = { cameraId, sourceId: 'external', providerEventId: `many ${done + n}`, label: 'car' };
          return { ...event, ts, endTs: ts, updatedAt: ts, lifecycle: 'end' as const };
        }),
      )
      .execute();
  const page = await installation.open(`/ui/events?cameras=${cameraId}`);
  const cards = page.getByRole('region', { name: 'Events and clips' }).locator('article[data-clip]');
  await cards.first().waitFor();
  await untilLoaded(page);
  const end = page.getByText('That’s everything.');
  let most = 0;
  while (!(await end.isVisible())) {
    await page.mouse.wheel(0, 5_000);
    most = Math.max(most, await cards.count());
  }
  expect(most).toBeLessThan(80);
  await cards.last().getByText('No footage').waitFor();
  await db.deleteFrom('event').where('cameraId', '=', cameraId).execute();
}
