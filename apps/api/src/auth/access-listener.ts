import { listenTo } from '@holdfast/db';
import type { Logger, Task } from '@holdfast/kit';
import type { Callers } from './callers.ts';

/** Hears of changes to users, roles and sessions that any process commits. */
export const accessListener = ({
  connectionString,
  callers,
  log,
}: {
  connectionString: string;
  callers: Callers;
  log: Logger;
}): Task =>
  listenTo({
    channel: 'access_changed',
    connectionString,
    log,
    onNotified: () => callers.forget(),
    onListening: () => callers.setListening(true),
    onDeaf: () => callers.setListening(false),
  });
