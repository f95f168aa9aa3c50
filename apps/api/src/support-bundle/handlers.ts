import type { Routes } from '@holdfast/contract';
import { singleFlight } from '@holdfast/kit';
import { asAttachment } from '../exports/serve-export.ts';
import { createNote } from '../http/audit-note.ts';
import type { Handlers } from '../http/mount.ts';
import { type BundleDeps, readBundle } from './read-bundle.ts';
import { zipFiles } from './zip-files.ts';

export function supportBundleHandlers(deps: BundleDeps): Handlers<Routes['supportBundle']> {
  // Made in memory: some megabytes, once for concurrent requests.
  const make = singleFlight<Buffer>();
  return {
    get: async ({ caller: { userId }, request }) => {
      await createNote(deps, 'support-bundle-downloaded', request)(deps.db);
      const now = new Date(deps.clock.now());
      const bytes = await make(userId, async () => zipFiles(await readBundle(deps, userId), now));
      const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
      return { bytes, headers: asAttachment(`holdfast-support-${stamp}.zip`) };
    },
  };
}
