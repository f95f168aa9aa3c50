export { aborted } from './aborted.ts';
export { askOnce } from './ask-once.ts';
export { backoffMs } from './backoff.ts';
export { type Clock, systemClock } from './clock.ts';
export { type ClockGuard, createClockGuard } from './clock-guard.ts';
export { createFileOnce } from './create-file-once.ts';
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
} from './env.ts';
export { ExitWith, exitCodes } from './exit-with.ts';
export { fileFault, isFileSystemFault, isFull } from './file-fault.ts';
export { FolderInUse, type FolderLock, lockFolder } from './folder-lock.ts';
export { FreezeWatch } from './freeze-watch.ts';
export { createLogger, type LogFormat, type Logger, type LogLevel, logFormats, logLevels } from './logger.ts';
export { lowerPriority } from './lower-priority.ts';
export { makeDataDir, missingFolders, requireOwnDataDir } from './make-data-dir.ts';
export { openRegularFile } from './open-regular-file.ts';
export { type LookUp, type OutboundAddress, type OutboundRule, resolveOutbound } from './outbound-address.ts';
export { createPermits, type Permits, type Release } from './permits.ts';
export { createPlaces, type PlaceLimit, type TakePlace } from './places.ts';
export { GROUP_READS_UMASK, keepFilesPrivate } from './private-files.ts';
export { demoField, plainHttpField, processEnvFields, sharedEnvFields } from './process-env-fields.ts';
export { type Rate, RateLimit } from './rate-limit.ts';
export { LOST_WITHIN_MS, recheckAccess } from './recheck-access.ts';
export { redactLogLine, redactToolLine, redactUrls } from './redact.ts';
export { replaceFile } from './replace-file.ts';
export { type Closer, runUntilSignal } from './run-until-signal.ts';
export { isSameFile } from './same-file.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
export { deriveKey, loadServerKey } from './server-key.ts';
export { singleFlight } from './single-flight.ts';
export { sleep } from './sleep.ts';
export { syncFile } from './sync-file.ts';
export { syncFolder } from './sync-folder.ts';
export { every, onRequest, type RequestedTask, type Task } from './task.ts';
export { TookTooLong, withTimeLimit } from './time-limit.ts';
export {
  createTokens,
  DOWNLOAD_TOKEN_MS,
  MEDIA_TOKEN_MS,
  type MediaClaims,
  type Tokens,
  type UserClaims,
} from './tokens.ts';
export { type FolderTrial, tryFolder } from './try-folder.ts';
export { createWakeUp, type WakeUp } from './wake-up.ts';
export { createWarningLog, type LoggedWarning, type WarningLog, warningLevels } from './warning-log.ts';
export { SHARED_STEP_MS, toWholeSecond } from './whole-second.ts';
