import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connect, createPool, databaseEndpoint, keepWarnings, schemaState } from '@holdfast/db';
import {
  createLogger,
  createSecretBox,
  createTokens,
  createWarningLog,
  deriveKey,
  exitCodes,
  exitOnEnvFaults,
  GROUP_READS_UMASK,
  keepFilesPrivate,
  loadServerKey,
  readEnv,
  requireOwnDataDir,
  runUntilSignal,
  systemClock,
} from '@holdfast/kit';
import { childEnv } from '@holdfast/media';
import { envFields } from './env.ts';
import { recorder } from './recorder.ts';
import { findGroup } from './storage/footage-group.ts';

keepFilesPrivate();
const env = exitOnEnvFaults(() => readEnv(process.env, envFields));
await exitOnEnvFaults(() => requireOwnDataDir(env.DATA_DIR));
const { FOOTAGE_GROUP } = env;
const footageGroup = FOOTAGE_GROUP === undefined ? undefined : await exitOnEnvFaults(() => findGroup(FOOTAGE_GROUP));
if (footageGroup !== undefined) process.umask(GROUP_READS_UMASK);
const cameraNames = new Map<string, string>();
const warnings = createWarningLog();
const log = createLogger({
  name: 'recorder',
  level: env.LOG_LEVEL,
  format: env.LOG_FORMAT,
  cameraName: (id) => cameraNames.get(id),
  warnings,
});
if (env.DATABASE_URL === undefined) {
  log.fatal('DATABASE_URL is not set: start the product with npm start, or set it to the URL of a PostgreSQL server');
  process.exit(exitCodes.badConfig);
}
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  version: string;
};

const clock = systemClock;
const pool = createPool({
  connectionString: env.DATABASE_URL,
  poolSize: env.DB_POOL_SIZE,
  onIdleError: (err) => log.warn({ err }, 'lost an idle database connection'),
});
const db = connect(pool);
const serverKey = await loadServerKey(env.DATA_DIR);

await runUntilSignal({
  log,
  hardLimitMs: 60_000,
  tasks: [
    recorder({
      db,
      schema: () => schemaState(pool),
      connectionString: env.DATABASE_URL,
      dataDir: resolve(env.DATA_DIR),
      clock,
      log,
      cameraNames,
      secrets: createSecretBox(deriveKey(serverKey, 'secrets')),
      tokens: createTokens(env.JWT_SECRET ? Buffer.from(env.JWT_SECRET) : deriveKey(serverKey, 'tokens'), clock),
      outbound: { deniedPorts: [...databaseEndpoint(env.DATABASE_URL), { host: '127.0.0.1', port: env.PORT }] },
      ffmpeg: { path: env.FFMPEG_PATH, env: childEnv(process.env) },
      host: env.HOST,
      rtspPort: env.RTSP_PORT,
      detectorEnv: env,
      hubEnv: env,
      footageGroup,
      timeZone: env.RECORDER_TZ,
      version,
      bootGraceMs: env.CAMERA_OFFLINE_BOOT_GRACE_SECS * 1000,
      maintenanceUntilMs: env.MAINTENANCE_UNTIL === undefined ? undefined : env.MAINTENANCE_UNTIL * 1000,
    }),
    keepWarnings({ db, schema: () => schemaState(pool), process: 'recorder', warnings, log }),
  ],
  closers: [() => db.destroy()],
});
