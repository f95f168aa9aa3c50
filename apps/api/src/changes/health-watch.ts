import type { Change } from '@holdfast/contract';
import { every, type Logger, type Task } from '@holdfast/kit';
import type { ChangeFeed } from './change-feed.ts';
import { type LoadDeps, loadChanges } from './load-changes.ts';
import type { Viewer } from './viewer.ts';

const POLL_MS = 5_000;
/** The interval without followers; the next follower wakes the task. */
const REST_MS = 600_000;
const NOBODY: Viewer = { userId: '', isAdmin: false, seesPlates: false, mayExport: false, cameraIds: new Set() };

/** A stopped recorder writes nothing, so no notification arrives; health is polled while there are followers. */
export function healthWatch(deps: LoadDeps & { feed: ChangeFeed; log: Logger; everyMs?: number }): Task {
  let last: string | undefined;
  let lastJoined = 0;
  return every(
    'health-watch',
    () => (deps.feed.followers > 0 ? (deps.everyMs ?? POLL_MS) : REST_MS),
    async () => {
      if (deps.feed.followers === 0) return;
      // A new follower has received nothing yet.
      const { joined } = deps.feed;
      const [view] = await loadChanges(deps, ['health']);
      const now = factsOf(view?.(NOBODY));
      if (now !== last || joined !== lastJoined) deps.feed.note('health');
      last = now;
      lastJoined = joined;
    },
    { log: deps.log, wakeUp: deps.feed.joining },
  );
}

/** Without the time of the last heartbeat, which always differs. */
const factsOf = (change: Change | undefined): string =>
  change?.kind === 'health' ? JSON.stringify([change.health, change.recorder.alive, change.recorder.started_at]) : '';
