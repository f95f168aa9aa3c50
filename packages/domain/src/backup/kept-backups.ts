const NAME = /^holdfast-\d{8}T\d{6}Z\.backup\.gz$/;

/** The name contains the time, so names sort like the backups. */
export const backupName = (takenAt: Date): string =>
  `holdfast-${takenAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup.gz`;

/** Newest first; other files are not ours. */
export const backupsAmong = (names: readonly string[]): string[] =>
  names.filter((name) => NAME.test(name)).sort((a, b) => (a < b ? 1 : -1));

/** The files to delete, so that the newest `keep` remain. */
export const surplusBackups = (names: readonly string[], keep: number): string[] =>
  backupsAmong(names).slice(Math.max(1, keep));
