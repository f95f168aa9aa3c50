export { backoffMs } from './backoff.ts';
export { type Clock, systemClock } from './clock.ts';
export {
  EnvFaults,
  type EnvField,
  type EnvFields,
  type EnvOf,
  exitCodeBadConfig,
  exitOnEnvFaults,
  flag,
  integer,
  list,
  oneOf,
  readEnv,
  secret,
  text,
  timeZone,
} from './env.ts';
export { FolderInUse, type FolderLock, lockFolder } from './folder-lock.ts';
export { createLogger, type Logger, type LogLevel, logLevels } from './logger.ts';
export { redactLogLine, redactUrls } from './redact.ts';
export { type Closer, runUntilSignal } from './run-until-signal.ts';
export { singleFlight } from './single-flight.ts';
export { sleep } from './sleep.ts';
export { every, type Task } from './task.ts';
