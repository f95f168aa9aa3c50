import type { listBackups, readBackupSchedule } from '@holdfast/db';
import { nextBackup, timeOfDay } from '@holdfast/domain';
import type { listBackupFiles } from './backup-folder.ts';

interface BackupFacts {
  schedule: Awaited<ReturnType<typeof readBackupSchedule>>;
  backups: Awaited<ReturnType<typeof listBackups>>;
  files: Awaited<ReturnType<typeof listBackupFiles>>;
  folder: string;
}

export const presentSchedule = ({ enabled, minuteOfDay, days, keep }: BackupFacts['schedule']) => ({
  enabled,
  at: timeOfDay(minuteOfDay),
  days,
  keep,
});

export function presentBackups(
  { schedule, backups, files, folder }: BackupFacts,
  moment: { nowMs: number; timeZone: string },
) {
  const { enabled, minuteOfDay, days } = schedule;
  const nextMs = enabled ? nextBackup({ minuteOfDay, days: [...days].map((day) => day === '1') }, moment) : undefined;
  return {
    ...presentSchedule(schedule),
    next_at: nextMs === undefined ? null : new Date(nextMs).toISOString(),
    folder,
    files: files.map(({ name, sizeBytes }) => ({ name, size_bytes: sizeBytes })),
    runs: backups.map(({ reason, state, queuedAt, endedAt, fileName, sizeBytes, error }) => ({
      reason,
      state,
      queued_at: queuedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
      file_name: fileName,
      size_bytes: sizeBytes,
      error,
    })),
  };
}
