import type { Routes } from '@holdfast/contract';
import { type Database, listBackups, queueBackup, readBackupSchedule, updateBackupSchedule } from '@holdfast/db';
import { auditChanges, minuteOfDay } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { Handlers } from '../http/mount.ts';
import { backupFolder, listBackupFiles } from './backup-folder.ts';
import type { BackupWork } from './backup-work.ts';
import { presentBackups, presentSchedule } from './present.ts';

const SHOWN_BACKUPS = 10;

type BackupHandlerDeps = {
  db: Database;
  clock: Clock;
  dataDir: string;
  timeZone: string;
  backups: Pick<BackupWork, 'wake'>;
};

export function backupHandlers({
  db,
  clock,
  dataDir,
  timeZone,
  backups,
}: BackupHandlerDeps): Handlers<Routes['backups']> {
  const show = async () => {
    const [schedule, newest, files] = await Promise.all([
      readBackupSchedule(db),
      listBackups(db, SHOWN_BACKUPS),
      listBackupFiles(dataDir),
    ]);
    const moment = { nowMs: clock.now(), timeZone };
    return presentBackups({ schedule, backups: newest, files, folder: backupFolder(dataDir) }, moment);
  };
  return {
    get: show,

    update: async ({ body: { at, ...change }, note }) => {
      const changed = { ...change, ...(at !== undefined && { minuteOfDay: minuteOfDay(at) }) };
      await db.transaction().execute(async (tx) => {
        const before = presentSchedule(await readBackupSchedule(tx));
        await updateBackupSchedule(tx, { ...changed, changedAt: new Date(clock.now()) });
        const after = presentSchedule(await readBackupSchedule(tx));
        await note(tx, { details: { changes: auditChanges({ before, after }) } });
      });
      return show();
    },

    start: async ({ note }) => {
      await db.transaction().execute(async (tx) => {
        if (await queueBackup(tx, { reason: 'manual', queuedAt: new Date(clock.now()) })) await note(tx);
      });
      backups.wake();
      return show();
    },
  };
}
