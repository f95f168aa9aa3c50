import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, createPool } from '@holdfast/db';
import { createLogger, exitCodes, exitOnEnvFaults, readEnv, runUntilSignal, systemClock } from '@holdfast/kit';
import { envFields } from './env.ts';
import { heartbeat } from './heartbeat.ts';

const env = exitOnEnvFaults(() => readEnv(process.env, envFields));
const log = createLogger({ name: 'recorder', level: env.LOG_LEVEL });
if (env.DATABASE_URL === undefined) {
  log.fatal('DATABASE_URL is not set: start the product with npm start, or name a PostgreSQL');
  process.exit(exitCodes.badConfig);
}
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  version: string;
};

const pool = createPool({
  connectionString: env.DATABASE_URL,
  poolSize: env.DB_POOL_SIZE,
  onIdleError: (err) => log.warn({ err }, 'lost an idle database connection'),
});
const db = connect(pool);

await runUntilSignal({
  log,
  hardLimitMs: 60_000,
  tasks: [heartbeat({ db, clock: systemClock, log, version })],
  closers: [() => db.destroy()],
});
