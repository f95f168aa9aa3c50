import type { Routes } from '@holdfast/contract';
import { listBackupRuns, queueBackup, readBackupSchedule, updateBackupSchedule } from '@holdfast/db';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { backupFolder, listBackupFiles } from './backup-folder.ts';
import { minuteOfTime, presentBackups } from './present.ts';

const SHOWN_RUNS = 10;

type BackupHandlerDeps = Pick<Deps, 'db' | 'clock' | 'dataDir' | 'timeZone' | 'backups'>;

export function backupHandlers({
  db,
  clock,
  dataDir,
  timeZone,
  backups,
}: BackupHandlerDeps): Handlers<Routes['backups']> {
  const show = async () => {
    const [schedule, runs, files] = await Promise.all([
      readBackupSchedule(db),
      listBackupRuns(db, SHOWN_RUNS),
      listBackupFiles(dataDir),
    ]);
    const moment = { nowMs: clock.now(), timeZone };
    return presentBackups({ schedule, runs, files, folder: backupFolder(dataDir) }, moment);
  };
  return {
    get: show,

    update: async ({ body: { at, ...change } }) => {
      await updateBackupSchedule(db, {
        ...change,
        ...(at !== undefined && { minuteOfDay: minuteOfTime(at) }),
        changedAt: new Date(clock.now()),
      });
      return show();
    },

    start: async () => {
      await queueBackup(db, { reason: 'manual', queuedAt: new Date(clock.now()) });
      backups.wake();
      return show();
    },
  };
}
