import { listenTo } from '@holdfast/db';
import type { Logger, Task } from '@holdfast/kit';
import type { ChangeFeed } from './change-feed.ts';
import { healthWatch } from './health-watch.ts';
import type { LoadDeps } from './load-changes.ts';

/** Fills the feed from what any process commits. What is committed while nobody listens is made up for by a restart. */
export const changesTasks = (
  deps: LoadDeps & { connectionString: string; feed: ChangeFeed; log: Logger; healthEveryMs?: number },
): Task[] => [
  listenTo({
    channel: 'changes',
    connectionString: deps.connectionString,
    log: deps.log,
    onNotified: (ref) => deps.feed.note(ref),
    onListening: () => deps.feed.restart(),
  }),
  healthWatch({ ...deps, ...(deps.healthEveryMs !== undefined && { everyMs: deps.healthEveryMs }) }),
];
