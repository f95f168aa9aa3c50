import { exitOnEnvFaults, readEnv, secret } from '@holdfast/kit';
import { MigrationRefused, migrate } from './migrate.ts';

const env = exitOnEnvFaults(() =>
  readEnv(process.env, { DATABASE_URL: secret({ describe: 'PostgreSQL to migrate' }) }),
);

if (env.DATABASE_URL === undefined) {
  console.error('DATABASE_URL is not set: name the PostgreSQL to migrate.');
  process.exit(78);
}

try {
  const { applied } = await migrate({ connectionString: env.DATABASE_URL });
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
} catch (err) {
  console.error((err as Error).message);
  process.exit(err instanceof MigrationRefused ? 78 : 1);
}
