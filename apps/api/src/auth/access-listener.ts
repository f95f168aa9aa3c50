import { backoffMs, type Logger, sleep, type Task } from '@holdfast/kit';
import pg from 'pg';
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
}): Task => ({
  name: 'access-listener',
  run: async (signal) => {
    let attempt = 0;
    while (!signal.aborted) {
      const client = new pg.Client({ connectionString, application_name: 'holdfast-listener', keepAlive: true });
      try {
        const gone = new Promise<void>((resolve) => {
          client.on('error', () => resolve());
          client.on('end', () => resolve());
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        await client.connect();
        client.on('notification', () => callers.forget());
        await client.query('listen access_changed');
        callers.setListening(true);
        attempt = 0;
        await gone;
      } catch (err) {
        log.debug({ err }, 'cannot listen for access changes yet');
      } finally {
        callers.setListening(false);
        await client.end().catch(() => undefined);
      }
      if (!signal.aborted) await sleep(backoffMs({ attempt, minMs: 200, maxMs: 5_000 }), signal);
      attempt += 1;
    }
  },
});
