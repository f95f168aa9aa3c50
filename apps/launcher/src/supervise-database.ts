import { type EmbeddedPostgres, startEmbeddedPostgres } from '@holdfast/db/server';
import { backoffMs, type Logger, sleep } from '@holdfast/kit';

/** The embedded database, restarted whenever it dies, until `stop`. Its address stays the same. */
export interface SupervisedDatabase {
  readonly connectionString: string;
  stop(): Promise<void>;
  /** For an immediate exit: the database recovers at its next start. */
  quitNow(): void;
}

export const superviseDatabase = async (options: { dataDir: string; log: Logger }): Promise<SupervisedDatabase> => {
  const { log } = options;
  const stopping = new AbortController();
  let server: EmbeddedPostgres = await startEmbeddedPostgres(options);

  const startAgain = async (): Promise<EmbeddedPostgres | undefined> => {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      try {
        return await startEmbeddedPostgres(options);
      } catch (err) {
        const delayMs = backoffMs({ attempt, minMs: 1_000, maxMs: 30_000 });
        log.error({ err, retry_in_ms: delayMs }, 'cannot start PostgreSQL again');
        await sleep(delayMs, stopping.signal);
      }
    }
    return undefined;
  };
  const keepRunning = async () => {
    for (;;) {
      await server.exited;
      if (stopping.signal.aborted) return;
      log.error({ server_pid: server.pid }, 'PostgreSQL ended, starting it again');
      const next = await startAgain();
      if (next === undefined) return;
      server = next;
    }
  };
  const kept = keepRunning();

  return {
    connectionString: server.connectionString,
    stop: async () => {
      stopping.abort();
      await server.stop();
      await kept;
      // It may have been restarted while the stop was requested.
      await server.stop();
    },
    quitNow: () => {
      try {
        process.kill(server.pid, 'SIGQUIT');
      } catch {
        // It is gone already.
      }
    },
  };
};
