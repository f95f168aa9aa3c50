import { expect, inject, it } from 'vitest';
import { openFootageInstallation } from './footage-installation.ts';
import { expectLongFeed } from './long-feed.ts';

it('a feed of ten thousand events has only those near the window in the page, and scrolls to its end', async () => {
  const installation = await openFootageInstallation(inject('postgresUrl'));
  try {
    await expectLongFeed(installation, { events: 10_000 });
    expect(installation.complaints).toEqual([]);
  } finally {
    await installation.close();
  }
});
