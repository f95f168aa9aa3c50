export { aborted } from './concurrency/aborted.ts';
export { askOnce } from './concurrency/ask-once.ts';
export { createPermits, type Permits, type Release } from './concurrency/permits.ts';
export { createPlaces, type PlaceLimit, type TakePlace } from './concurrency/places.ts';
export { type Rate, RateLimit } from './concurrency/rate-limit.ts';
export { singleFlight } from './concurrency/single-flight.ts';
export { TookTooLong, withTimeLimit } from './concurrency/time-limit.ts';
export {
  EnvFaults,
  type EnvField,
  type EnvFields,
  type EnvOf,
  exitOnEnvFaults,
  flag,
  integer,
  list,
  oneOf,
  portRange,
  readEnv,
  removeSecrets,
  secret,
  text,
  timeZone,
} from './env/env.ts';
export { demoField, plainHttpField, processEnvFields, sharedEnvFields } from './env/process-env-fields.ts';
export { createFileOnce } from './files/create-file-once.ts';
export { fileFault, isFileSystemFault, isFull } from './files/file-fault.ts';
export { FolderInUse, type FolderLock, lockFolder } from './files/folder-lock.ts';
export { makeDataDir, missingFolders, requireOwnDataDir } from './files/make-data-dir.ts';
export { openRegularFile } from './files/open-regular-file.ts';
export { replaceFile } from './files/replace-file.ts';
export { isSameFile } from './files/same-file.ts';
export { syncFile } from './files/sync-file.ts';
export { syncFolder } from './files/sync-folder.ts';
export { type FolderTrial, tryFolder } from './files/try-folder.ts';
export { makeWritable, requireCreatable, requireFolder, unwritableDataDir } from './files/writable-data-dir.ts';
export { createLogger, type LogFormat, type Logger, type LogLevel, logFormats, logLevels } from './log/logger.ts';
export { redactLogLine, redactToolLine, redactUrls } from './log/redact.ts';
export { createWarningLog, type LoggedWarning, type WarningLog, warningLevels } from './log/warning-log.ts';
export { ExitWith, exitCodes } from './process/exit-with.ts';
export {
  PREDECESSOR_GRACE_MS,
  requireDistinctPorts,
  requireFreePorts,
  type WantedPort,
} from './process/free-ports.ts';
export { lowerPriority } from './process/lower-priority.ts';
export { GROUP_READS_UMASK, keepFilesPrivate } from './process/private-files.ts';
export { type Closer, runUntilSignal } from './process/run-until-signal.ts';
export { every, onRequest, type RequestedTask, type Task } from './process/task.ts';
export { type LookUp, type OutboundAddress, type OutboundRule, resolveOutbound } from './security/outbound-address.ts';
export { LOST_WITHIN_MS, recheckAccess } from './security/recheck-access.ts';
export { createSecretBox, type SecretBox } from './security/secret-box.ts';
export { deriveKey, loadServerKey } from './security/server-key.ts';
export {
  createTokens,
  DOWNLOAD_TOKEN_MS,
  MEDIA_TOKEN_MS,
  type MediaClaims,
  type Tokens,
  type UserClaims,
} from './security/tokens.ts';
export { backoffMs } from './time/backoff.ts';
export { type Clock, systemClock } from './time/clock.ts';
export { type ClockGuard, createClockGuard } from './time/clock-guard.ts';
export { FreezeWatch } from './time/freeze-watch.ts';
export { sleep } from './time/sleep.ts';
export { createWakeUp, type WakeUp } from './time/wake-up.ts';
export { SHARED_STEP_MS, toWholeSecond } from './time/whole-second.ts';
