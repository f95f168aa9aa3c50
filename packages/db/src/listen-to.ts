import { backoffMs, type Logger, sleep, type Task } from '@holdfast/kit';
import pg from 'pg';
import { KEEP_ALIVE_MS } from './create-pool.ts';

export type Channel =
  | 'access_changed'
  | 'cameras_changed'
  | 'changes'
  | 'export_queued'
  | 'event_raised'
  /** Cached facts about clips and previews may be outdated. */
  | 'footage_changed'
  /** An administrator asked for a restart of the recorder. */
  | 'restart_requested'
  /** The path of an indexed file that could not be found; for the recorder. */
  | 'footage_missing';

/**
 * Receives notifications on these channels from any process, over its own connection. Notifications sent while it is
 * disconnected are lost, so `onListening` and `onDisconnected` mark when listening begins and ends.
 */
export const listenTo = ({
  channels,
  connectionString,
  log,
  onListening,
  onDisconnected,
}: {
  channels: Partial<Record<Channel, (payload: string) => void>>;
  connectionString: string;
  log: Logger;
  onListening: () => void;
  onDisconnected?: () => void;
}): Task => ({
  name: 'listen',
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
        client.on('notification', ({ channel, payload = '' }) => channels[channel as Channel]?.(payload));
        for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`);
        attempt = 0;
        onListening();
        await gone;
      } catch (err) {
        log.debug({ err, channels: Object.keys(channels) }, 'cannot listen for changes yet');
      } finally {
        onDisconnected?.();
        await client.end().catch(() => undefined);
      }
      if (!signal.aborted) await sleep(backoffMs({ attempt, minMs: 200, maxMs: 5_000 }), signal);
    }
  },
});
