import { backoffMs, type Logger, sleep, type Task } from '@holdfast/kit';
import pg from 'pg';

/** Calls `onChange` whenever any process changes cameras, policies, storages or the readers' account. */
export const changeListener = ({
  connectionString,
  onChange,
  log,
}: {
  connectionString: string;
  onChange: () => void;
  log: Logger;
}): Task => ({
  name: 'camera-changes',
  run: async (signal) => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const client = new pg.Client({ connectionString, application_name: 'holdfast-listener', keepAlive: true });
      try {
        const gone = new Promise<void>((resolve) => {
          client.on('error', () => resolve());
          client.on('end', () => resolve());
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        await client.connect();
        client.on('notification', onChange);
        await client.query('listen cameras_changed');
        attempt = 0;
        onChange();
        await gone;
      } catch (err) {
        log.debug({ err }, 'cannot listen for changes yet');
      } finally {
        await client.end().catch(() => undefined);
      }
      if (!signal.aborted) await sleep(backoffMs({ attempt, minMs: 200, maxMs: 5_000 }), signal);
    }
  },
});
