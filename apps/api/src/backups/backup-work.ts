import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  claimBackup,
  type Database,
  failBackup,
  findInterruptedBackup,
  finishBackup,
  listBackups,
  queueBackup,
  readBackupSchedule,
  releaseBackup,
} from '@holdfast/db';
import { backupName, isBackupDue } from '@holdfast/domain';
import { type Clock, createWakeUp, every, type Logger, type Task } from '@holdfast/kit';
import type { Alerts } from '../alerts/alerts.ts';
import { backupFolder, sweepBackups } from './backup-folder.ts';
import { BackupFailed, type RunBackup } from './run-backup.ts';

const POLL_MS = 60_000;
const INTERRUPTED = 'The server ended while the backup was being made.';

export interface BackupDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  alerts: Alerts;
  dataDir: string;
  /** Of the site, for the schedule. */
  timeZone: string;
  runBackup: RunBackup;
}

export interface BackupWork {
  task: Task;
  /** A backup was queued. */
  wake(): void;
  /** Makes the backup that is due or queued, if any. */
  runOnce(signal: AbortSignal): Promise<void>;
}

/** Makes backups when they are due or asked for, one at a time. */
export function createBackupWork(deps: BackupDeps): BackupWork {
  const { db, clock, log } = deps;
  const wakeUp = createWakeUp();
  let isFirst = true;
  const runOnce = async (signal: AbortSignal): Promise<void> => {
    if (isFirst) await failInterrupted(deps);
    isFirst = false;
    if (await isDue(deps)) await queueBackup(db, { reason: 'schedule', queuedAt: new Date(clock.now()) });
    const claimed = await claimBackup(db);
    if (claimed) await makeBackup(deps, claimed.id, signal);
  };
  return { task: every('backups', POLL_MS, runOnce, { log, wakeUp }), wake: wakeUp.wake, runOnce };
}

async function isDue({ db, clock, timeZone }: BackupDeps): Promise<boolean> {
  const { enabled, minuteOfDay, days, changedAt } = await readBackupSchedule(db);
  if (!enabled) return false;
  const [last] = await listBackups(db, 1);
  return isBackupDue(
    { minuteOfDay, days: [...days].map((day) => day === '1') },
    { lastStartedMs: last?.queuedAt.getTime() ?? null, changedMs: changedAt.getTime() },
    { nowMs: clock.now(), timeZone },
  );
}

async function failInterrupted(deps: BackupDeps): Promise<void> {
  const interrupted = await findInterruptedBackup(deps.db);
  if (interrupted) await noteFailure(deps, interrupted.id, INTERRUPTED);
}

async function makeBackup(deps: BackupDeps, id: number, signal: AbortSignal): Promise<void> {
  const { db, clock, log, dataDir } = deps;
  const fileName = backupName(new Date(clock.now()));
  const path = join(backupFolder(dataDir), fileName);
  try {
    await deps.runBackup(path, signal);
    const { size } = await stat(path);
    await finishBackup(db, id, { endedAt: new Date(clock.now()), fileName, sizeBytes: size });
    const { keep } = await readBackupSchedule(db);
    const deleted = await sweepBackups(dataDir, keep);
    log.info({ file: fileName, bytes: size, deleted: deleted.length }, 'made a backup');
  } catch (err) {
    if (signal.aborted) {
      await releaseBackup(db, id);
      return;
    }
    log.error({ err }, 'the backup failed');
    await noteFailure(
      deps,
      id,
      err instanceof BackupFailed ? err.message : 'The backup could not be made; see the log.',
    );
  }
}

/** A failure is an event, in the transaction that notes it. */
async function noteFailure({ db, clock, alerts }: BackupDeps, id: number, error: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await failBackup(tx, id, { endedAt: new Date(clock.now()), error });
    await alerts.raise(tx, {
      eventKey: 'backup_failed',
      cameraId: null,
      tsMs: clock.now(),
      detail: `The backup failed. ${error}`,
      data: { error },
      plateReadId: null,
    });
  });
  alerts.wake();
}
