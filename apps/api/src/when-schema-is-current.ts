import type { schemaState as readSchemaState } from '@holdfast/db';
import { backoffMs, exitCodes, type Logger, sleep, type Task } from '@holdfast/kit';
import type { Pool } from 'pg';

interface Deps {
  pool: Pool;
  log: Logger;
  schemaState: typeof readSchemaState;
}

/** Waits for a database that is late or not migrated yet. A newer schema than this program's is final. */
export const whenSchemaIsCurrent = ({ pool, log, schemaState }: Deps, work: () => Promise<void>): Task => ({
  name: 'when-schema-is-current',
  run: async (signal) => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        const client = await pool.connect();
        const state = await schemaState(client).finally(() => client.release());
        if (state.kind === 'refuse') {
          log.fatal(state.reason);
          process.exit(exitCodes.badConfig);
        }
        if (state.kind === 'current') return await work();
        log.warn({ pending: state.pending }, 'waiting for the database to be migrated');
      } catch (err) {
        log.warn({ err }, 'waiting for the database');
      }
      await sleep(backoffMs({ attempt, minMs: 250, maxMs: 5_000 }), signal);
    }
  },
});
