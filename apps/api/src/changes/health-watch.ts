import type { Change } from '@holdfast/contract';
import { every, type Logger, type Task } from '@holdfast/kit';
import type { ChangeFeed } from './change-feed.ts';
import { type LoadDeps, loadChanges } from './load-changes.ts';
import type { Viewer } from './viewer.ts';

const LOOK_EVERY_MS = 5_000;
const NOBODY: Viewer = { userId: '', isAdmin: false, seesPlates: false, mayExport: false, cameraIds: new Set() };

/** A silent recorder writes nothing that could be noted, so health is looked at while somebody follows it. */
export function healthWatch(deps: LoadDeps & { feed: ChangeFeed; log: Logger; everyMs?: number }): Task {
  let last: string | undefined;
  return every(
    'health-watch',
    deps.everyMs ?? LOOK_EVERY_MS,
    async () => {
      if (deps.feed.followers === 0) {
        last = undefined;
        return;
      }
      const [view] = await loadChanges(deps, ['health']);
      const now = factsOf(view?.(NOBODY));
      if (now !== last) deps.feed.note('health');
      last = now;
    },
    { log: deps.log },
  );
}

/** Without the moment of the last beat, which is always another. */
const factsOf = (change: Change | undefined): string =>
  change?.kind === 'health' ? JSON.stringify([change.health, change.recorder.alive, change.recorder.started_at]) : '';
