import { backoffMs, type Logger, sleep, type Task } from '@holdfast/kit';
import pg from 'pg';
import { KEEP_ALIVE_MS } from './connect.ts';

/**
 * Hears what any process notifies on a channel, over a connection of its own. What is said while it is away is lost, so
 * whoever listens is told when listening begins and when it ends.
 */
export const listenTo = ({
  channel,
  connectionString,
  log,
  onNotified,
  onListening,
  onDeaf,
}: {
  channel: 'access_changed' | 'cameras_changed' | 'changes';
  connectionString: string;
  log: Logger;
  onNotified: (payload: string) => void;
  onListening: () => void;
  onDeaf?: () => void;
}): Task => ({
  name: `listen-${channel}`,
  run: async (signal) => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const client = new pg.Client({
        connectionString,
        application_name: 'holdfast-listener',
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      });
      try {
        const gone = new Promise<void>((resolve) => {
          client.on('error', () => resolve());
          client.on('end', () => resolve());
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        await client.connect();
        client.on('notification', ({ payload = '' }) => onNotified(payload));
        await client.query(`listen ${channel}`);
        attempt = 0;
        onListening();
        await gone;
      } catch (err) {
        log.debug({ err, channel }, 'cannot listen for changes yet');
      } finally {
        onDeaf?.();
        await client.end().catch(() => undefined);
      }
      if (!signal.aborted) await sleep(backoffMs({ attempt, minMs: 200, maxMs: 5_000 }), signal);
    }
  },
});
